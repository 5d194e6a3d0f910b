"""A player's round as a cell of the standings: ``12+w2``, and the same in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.standings.crosstable import CrosstableCell, RoundRole
from tournament.state.results import Decided, Outcome


@dataclass(frozen=True, slots=True)
class CellText:
    """What stands in a cell, and the words behind it."""

    text: str
    words: str


def cell_text(cell: CrosstableCell, opponent: str) -> CellText:
    """Return a cell; ``opponent`` is the name of the other player, empty without a game."""
    if not cell.seat.game:
        return {
            RoundRole.BYE: CellText(pgettext("short for a bye", "bye"), _("bye")),
            RoundRole.ABSENT: CellText("–", _("absent")),
            RoundRole.UNPAIRED: CellText("–", _("not paired")),
        }[cell.seat]
    letter = (
        pgettext("short for Black", "b") if cell.seat is RoundRole.BLACK else pgettext("White", "w")
    )
    stones = str(cell.handicap) if cell.handicap else ""
    mark = "!" if cell.by_default else ""
    sign = "×" if cell.void else cell.sign.replace("?", "")
    return CellText(f"{cell.row}{sign}{mark}{letter}{stones}", _words(cell, opponent))


def explained_signs() -> list[tuple[str, str]]:
    """Return how to read cells: a sign, or a cell with one, and what it means."""
    black, white = pgettext("short for Black", "b"), pgettext("White", "w")
    return [
        (f"5+{black}", _("won against the player in row 5, as Black")),
        (f"5-{white}2", _("lost to the player in row 5, as White; the handicap is 2")),
        ("=", _("jigo, or no result")),
        ("×", _("void: the game does not count")),
        ("!", _("decided by absence")),
    ]


def _words(cell: CrosstableCell, opponent: str) -> str:
    colour = (
        pgettext("player", "White") if cell.seat is RoundRole.WHITE else pgettext("player", "Black")
    )
    words = _sentence(cell) % {"opponent": opponent, "colour": colour}
    if cell.result is not None:
        if cell.result.outcome is Outcome.BOTH_WIN:
            words = _("%(what)s, a win for both") % {"what": words}
        if cell.result.outcome is Outcome.BOTH_LOSE:
            words = _("%(what)s, a loss for both") % {"what": words}
        if cell.result.decided is Decided.DEFAULT:
            words = _("%(what)s, by absence") % {"what": words}
        if cell.result.decided is Decided.RULING:
            words = _("%(what)s, by ruling") % {"what": words}
    if cell.handicap > 1:
        words = _("%(what)s, handicap %(stones)d") % {"what": words, "stones": cell.handicap}
    return words


def _sentence(cell: CrosstableCell) -> str:
    """Return what came of the game, with places for the opponent and the colour."""
    if cell.void:
        return _("void game against %(opponent)s as %(colour)s")
    if cell.result is not None and cell.result.outcome is Outcome.NO_RESULT:
        return _("no result against %(opponent)s as %(colour)s")
    return {
        "+": _("won against %(opponent)s as %(colour)s"),
        "-": _("lost to %(opponent)s as %(colour)s"),
        "=": _("drew with %(opponent)s as %(colour)s"),
    }.get(cell.sign, _("against %(opponent)s as %(colour)s, no result yet"))
