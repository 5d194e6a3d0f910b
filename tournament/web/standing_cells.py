"""A player's round as a cell of the standings: ``12+w2``, and the same in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.standings.crosstable import Cell, Seat


@dataclass(frozen=True, slots=True)
class CellText:
    """What stands in a cell, and the words behind it."""

    text: str
    words: str


def cell_text(cell: Cell, opponent: str) -> CellText:
    """Return a cell; ``opponent`` is the name of the other player, empty without a game."""
    if not cell.seat.game:
        return {
            Seat.BYE: CellText(pgettext("short for a bye", "bye"), _("bye")),
            Seat.ABSENT: CellText("–", _("absent")),
            Seat.UNPAIRED: CellText("–", _("not paired")),
        }[cell.seat]
    colour = pgettext("player", "White") if cell.seat is Seat.WHITE else pgettext("player", "Black")
    letter = pgettext("short for Black", "b") if cell.seat is Seat.BLACK else pgettext("White", "w")
    stones = str(cell.handicap) if cell.handicap else ""
    mark = "!" if cell.by_default else ""
    result = {
        "+": _("won against %(opponent)s as %(colour)s"),
        "-": _("lost to %(opponent)s as %(colour)s"),
        "=": _("drew with %(opponent)s as %(colour)s"),
    }.get(cell.sign, _("against %(opponent)s as %(colour)s"))
    words = result % {"opponent": opponent, "colour": colour}
    if cell.by_default:
        words = _("%(what)s, by absence") % {"what": words}
    if cell.handicap > 1:
        words = _("%(what)s, handicap %(stones)d") % {"what": words, "stones": cell.handicap}
    sign = cell.sign if cell.sign != "?" else ""
    return CellText(f"{cell.row}{sign}{mark}{letter}{stones}", words)
