"""Games beside a bracket or a table: between players who are out, or made up in another round."""

from collections.abc import Callable

from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.tables import due_games, groups_of, in_tables
from tournament.state.parameters import Method
from tournament.state.state import TournamentState

Beside = Callable[[tuple[int, int]], bool]


def outside_bracket_predicate(state: TournamentState, number: int) -> Beside:
    """Return a predicate that tells whether a pair's game in a round is beside bracket or table.

    In a knock-out it is if neither player is still in it, or ever was; in a table, if neither is in
    a group, or if the game is due in another round and was not played there. Raises BracketError
    for a bracket that cannot be followed up to that round.
    """
    before = state.before(number)
    if in_tables(state.parameters, number):
        return _of_another_round(state, number)
    if state.parameters.method is Method.DOUBLE_ELIMINATION:
        return _outside(frozenset(EliminationRounds(before).after(number - 1).still_in))
    tree = KnockOutRounds(before).tree(number - 1)
    return _outside(frozenset(player for found in tree.brackets for player in found.players))


def _outside(inside: frozenset[int]) -> Beside:
    return lambda pair: inside.isdisjoint(pair)


def _of_another_round(state: TournamentState, number: int) -> Beside:
    groups = groups_of(state)
    members = frozenset(player for group in groups for player in group)
    last = state.parameters.round_robin.first_round + 2 * len(members)
    played = {(game.round, frozenset(game.players)) for game in state.counted_games()}
    missing = {
        frozenset(due.players)
        for due in due_games(state, groups, last)
        if due.round != number and (due.round, frozenset(due.players)) not in played
    }
    return lambda pair: members.isdisjoint(pair) or frozenset(pair) in missing
