"""Brackets that the games of a file may be of, which does not say what bracket it was."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from tournament.brackets.following import follow
from tournament.brackets.reached import reached
from tournament.brackets.seeding import BracketError
from tournament.state.criteria import Criterion
from tournament.state.methods import Consolation, KnockOut
from tournament.state.parameters import Method
from tournament.state.people import by_strength
from tournament.state.state import TournamentState


def possible_brackets(
    state: TournamentState, method: Method | None = None
) -> Iterator[TournamentState]:
    """Yield the state as a knock-out and a double elimination of its players in every variant.

    With a ``method`` only those of that. Seeds are by strength: whom the games made meet, meet all
    the same (:func:`tournament.brackets.tree.exchanged`).
    """
    seeds = tuple(by_strength(player for player in state.players if player.final))
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
    """Return the state as a bracket that all of its games can be of, None where none is found.

    Nor is one where several are, and the places reached are not the same in all: after a grand
    final that the unbeaten player has lost, nobody can tell whether there should be another.
    """
    fitting = [found for found in possible_brackets(state, method) if _followed(found)]
    after = state.played_rounds
    places = [reached(found, after) for found in fitting]
    return fitting[0] if fitting and all(found == places[0] for found in places) else None


def _followed(state: TournamentState) -> bool:
    try:
        follow(state, state.played_rounds)
    except BracketError:
        return False
    return True


def unequal_meetings(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """Return who have met less often than others of their group, as the games show groups.

    A group is everybody who is linked by games; those without any are in none.
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
