"""Claimed results converted between the rules core (points) and the database (half-points)."""

from django.utils.translation import gettext_lazy as _

from adjudication.models import Submission
from adjudication.rules import claims as core
from tournament.errors import UserError
from tournament.games import words
from tournament.games.models.result import MARGIN_HALVES
from tournament.models import Reason, Winner
from tournament.models import Result as Result

_WINNER = {
    core.ClaimWinner.BLACK: Winner.BLACK,
    core.ClaimWinner.WHITE: Winner.WHITE,
    core.ClaimWinner.DRAW: Winner.DRAW,
    core.ClaimWinner.NONE: Winner.NONE,
}
_CORE_WINNER = {column: word for word, column in _WINNER.items()}
WINNERS = tuple(_CORE_WINNER)
REASONS = tuple(reason.value for reason in core.ClaimReason)
"""Who can have won, and how, in a player's report."""


def claim_of_submission(submission: Submission) -> Result:
    """Return the result that a report claims."""
    return Result(submission.claim_winner, submission.claim_reason, submission.claim_margin_half)


def result_columns(claim: core.Claim | str) -> Result:
    """Return the columns of a claim, given as a value or as text (``W+3.5``).

    Raises UserError (field ``claim`` or ``margin``) if it is not a result that a player can report.
    """
    if isinstance(claim, str):
        if core.wins_by_zero(claim):
            raise UserError(
                "margin",
                field="margin",
                text=_(
                    "Nobody wins by 0 points: give the margin, such as W+3.5, or “jigo” where the "
                    "scores are equal."
                ),
            )
        read = core.parse_claim(claim)
        if read is None:
            raise UserError(
                "claim_unreadable", field="claim", text=_("Say the result, for example W+3.5.")
            )
        claim = read
    winner = _WINNER[core.ClaimWinner(claim.winner)]
    reason = Reason(core.ClaimReason(claim.reason).value)
    if winner == Winner.DRAW:
        reason = Reason.SCORE
    elif winner == Winner.NONE:
        reason = Reason.VOID
    elif reason == Reason.VOID:
        raise UserError("claim", field="claim", text=_("Say how the game was won."))
    if winner in (Winner.DRAW, Winner.NONE) or reason != Reason.SCORE:
        return Result(winner, reason, None)
    half = 2 * (claim.margin or 0)
    if half != int(half) or not MARGIN_HALVES[0] <= half <= MARGIN_HALVES[1]:
        raise UserError(
            "margin",
            field="margin",
            text=_("The margin is a number of points above 0, in whole or half points."),
        )
    return Result(winner, reason, int(half))


def loss_on_time(colour: str) -> Result:
    """Return the result that the player of ``colour`` has lost on time."""
    return Result(words.other_colour(colour), Reason.TIME, None)


def claim_of(result: Result) -> core.Claim:
    """Return the claim in the columns of a result.

    Raises UserError (field ``claim``) for a result that no player can report: by absence, by a
    ruling, or with both losing.
    """
    if result.winner not in WINNERS or result.reason not in REASONS:
        raise UserError(
            "claim", field="claim", text=_("This is not a result that a player can report.")
        )
    return core.Claim(
        _CORE_WINNER[Winner(result.winner)],
        core.ClaimReason(result.reason),
        None if result.margin_half is None else result.margin_half / 2,
    )
