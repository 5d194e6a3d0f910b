"""The results that can be chosen from a list."""

from django.utils.translation import gettext as _

from tournament.models import Reason, Winner

CLEAR = "clear"
RESULT_CODES: dict[str, tuple[str, str]] = {
    "black": (Winner.BLACK, ""),
    "white": (Winner.WHITE, ""),
    "draw": (Winner.DRAW, ""),
    "black!": (Winner.BLACK, Reason.ABSENCE),
    "white!": (Winner.WHITE, Reason.ABSENCE),
    "both!": (Winner.BOTH, Reason.ABSENCE),
    "both": (Winner.BOTH, ""),
    "both_win": (Winner.BOTH_WIN, ""),
    "none": (Winner.NONE, ""),
    "void": (Winner.VOID, ""),
}
"""What a choice stands for: the winner and, where it is not the usual one, the reason."""


def result_choices() -> tuple[tuple[str, str], ...]:
    """Return the results to choose from, with their words."""
    return (
        ("black", _("Black wins")),
        ("white", _("White wins")),
        ("draw", _("Jigo")),
        ("black!", _("Black wins, White was absent")),
        ("white!", _("White wins, Black was absent")),
        ("both!", _("Both were absent")),
        ("both", _("Both lose")),
        ("both_win", _("Both win")),
        ("none", _("No result")),
        ("void", _("Void: the game does not count")),
        (CLEAR, _("Remove the result")),
    )
