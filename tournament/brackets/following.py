"""Following a bracket through its rounds, whether a knock-out or a double elimination."""

from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.knock_out import KnockOutRounds
from tournament.state.parameters import Method
from tournament.state.state import TournamentState


def bracket_rounds(
    state: TournamentState, *, lenient: bool = False
) -> KnockOutRounds | EliminationRounds:
    """Return the object that follows the bracket of a state whose method has one.

    If ``lenient``, an undecided game counts as lost by nobody and is not an error.
    """
    if state.parameters.method is Method.DOUBLE_ELIMINATION:
        return EliminationRounds(state, lenient=lenient)
    return KnockOutRounds(state, lenient=lenient)


def follow_bracket(state: TournamentState, after: int) -> None:
    """Follow a bracket to the end of a round. Raises BracketError if it cannot get there."""
    rounds = bracket_rounds(state)
    if isinstance(rounds, EliminationRounds):
        rounds.after(after)
    else:
        rounds.tree(after)
