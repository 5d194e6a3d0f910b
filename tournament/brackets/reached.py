"""The place that everybody has reached in a knock-out, during and after it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from tournament.brackets.berger import table_rounds
from tournament.brackets.elimination import EliminationRounds, most_rounds
from tournament.brackets.groups import seeds_after
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.seeding import BracketError
from tournament.brackets.tree import rounds_of
from tournament.state.parameters import Method, Parameters
from tournament.state.state import TournamentState

BRACKETS = frozenset({Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION, Method.GROUPS})
"""The methods whose final order is how far everybody has got."""
WITH_WALK_OVERS = BRACKETS | {Method.ROUND_ROBIN}
"""The methods that say beforehand who meets whom: an absent opponent means a walk-over."""


def last_round(rules: Parameters) -> int | None:
    """Return the last round of a table or a bracket; None if it is not settled yet.

    For groups it is the last round of the knock-out after them, for a double elimination that of a
    second grand final, which may not be needed (see :func:`ending`).
    """
    bracket, groups = rules.knock_out, rules.round_robin.groups
    in_groups = rules.method is Method.GROUPS and not bracket.seeds
    if groups and (in_groups or rules.method is Method.ROUND_ROBIN):
        rounds = table_rounds(max(map(len, groups)), double=rules.round_robin.double)
        if in_groups:
            rounds += rounds_of(sum(min(rules.qualification.best, len(group)) for group in groups))
        return rules.round_robin.first_round - 1 + rounds
    if rules.method not in BRACKETS or not bracket.seeds:
        return None
    players = len(bracket.seeds)
    if rules.method is Method.DOUBLE_ELIMINATION:
        return bracket.first_round - 1 + most_rounds(players, second_final=bracket.second_final)
    return bracket.first_round - 1 + rounds_of(players)


def bracket_rounds_of(rules: Parameters, players: int) -> tuple[int, int] | None:
    """Return the earliest and the latest last round of a bracket of this many players.

    They differ only for a double elimination whose grand final may be played twice. None if the
    method is not a bracket from its first round on.
    """
    before, entered = rules.knock_out.first_round - 1, max(2, players)
    if rules.method is Method.KNOCK_OUT:
        return before + rounds_of(entered), before + rounds_of(entered)
    if rules.method is Method.DOUBLE_ELIMINATION:
        second = rules.knock_out.second_final
        least, most = (most_rounds(entered, second_final=twice) for twice in (False, second))
        return before + least, before + most
    return None


def planned_rounds(rules: Parameters) -> int:
    """Return the number of rounds of a tournament: as many as are set, or as its bracket takes.

    A knock-out of 8 is over after 3 rounds and one of 33 after 6, whatever was set; a table may be
    stopped sooner, but has no more rounds than its own. For a double elimination it is the most it
    may take.
    """
    last = last_round(rules)
    if last is None:
        return rules.scoring.rounds
    return last if rules.method in BRACKETS else min(rules.scoring.rounds, last)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a tournament as seen after one of its rounds.

    ``last`` is the number of its last round; ``winner`` is who has won its bracket. A settled
    bracket is ``open`` until somebody has won.
    """

    last: int
    winner: int | None = None
    open: bool = False


def ending(state: TournamentState, after: int) -> Ending:
    """Return in which round a tournament ends, as it stands after a round, and who has won.

    A double elimination ends with the round in which it is decided, no sooner: if both players in
    the grand final have lost once, there is one more round.
    """
    rules = state.parameters
    places = best_places(state, after) if after else {}
    first = [player for player, place in places.items() if place == 1]
    winner = first[0] if len(first) == 1 and len(state.players) > 1 else None
    settled = rules.method in BRACKETS and last_round(rules) is not None
    last = planned_rounds(rules)
    if settled and rules.method is Method.DOUBLE_ELIMINATION:
        with suppress(BracketError):  # the pairing itself reports what is wrong with the seeds
            last = _last_of_elimination(state.before(after + 1), after)
    return Ending(last, winner, open=settled and winner is None)


def _last_of_elimination(state: TournamentState, after: int) -> int:
    """Return a double elimination's last round; raises BracketError if a seed is not a player."""
    rounds = EliminationRounds(state, lenient=True)
    first = state.parameters.knock_out.first_round
    usual = first - 1 + most_rounds(len(rounds.seeds), second_final=False)
    over = rounds.after(after)
    if len(over.still_in) < 2:
        return max(over.second_loss.values(), default=first - 1)
    try:
        position = EliminationRounds(state).after(after)
    except BracketError:
        return max(usual, after)  # nobody can go on until that round is decided
    if len(position.still_in) == 2 and position.lower:
        return max(after, first - 1) + 1
    return max(usual, after + 2)


def best_places(state: TournamentState, after: int) -> Mapping[int, int]:
    """Return the best place that each player can still have after a round of the tournament.

    Players who went out in the same round and have finished share the best of their places, as do
    all who are still in. An undecided game counts as lost by nobody. Players who are not in the
    knock-out come after all who are; after groups, only those who qualified are in it, and the
    others have no place here. Nobody has one if the method has no bracket or the bracket
    contradicts itself.
    """
    method = state.parameters.method
    groups = method is Method.GROUPS
    if method not in BRACKETS or (groups and not seeds_after(state, after)):
        return {}
    state = state.before(after + 1)
    try:
        found = (
            _eliminated(state, after) if method is Method.DOUBLE_ELIMINATION else _out(state, after)
        )
    except BracketError:
        return {}
    if groups:
        return found
    last = len(found) + 1
    return {player.id: found.get(player.id, last) for player in state.players}


def _out(state: TournamentState, after: int) -> dict[int, int]:
    rounds = KnockOutRounds(state, lenient=True)
    places = {place.player: place.first for place in rounds.tree(after).places}
    return places | rounds.undecided


def _eliminated(state: TournamentState, after: int) -> dict[int, int]:
    rounds = EliminationRounds(state, lenient=True)
    out = rounds.after(after).second_loss
    left = {number: len(rounds.seeds) for number in out.values()}
    for number in left:
        left[number] -= sum(gone <= number for gone in out.values())
    return {player: left[out[player]] + 1 if player in out else 1 for player in rounds.seeds}
