"""Results between the tables' two columns and the values of the cores."""

from tournament.models import Reason, Winner
from tournament.state.results import UNKNOWN, Decided, Outcome, Result

_OUTCOMES = {
    Winner.BLACK: Outcome.BLACK,
    Winner.WHITE: Outcome.WHITE,
    Winner.DRAW: Outcome.JIGO,
    Winner.BOTH: Outcome.BOTH_LOSE,
    Winner.BOTH_WIN: Outcome.BOTH_WIN,
    Winner.NONE: Outcome.NO_RESULT,
    Winner.VOID: Outcome.VOID,
}
_DECIDED = {Reason.ABSENCE: Decided.DEFAULT, Reason.RULING: Decided.RULING}
_WINNERS = {outcome: winner for winner, outcome in _OUTCOMES.items()}
_REASONS = {
    Decided.PLAY: Reason.UNKNOWN,
    Decided.DEFAULT: Reason.ABSENCE,
    Decided.RULING: Reason.RULING,
}


def result_value(winner: str, reason: str) -> Result:
    """Return the result that a game's columns hold; the unknown one for empty columns."""
    if not winner:
        return UNKNOWN
    return Result(_OUTCOMES[Winner(winner)], _DECIDED.get(Reason(reason), Decided.PLAY))


def result_columns(result: Result) -> tuple[str, str]:
    """Return winner and reason of a result of which nothing more is known; empty without one."""
    if not result.known:
        return "", ""
    return _WINNERS[result.outcome], _REASONS[result.decided]
