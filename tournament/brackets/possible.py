"""Brackets to which a file's games may belong, if the file does not say what bracket it was."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product

from tournament.brackets.following import follow_bracket
from tournament.brackets.reached import best_places, ending
from tournament.brackets.seeding import BracketError
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.methods import Consolation, KnockOut
from tournament.state.parameters import Method
from tournament.state.people import seeding_order
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


def possible_brackets(
    state: TournamentState, method: Method | None = None
) -> Iterator[TournamentState]:
    """Yield the state as a knock-out and as a double elimination of its players, in every variant.

    A ``method`` limits them to its own. Seeds are by strength: players who met in the games meet
    all the same (:func:`tournament.brackets.tree.with_fixed_games`).
    """
    seeds = tuple(seeding_order(player for player in state.players if player.final))
    variants = (
        *product([Method.KNOCK_OUT], Consolation, [True]),
        *product([Method.DOUBLE_ELIMINATION], [Consolation.NONE], [True, False]),
    )
    for kind, consolation, second_final in variants:
        if method in (None, kind):
            rules = KnockOut(seeds, consolation=consolation, second_final=second_final)
            parameters = replace(
                state.parameters,
                method=kind,
                knock_out=rules,
                criteria=(Criterion.KNOCK_OUT,),
            )
            yield replace(state, parameters=parameters)


def bracket_that_fits(state: TournamentState, method: Method) -> TournamentState | None:
    """Return the state as a bracket to which all of its games can belong, None if there is none.

    None also if several fit and the places reached are not the same in all of them: after a grand
    final that the unbeaten player lost, nobody can tell whether there should be another. If a
    second one was played, a bracket that was over before it does not fit.
    """
    after = state.played_rounds
    fitting = [found for found in possible_brackets(state, method) if _followed(found)]
    if any(ending(found, after).last >= after for found in fitting):
        fitting = [found for found in fitting if ending(found, after).last >= after]
    places = [best_places(found, after) for found in fitting]
    return fitting[0] if fitting and all(found == places[0] for found in places) else None


@dataclass(frozen=True, slots=True)
class ImpossibleGame:
    """A game of two who cannot meet, with the losses of each before it, Black's first."""

    game: Game
    lost: tuple[int, int]


_MANY = 99
"""More than anybody can have lost: nothing is known about players who came later."""


def impossible_games(state: TournamentState, method: Method) -> tuple[ImpossibleGame, ...]:
    """Return the impossible games of the first round that has any, whatever the seeds were.

    In a knock-out, nobody who has lost meets somebody who has not; in a double elimination, the two
    have lost equally often, or both twice, except in the grand final, when all others may be out. A
    round without a game may have been lost by absence, and a game without a winner by either
    player: a player who may have lost as often as the opponent is not accused of anything, nor is
    anybody who came later.
    """
    out = 1 if method is Method.KNOCK_OUT else 2
    games, byes = state.counted_games(), {(bye.round, bye.player) for bye in state.byes}
    first = {player for game in games if game.round == 1 for player in game.players}
    first |= {player for number, player in byes if number == 1}
    lost = {player.id: (0, 0 if player.id in first else _MANY) for player in state.players}
    for number in range(1, state.played_rounds + 1):
        here = [game for game in games if game.round == number]
        found = tuple(
            ImpossibleGame(game, (lost[game.black][0], lost[game.white][0]))
            for game in here
            if not _may_meet(game, lost, out, method)
        )
        if found:
            return found
        playing = {player for game in here for player in game.players}
        for player, (least, most) in lost.items():
            if player not in playing and (number, player) not in byes:
                lost[player] = (least, most + 1)
        for game in here:
            for player in game.players:
                least, most = lost[player]
                sure, maybe = _losses(game, player)
                lost[player] = (least + sure, most + maybe)
    return ()


def _may_meet(game: Game, lost: Mapping[int, tuple[int, int]], out: int, method: Method) -> bool:
    """Whether two may have lost equally often, up to ``out`` times, or may be in a final."""
    ranges = [
        range(min(least, out), min(most, out) + 1)
        for least, most in (lost[player] for player in game.players)
    ]
    if not set(ranges[0]).isdisjoint(ranges[1]):
        return True
    others = (most for player, (_least, most) in lost.items() if player not in game.players)
    final = {0, 1} == {min(ranges[0]), min(ranges[1])} and all(most >= out for most in others)
    return method is Method.DOUBLE_ELIMINATION and final


def _losses(game: Game, player: int) -> tuple[int, int]:
    """Return how many losses this game certainly is for a player, and at most."""
    match game.result.outcome:
        case Outcome.BLACK:
            lost = player == game.white
        case Outcome.WHITE:
            lost = player == game.black
        case Outcome.BOTH_LOSE:
            lost = True
        case _:
            return 0, 1
    return int(lost), int(lost)


def misplaced_games(state: TournamentState, places: Mapping[int, int]) -> tuple[Game, ...]:
    """Return the games whose loser was out, yet has a better place than the winner.

    ``places`` are those that everybody is said to have reached. In a knock-out or a double
    elimination, a player who lost their own last game was out by it, or lost a place by it, while
    the winner was still in. Nothing is said about groups, nor if somebody played on after two
    losses, as for lower places: there, a player who lost their last game may have qualified before.
    """
    methods = (Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION)
    if all(impossible_games(state, method) for method in methods):
        return ()
    last: dict[int, Game] = {}
    lost: Counter[int] = Counter()
    for game in sorted(state.counted_games(), key=lambda game: game.round):
        for player in game.players:
            if lost[player] > 1:
                return ()
            last[player] = game
            lost[player] += _losses(game, player) == (1, 1)
    byes = {bye.player: bye.round for bye in state.byes}
    found = []
    for player, game in last.items():
        other = game.white if game.black == player else game.black
        out = _losses(game, player) == (1, 1) and _losses(game, other) == (0, 0)
        if out and byes.get(player, 0) < game.round and places[player] < places[other]:
            found.append(game)
    return tuple(found)


def _followed(state: TournamentState) -> bool:
    try:
        follow_bracket(state, state.played_rounds)
    except BracketError:
        return False
    return True


def unequal_meetings(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """Return the pairs who have met less often than others of their group.

    A group is a set of players linked by games; players without any games are in none.
    """
    met = Counter(frozenset(game.players) for game in state.counted_games())
    groups: dict[int, set[int]] = {}
    for first, second in met:
        joined = groups.get(first, {first}) | groups.get(second, {second})
        groups |= dict.fromkeys(joined, joined)
    found = []
    for group in {id(group): group for group in groups.values()}.values():
        pairs = [frozenset(pair) for pair in combinations(sorted(group), 2)]
        most = max(met[pair] for pair in pairs)
        found += [tuple(sorted(pair)) for pair in pairs if met[pair] < most]
    return tuple((first, second) for first, second in sorted(found))
