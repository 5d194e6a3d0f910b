"""Result slips, four on a sheet, and badges, ten on a sheet, as PDF."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.selectors.games import PlayerName
from tournament.web.paper import fonts
from tournament.web.paper.drawing import Style, draw_code, put, tick, wrapped
from tournament.web.paper.pages import Paper, canvas_for, finished
from tournament.web.paper.sheets import Badge, Slip
from tournament.web.paper.spelling import spelled

T = TypeVar("T")

PAD = 8 * mm
BADGE = (90 * mm, 54 * mm)
BADGE_CODE = 34 * mm
SLIP_CODE = 33 * mm
NAME_SIZES = ((17, 2), (14, 2), (11, 3), (9, 4))
"""How large a name is set on a badge, and in how many lines at most."""


def slips_pdf(slips: Sequence[Slip], paper: Paper, title: str) -> bytes:
    """Return the slips of a round, four a page, with lines to cut along."""
    wide, high = paper.size()
    return _grid(slips, paper, title, (2, 2), (wide / 2, high / 2), _slip)


def badges_pdf(badges: Sequence[Badge], paper: Paper, title: str) -> bytes:
    """Return the badges, ten a page, with lines to cut along."""
    return _grid(badges, paper, title, (2, 5), BADGE, _badge)


def _grid(
    items: Sequence[T],
    paper: Paper,
    title: str,
    shape: tuple[int, int],
    size: tuple[float, float],
    draw: Callable[[Canvas, T, float, float], None],
) -> bytes:
    """Draw items in columns and rows in the middle of the page, row by row."""
    wide, high = paper.size()
    canvas, data = canvas_for((wide, high), title)
    across, down = shape
    left, top = (wide - across * size[0]) / 2, high - (high - down * size[1]) / 2
    for index, item in enumerate(items):
        place = index % (across * down)
        if index and not place:
            canvas.showPage()
        x = left + place % across * size[0]
        y = top - (place // across + 1) * size[1]
        canvas.saveState()
        canvas.setDash(2, 3)
        canvas.setStrokeGray(0.6)
        canvas.setLineWidth(0.5)
        canvas.rect(x, y, *size)
        canvas.restoreState()
        canvas.saveState()
        canvas.translate(x, y)
        draw(canvas, item, *size)
        canvas.restoreState()
    return finished(canvas, data)


def _slip(canvas: Canvas, slip: Slip, wide: float, high: float) -> None:
    room = wide - 2 * PAD
    y = high - PAD - 3 * mm
    put(canvas, slip.heading, PAD, y, room * 0.62, Style(9))
    put(canvas, slip.round, PAD, y, room, Style(11, strong=True, align="right"))
    y -= 10 * mm
    put(canvas, slip.board, PAD, y, room, Style(20, strong=True))
    y -= 5.5 * mm
    put(canvas, slip.terms, PAD, y, room, Style(9))
    y -= 9 * mm
    for colour, filled, player in (
        (pgettext("player", "Black"), 1, slip.black),
        (pgettext("player", "White"), 0, slip.white),
    ):
        canvas.setLineWidth(0.8)
        canvas.circle(PAD + 2 * mm, y + 1.4 * mm, 2 * mm, fill=filled)
        put(canvas, colour, PAD + 6 * mm, y + 4.2 * mm, room, Style(7.5))
        put(canvas, _named(player), PAD + 6 * mm, y, room - 6 * mm, Style(12.5, strong=True))
        y -= 11.5 * mm
    y += 1 * mm
    _result(canvas, slip, y, room)
    canvas.setLineWidth(0.6)
    for index, colour in enumerate((pgettext("player", "Black"), pgettext("player", "White"))):
        line = PAD + 3 * mm + (1 - index) * 15 * mm
        canvas.line(PAD, line + 3.5 * mm, wide - PAD - SLIP_CODE - 2 * mm, line + 3.5 * mm)
        signature = _("Signature of %(colour)s") % {"colour": colour}
        put(canvas, signature, PAD, line, room - SLIP_CODE, Style(7.5))
    if slip.address:
        draw_code(canvas, slip.address, wide - PAD - SLIP_CODE + 3 * mm, PAD - 1 * mm, SLIP_CODE)
        words = _("Report by phone: open your own link on it once, then scan this.")
        lines = list(wrapped(words, SLIP_CODE, 6.5))
        for index, line_text in enumerate(lines):
            height = PAD + SLIP_CODE - 1 * mm + (len(lines) - 1 - index) * 2.7 * mm
            put(canvas, line_text, wide - PAD - SLIP_CODE + 3 * mm, height, SLIP_CODE, Style(6.5))


def _result(canvas: Canvas, slip: Slip, y: float, room: float) -> None:
    """Draw the boxes to tick: who won, and how."""
    half = room / 2
    tick(canvas, _("Black won"), PAD, y, half, 11)
    tick(canvas, _("White won"), PAD + half, y, half, 11)
    y -= 8 * mm
    tick(canvas, _("by ______ points"), PAD, y, half)
    tick(canvas, _("by resignation"), PAD + half, y, half)
    y -= 6.5 * mm
    tick(canvas, _("on time"), PAD, y, half)
    tick(canvas, _("opponent absent"), PAD + half, y, half)
    if slip.jigo:
        y -= 6.5 * mm
        tick(canvas, _("jigo (a draw)"), PAD, y, half)


def _badge(canvas: Canvas, badge: Badge, wide: float, high: float) -> None:
    pad = 5 * mm
    room = wide - 2 * pad - (BADGE_CODE + 1 * mm if badge.address else 0)
    put(canvas, badge.heading, pad, high - pad - 3 * mm, wide - 2 * pad, Style(8))
    size, lines = _name_lines(spelled(badge.player.name, badge.player.number), room)
    y = high - 19 * mm
    for line in lines:
        put(canvas, line, pad, y, room, Style(size, strong=True))
        y -= size * 1.25
    y -= 1 * mm + (NAME_SIZES[0][0] - size) * 0.5
    if badge.player.rank:
        put(canvas, badge.player.rank, pad, y, room, Style(15))
    where = " · ".join(part for part in (badge.player.club, badge.country) if part)
    put(canvas, where, pad, pad + 5.5 * mm, room, Style(9))
    put(canvas, f"#{badge.player.number}", pad, pad, room, Style(9))
    if badge.address:
        draw_code(canvas, badge.address, wide - pad - BADGE_CODE + 2 * mm, 9 * mm, BADGE_CODE)
        put(
            canvas,
            _("your private link"),
            wide - pad - BADGE_CODE + 2 * mm,
            6.5 * mm,
            BADGE_CODE,
            Style(6.5, align="middle"),
        )


def _name_lines(name: str, room: float) -> tuple[float, list[str]]:
    """Return a name in as many lines as fit, as large as it goes."""
    for size, most in NAME_SIZES:
        lines = list(wrapped(name, room, size))
        if len(lines) <= most and all(fonts.width(line, size) <= room for line in lines):
            return size, lines
    return size, [*lines[: most - 1], " ".join(lines[most - 1 :])]


def _named(player: PlayerName) -> str:
    name = spelled(player.name, player.number)
    return f"{name} ({player.rank})" if player.rank else name
