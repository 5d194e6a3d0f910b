"""PDF pages: text, boxes and QR codes, tables, result slips, badges. Lengths are in points."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab import rl_config
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tournament.common.addresses import code_strokes
from tournament.games.selectors import PlayerName
from tournament.printing import fonts
from tournament.printing.fonts import printable_name
from tournament.printing.sheets import NameBadge, Sheet, SheetCell, SheetColumn, Slip

rl_config.useA85 = 0
"""Write pages as bytes: as text they take more time and a quarter more space."""
SMALLEST = 0.55
"""How much smaller a text may become to fit, before it is cut."""
_FILL, _FILL_AND_STROKE = 0, 2
BOX_SIDE = 0.6
"""The side of the box that stands for a letter, relative to the text's size."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: its size, whether it is bold, and where it begins."""

    size: float = 10
    strong: bool = False
    align: str = "left"


def draw_text(canvas: Canvas, text: str, x: float, y: float, room: float, style: Style) -> None:
    """Write a line into ``room`` points from ``x``: shrunk if it is too long, then cut."""
    size, parts = _fitted(text, room, style.size)
    wide = sum(fonts.run_width(part, size) for part in parts)
    if style.align == "right":
        x += room - wide
    elif style.align == "middle":
        x += (room - wide) / 2
    for part in parts:
        if part.font:
            _write(canvas, part, x, y, size, strong=style.strong)
        else:
            _boxes(canvas, part, x, y, size)
        x += fonts.run_width(part, size)


def _write(
    canvas: Canvas, part: fonts.Run, x: float, y: float, size: float, *, strong: bool
) -> None:
    # The fonts come in one weight; a thin stroke around the letters makes them bold.
    canvas.setLineWidth(size / 32)
    line = canvas.beginText(x, y)
    line.setFont(part.font, size)
    line.setTextRenderMode(_FILL_AND_STROKE if strong else _FILL)
    line.textOut(part.text)
    line.setTextRenderMode(_FILL)
    canvas.drawText(line)


def _boxes(canvas: Canvas, part: fonts.Run, x: float, y: float, size: float) -> None:
    side = size * BOX_SIDE
    step = fonts.run_width(part, size) / len(part.text)
    canvas.setLineWidth(size / 20)
    for index in range(len(part.text)):
        canvas.rect(x + index * step, y, side * 0.9, side)


def _fitted(text: str, room: float, size: float) -> tuple[float, tuple[fonts.Run, ...]]:
    """Return the size and the runs of a text; one that is too long ends in an ellipsis."""
    parts = fonts.font_runs(text)
    wide = sum(fonts.run_width(part, size) for part in parts)
    if wide <= room:
        return size, parts
    smaller = size * max(room / wide, SMALLEST)
    if wide * smaller / size <= room + 0.01:
        return smaller, parts
    while text and fonts.text_width(f"{text}…", smaller) > room:
        text = text[:-1]
    return smaller, fonts.font_runs(f"{text}…")


def wrap_text(text: str, room: float, size: float) -> Iterator[str]:
    """Yield the lines of a text broken at spaces to fit."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and fonts.text_width(longer, size) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def draw_code(canvas: Canvas, text: str, x: float, y: float, side: float) -> None:
    """Draw a QR code, including its quiet zone, into a square."""
    modules, strokes = code_strokes(text)
    module = side / modules
    canvas.saveState()
    canvas.translate(x, y + side)
    canvas.scale(module, -module)
    # One path: some readers show hairlines between pieces that are filled separately. Whole numbers
    # are written directly: with many codes, ``rect`` would take most of the time.
    path = PDFPathObject(["n", *(f"{left} {top} {long} 1 re" for left, top, long in strokes)])
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def draw_checkbox(
    canvas: Canvas, label: str, x: float, y: float, room: float, size: float = 9.5
) -> None:
    """Draw a checkbox with its label."""
    side = size * 0.95
    canvas.setLineWidth(0.8)
    canvas.rect(x, y - 1.2, side, side)
    draw_text(canvas, label, x + side + 4, y, room - side - 4, Style(size))


# --- Sheets of paper ---


MARGIN = 12 * mm
_NAME = "Shinpan"


class Paper(Enum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"

    def size(self, *, across: bool = False) -> tuple[float, float]:
        """Return width and height in points."""
        wide, high = A4 if self is Paper.A4 else LETTER
        return (high, wide) if across else (wide, high)


def canvas_for(size: tuple[float, float], title: str) -> tuple[Canvas, io.BytesIO]:
    """Return a new file to draw on, and the buffer for its bytes.

    The file does not say when it was made, so that the same sheet gives the same file.
    """
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=size, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator(_NAME)
    canvas.setAuthor(_NAME)
    return canvas, data


def finish_pdf(canvas: Canvas, data: io.BytesIO) -> bytes:
    """Return the bytes of a file after its last page was drawn."""
    canvas.showPage()
    canvas.save()
    return data.getvalue()


# --- Tables: headings on every page, rows never split, pages numbered ---


ROW = 6.4 * mm
TEXT = 10.0
NARROWEST_TEXT = 7.5
SHADE = 0.94
READABLE, LITTLE = 0.8, 7.0
"""How much smaller a cell's text may become, and its size in two lines if that is not enough."""
_GAP = 1.6 * mm


def table_pdf(sheet: Sheet, paper: Paper) -> bytes:
    """Return a sheet's table as a PDF, in landscape if it is wide."""
    wide, high = paper.size(across=sheet.wide)
    canvas, data = canvas_for((wide, high), f"{sheet.heading} – {sheet.title}")
    room = wide - 2 * MARGIN
    widths = _widths(sheet.columns, room)
    # Many columns leave little room for each: smaller letters, the same size for all.
    size = max(NARROWEST_TEXT, min(TEXT, TEXT * room / (mm * 9.5 * len(sheet.columns))))
    page, y = 1, _head(canvas, sheet, widths, high, 1, wide)
    for index, row in enumerate(sheet.rows):
        if y - ROW < MARGIN + ROW:
            canvas.showPage()
            page += 1
            y = _head(canvas, sheet, widths, high, page, wide)
        if index % 2:
            canvas.setFillGray(SHADE)
            canvas.rect(MARGIN, y - ROW, room, ROW, stroke=0, fill=1)
            canvas.setFillGray(0)
        _row(canvas, row, sheet.columns, widths, y, size)
        y -= ROW
    for text in sheet.below:
        for line in wrap_text(text, room, TEXT):
            if y - ROW < MARGIN:
                canvas.showPage()
                page += 1
                y = _head(canvas, sheet, widths, high, page, wide)
            draw_text(canvas, line, MARGIN, y - ROW + 2 * mm, room, Style(TEXT))
            y -= ROW
    return finish_pdf(canvas, data)


def _widths(columns: tuple[SheetColumn, ...], room: float) -> list[float]:
    shares = sum(column.share for column in columns)
    return [room * column.share / shares for column in columns]


def split_in_lines(text: str, room: float) -> list[str]:
    """Return a text in at most two small lines, or in one if it cannot be broken."""
    lines = list(wrap_text(text, room, LITTLE))
    return [lines[0], " ".join(lines[1:])] if len(lines) > 1 else [text]


def _head(
    canvas: Canvas, sheet: Sheet, widths: list[float], high: float, page: int, wide: float
) -> float:
    """Draw the title and the column headings; return where the first row begins."""
    room = wide - 2 * MARGIN
    y = high - MARGIN - 5 * mm
    draw_text(canvas, sheet.title, MARGIN, y, room - 20 * mm, Style(15, strong=True))
    draw_text(canvas, str(page), MARGIN, y, room, Style(9, align="right"))
    y -= 6 * mm
    draw_text(canvas, sheet.heading, MARGIN, y, room / 2, Style(10))
    draw_text(canvas, sheet.note, MARGIN + room / 2, y, room / 2, Style(9, align="right"))
    y -= 3.5 * mm
    x = MARGIN
    for column, width in zip(sheet.columns, widths, strict=True):
        style = Style(8.5, strong=True, align="right" if column.number else "left")
        draw_text(canvas, column.head, x + _GAP / 2, y - 4 * mm, width - _GAP, style)
        x += width
    y -= 5.6 * mm
    canvas.setLineWidth(0.8)
    canvas.line(MARGIN, y, wide - MARGIN, y)
    return y


def _row(
    canvas: Canvas,
    row: tuple[SheetCell, ...],
    columns: tuple[SheetColumn, ...],
    widths: list[float],
    y: float,
    size: float,
) -> None:
    x = MARGIN
    for cell, column, width in zip(row, columns, widths, strict=True):
        style = Style(size, strong=cell.strong, align="right" if column.number else "left")
        text, room = printable_name(cell.text, cell.player), width - _GAP
        lines = (
            [text]
            if fonts.text_width(text, size * READABLE) <= room
            else split_in_lines(text, room)
        )
        if len(lines) > 1:
            style = Style(LITTLE, strong=cell.strong)
        for index, line in enumerate(lines):
            under = (len(lines) - 1) * 1.3 * mm - index * 2.7 * mm
            draw_text(canvas, line, x + _GAP / 2, y - ROW + 2 * mm + under, room, style)
        x += width


# --- Result slips, four per sheet, and badges, ten per sheet ---


T = TypeVar("T")

PAD = 8 * mm
BADGE = (90 * mm, 54 * mm)
BADGE_CODE = 34 * mm
SLIP_CODE = 33 * mm
NAME_SIZES = ((17, 2), (14, 2), (11, 3), (9, 4))
"""The sizes of a name on a badge, each with the most lines it may take."""


def slips_pdf(slips: Sequence[Slip], paper: Paper, title: str) -> bytes:
    """Return the slips of a round, four per page, with lines to cut along."""
    wide, high = paper.size()
    return _grid(slips, paper, title, (2, 2), (wide / 2, high / 2), _slip)


def badges_pdf(badges: Sequence[NameBadge], paper: Paper, title: str) -> bytes:
    """Return the badges, ten per page, with lines to cut along."""
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
    return finish_pdf(canvas, data)


def _slip(canvas: Canvas, slip: Slip, wide: float, high: float) -> None:
    room = wide - 2 * PAD
    y = high - PAD - 3 * mm
    draw_text(canvas, slip.heading, PAD, y, room * 0.62, Style(9))
    draw_text(canvas, slip.round, PAD, y, room, Style(11, strong=True, align="right"))
    y -= 10 * mm
    draw_text(canvas, slip.board, PAD, y, room, Style(20, strong=True))
    y -= 5.5 * mm
    draw_text(canvas, slip.terms, PAD, y, room, Style(9))
    y -= 9 * mm
    for colour, filled, player in (
        (pgettext("player", "Black"), 1, slip.black),
        (pgettext("player", "White"), 0, slip.white),
    ):
        canvas.setLineWidth(0.8)
        canvas.circle(PAD + 2 * mm, y + 1.4 * mm, 2 * mm, fill=filled)
        draw_text(canvas, colour, PAD + 6 * mm, y + 4.2 * mm, room, Style(7.5))
        draw_text(
            canvas, _name_to_print(player), PAD + 6 * mm, y, room - 6 * mm, Style(12.5, strong=True)
        )
        y -= 11.5 * mm
    y += 1 * mm
    _result(canvas, slip, y, room)
    canvas.setLineWidth(0.6)
    for index, colour in enumerate((pgettext("player", "Black"), pgettext("player", "White"))):
        line = PAD + 3 * mm + (1 - index) * 15 * mm
        canvas.line(PAD, line + 3.5 * mm, wide - PAD - SLIP_CODE - 2 * mm, line + 3.5 * mm)
        signature = _("Signature of %(colour)s") % {"colour": colour}
        draw_text(canvas, signature, PAD, line, room - SLIP_CODE, Style(7.5))
    if slip.address:
        draw_code(canvas, slip.address, wide - PAD - SLIP_CODE + 3 * mm, PAD - 1 * mm, SLIP_CODE)
        words = _("Report by phone: open your own link on it once, then scan this.")
        lines = list(wrap_text(words, SLIP_CODE, 6.5))
        for index, line_text in enumerate(lines):
            height = PAD + SLIP_CODE - 1 * mm + (len(lines) - 1 - index) * 2.7 * mm
            draw_text(
                canvas, line_text, wide - PAD - SLIP_CODE + 3 * mm, height, SLIP_CODE, Style(6.5)
            )


def _result(canvas: Canvas, slip: Slip, y: float, room: float) -> None:
    """Draw the checkboxes: who won, and how."""
    half = room / 2
    draw_checkbox(canvas, _("Black won"), PAD, y, half, 11)
    draw_checkbox(canvas, _("White won"), PAD + half, y, half, 11)
    y -= 2.5 * mm
    canvas.setLineWidth(0.5)
    canvas.line(PAD, y, PAD + room, y)
    y -= 5.5 * mm
    draw_checkbox(canvas, _("by ______ points"), PAD, y, half)
    draw_checkbox(canvas, _("by resignation"), PAD + half, y, half)
    y -= 6.5 * mm
    draw_checkbox(canvas, _("on time"), PAD, y, half)
    draw_checkbox(canvas, _("opponent absent"), PAD + half, y, half)
    if slip.jigo:
        y -= 6.5 * mm
        draw_checkbox(canvas, _("jigo (a draw)"), PAD, y, half)
    elif slip.tie:
        y -= 6.5 * mm
        draw_checkbox(canvas, slip.tie, PAD, y, 2 * half)


def _badge(canvas: Canvas, badge: NameBadge, wide: float, high: float) -> None:
    pad = 5 * mm
    room = wide - 2 * pad - (BADGE_CODE + 1 * mm if badge.address else 0)
    draw_text(canvas, badge.heading, pad, high - pad - 3 * mm, wide - 2 * pad, Style(8))
    size, lines = _name_lines(printable_name(badge.player.name, badge.player.number), room)
    y = high - 19 * mm
    for line in lines:
        draw_text(canvas, line, pad, y, room, Style(size, strong=True))
        y -= size * 1.25
    y -= 1 * mm + (NAME_SIZES[0][0] - size) * 0.5
    if badge.player.rank:
        draw_text(canvas, badge.player.rank, pad, y, room, Style(15))
    if badge.partner:
        partner = printable_name(badge.partner, badge.player.number)
        told = _("with %(partner)s") % {"partner": partner}
        draw_text(canvas, told, pad, y - 4.5 * mm, room, Style(9))
    where = " · ".join(part for part in (badge.player.club, badge.country) if part)
    draw_text(canvas, where, pad, pad + 5.5 * mm, room, Style(9))
    draw_text(canvas, f"#{badge.player.number}", pad, pad, room, Style(9))
    if badge.address:
        draw_code(canvas, badge.address, wide - pad - BADGE_CODE + 2 * mm, 9 * mm, BADGE_CODE)
        draw_text(
            canvas,
            _("your private link"),
            wide - pad - BADGE_CODE + 2 * mm,
            6.5 * mm,
            BADGE_CODE,
            Style(6.5, align="middle"),
        )


def _name_lines(name: str, room: float) -> tuple[float, list[str]]:
    """Return a name's size and lines, as large as fits."""
    for size, most in NAME_SIZES:
        lines = list(wrap_text(name, room, size))
        if len(lines) <= most and all(fonts.text_width(line, size) <= room for line in lines):
            return size, lines
    return size, [*lines[: most - 1], " ".join(lines[most - 1 :])]


def _name_to_print(player: PlayerName) -> str:
    name = printable_name(player.distinct_name, player.number)
    return f"{name} ({player.rank})" if player.rank else name
