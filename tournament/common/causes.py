"""The causes of cases in words, for the referee's pages and the settings."""

from django.utils.translation import gettext as _

from adjudication.policy.causes import Cause


def cause_title(cause: str) -> str:
    """Return in a few words what a case is about."""
    titles = {
        Cause.CLAIMS_DIFFER: _("Two different results"),
        Cause.CONTESTED: _("Contested result"),
        Cause.CONTRADICTED: _("The record gives another result"),
        Cause.NOT_REPORTED: _("No result reported"),
        Cause.ILLEGAL_MOVE: _("Illegal move"),
        Cause.CYCLE: _("Did the same position come back?"),
        Cause.DEAD_STONES: _("No agreement on dead stones"),
        Cause.EFFECTIVE_MOVE: _("A move was found after the stop"),
        Cause.DISPLACED_STONE: _("Displaced stone"),
        Cause.OBJECTION: _("Objection to the result"),
        Cause.WRONG_RECORD: _("The record may be of another game"),
        Cause.DUPLICATE_RECORD: _("One record for two games"),
        Cause.DAMAGED_RECORD: _("An unclear place in the record"),
        Cause.ABSENCE: _("A player did not come"),
        Cause.LATE: _("A player came late"),
        Cause.TIME: _("Time or clock"),
        Cause.OUTSIDE_HELP: _("Suspected outside help"),
        Cause.ACCOUNT_SHARING: _("Suspected account sharing"),
        Cause.CONDUCT: _("Conduct"),
        Cause.OTHER: _("Something else"),
    }
    return next((title for known, title in titles.items() if known == cause), cause)
