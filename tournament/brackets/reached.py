"""Which place everybody has reached in a knock-out, while it is played and at its end."""

from collections.abc import Mapping

from tournament.brackets.berger import table_rounds
from tournament.brackets.elimination import EliminationRounds, most_rounds
from tournament.brackets.groups import seeds_after
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.seeding import BracketError
from tournament.brackets.tree import rounds_of
from tournament.state.parameters import Method, Parameters
from tournament.state.state import TournamentState

BRACKETS = frozenset({Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION, Method.GROUPS})
"""The methods whose final order is how far everybody has come."""
WITH_WALK_OVERS = BRACKETS | {Method.ROUND_ROBIN}
"""The methods that say beforehand who meets whom: whose opponent is absent has a walk-over."""


def last_round(rules: Parameters) -> int | None:
    """Return the round after which a table or a bracket is over.

    None where that is not settled yet. Of groups it is the last round of the knock-out after them,
    of a double elimination that of a second grand final, which may not be needed.
    """
    if rules.method is Method.ROUND_ROBIN and rules.round_robin.groups:
        largest = max(map(len, rules.round_robin.groups))
        rounds = table_rounds(largest, double=rules.round_robin.double)
        return rules.round_robin.first_round - 1 + rounds
    bracket = rules.knock_out
    if rules.method not in BRACKETS or not bracket.seeds:
        return None
    players = len(bracket.seeds)
    if rules.method is Method.DOUBLE_ELIMINATION:
        return bracket.first_round - 1 + most_rounds(players, second_final=bracket.second_final)
    return bracket.first_round - 1 + rounds_of(players)


def reached(state: TournamentState, after: int) -> Mapping[int, int]:
    """Return the best place that everybody still can have after a round of the tournament.

    Who went out in one round, and plays no more, share the best of their places, as do all who are
    still in. A game that is not decided has been lost by nobody. Who is not in the knock-out
    comes after all who are; behind groups only those are in it who have qualified, and the others
    have no place here. Nobody has one where the method has no bracket, or the bracket contradicts
    itself.
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
    out = rounds.after(after).out
    left = {number: len(rounds.seeds) for number in out.values()}
    for number in left:
        left[number] -= sum(gone <= number for gone in out.values())
    return {player: left[out[player]] + 1 if player in out else 1 for player in rounds.seeds}
