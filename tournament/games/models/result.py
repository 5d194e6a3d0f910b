"""The result of a game: its words, its value, and the one rule for what goes together."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.fields.models import MarginField

MARGIN_HALVES = (1, 2500)
WRITE_MARGIN = _("Write the margin in points, such as 3.5 or 12.")
MARGIN_WITHOUT_POINTS = _(
    "Only a win by points has a margin: choose “By points”, or clear this field."
)


class Winner(models.TextChoices):
    """Who won."""

    BLACK = "black", _("Black")
    WHITE = "white", _("White")
    DRAW = "draw", _("Jigo")
    BOTH = "both", _("Both lose")
    BOTH_WIN = "both_win", _("Both win")
    NONE = "none", _("No result")
    VOID = "void", _("Void")


OTHER_SIDE: Mapping[str, Winner] = MappingProxyType(
    {Winner.BLACK: Winner.WHITE, Winner.WHITE: Winner.BLACK}
)
"""The opponent of each side."""


class Reason(models.TextChoices):
    """How the game was decided."""

    SCORE = "score", _("by points")
    RESIGNATION = "resignation", _("by resignation")
    TIME = "time", _("on time")
    FORFEIT = "forfeit", _("by forfeit")
    ABSENCE = "absence", _("by absence")
    TIE = "tie", _("by equal scores")
    RULING = "ruling", _("by ruling")
    BOTH_LOSE = "both_lose", _("both players lose")
    VOID = "void", _("no result")
    UNKNOWN = "unknown", _("reason not given")


WON = (Winner.BLACK, Winner.WHITE)


@dataclass(frozen=True, slots=True)
class Result:
    """A result as the tables store it; the margin is in half-points."""

    winner: str
    reason: str = ""
    """How the game was won; empty for the usual way."""
    margin_half: int | None = None

    def __str__(self) -> str:
        return f"{self.winner} {self.reason} {self.margin_half}"

    def columns(self) -> dict[str, Any]:
        """Return the result as the columns of a game."""
        return asdict(self)


def margin_column() -> MarginField:
    """Return a model field for a margin in half-points."""
    return MarginField(
        _("Points, if it was by points"),
        null=True,
        blank=True,
        limits=MARGIN_HALVES,
        beyond=WRITE_MARGIN,
    )


def result_rule(prefix: str = "") -> Q:
    """Return the condition that a recorded result makes sense.

    ``prefix`` precedes the three column names ``winner``, ``reason`` and ``margin_half``. A margin
    (in half-points, above 0) goes with a win by points and with nothing else. Any outcome may also
    be due to absence or to a ruling.
    """

    def where(**columns: object) -> Q:
        return Q(**{f"{prefix}{name}": value for name, value in columns.items()})

    one_won = where(winner__in=[Winner.BLACK, Winner.WHITE])
    by_points = where(reason=Reason.SCORE)
    otherwise = where(
        reason__in=[
            Reason.RESIGNATION,
            Reason.TIME,
            Reason.FORFEIT,
            Reason.ABSENCE,
            Reason.TIE,
            Reason.RULING,
            Reason.UNKNOWN,
        ]
    )
    no_margin = where(margin_half__isnull=True)
    rulings = [Reason.UNKNOWN, Reason.ABSENCE, Reason.RULING]
    without_winner = {
        Winner.DRAW: [Reason.SCORE, *rulings],
        Winner.BOTH: [Reason.BOTH_LOSE, *rulings],
        Winner.BOTH_WIN: rulings,
        Winner.NONE: [Reason.VOID, *rulings],
        Winner.VOID: rulings,
    }
    rule = (one_won & by_points & where(margin_half__gt=0, margin_half__isnull=False)) | (
        one_won & otherwise & no_margin
    )
    for winner, reasons in without_winner.items():
        rule |= where(winner=winner, reason__in=reasons) & no_margin
    return rule
