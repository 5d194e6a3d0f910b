"""A table as a PDF: heads on every page, no row cut in two, pages numbered."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.web.paper import fonts
from tournament.web.paper.drawing import Style, put, wrapped
from tournament.web.paper.pages import MARGIN, Paper, canvas_for, finished
from tournament.web.paper.sheets import Cell, Column, Sheet
from tournament.web.paper.spelling import spelled

ROW = 6.4 * mm
TEXT = 10.0
NARROWEST_TEXT = 7.5
SHADE = 0.94
READABLE, LITTLE = 0.8, 7.0
"""How much smaller a cell's text may become, and its size in two lines where that is too little."""
_GAP = 1.6 * mm


def table_pdf(sheet: Sheet, paper: Paper) -> bytes:
    """Return a sheet's table as a PDF, printed across where it is wide."""
    wide, high = paper.size(across=sheet.wide)
    canvas, data = canvas_for((wide, high), f"{sheet.heading} – {sheet.title}")
    room = wide - 2 * MARGIN
    widths = _widths(sheet.columns, room)
    # Many columns leave little room for each: smaller letters, all alike.
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
        for line in wrapped(text, room, TEXT):
            if y - ROW < MARGIN:
                canvas.showPage()
                page += 1
                y = _head(canvas, sheet, widths, high, page, wide)
            put(canvas, line, MARGIN, y - ROW + 2 * mm, room, Style(TEXT))
            y -= ROW
    return finished(canvas, data)


def _widths(columns: tuple[Column, ...], room: float) -> list[float]:
    shares = sum(column.share for column in columns)
    return [room * column.share / shares for column in columns]


def in_lines(text: str, room: float) -> list[str]:
    """Return a text in two little lines at most, or in one where it cannot be broken."""
    lines = list(wrapped(text, room, LITTLE))
    return [lines[0], " ".join(lines[1:])] if len(lines) > 1 else [text]


def _head(
    canvas: Canvas, sheet: Sheet, widths: list[float], high: float, page: int, wide: float
) -> float:
    """Draw the heading and the heads of the columns; return where the first row begins."""
    room = wide - 2 * MARGIN
    y = high - MARGIN - 5 * mm
    put(canvas, sheet.title, MARGIN, y, room - 20 * mm, Style(15, strong=True))
    put(canvas, str(page), MARGIN, y, room, Style(9, align="right"))
    y -= 6 * mm
    put(canvas, sheet.heading, MARGIN, y, room / 2, Style(10))
    put(canvas, sheet.note, MARGIN + room / 2, y, room / 2, Style(9, align="right"))
    y -= 3.5 * mm
    x = MARGIN
    for column, width in zip(sheet.columns, widths, strict=True):
        style = Style(8.5, strong=True, align="right" if column.number else "left")
        put(canvas, column.head, x + _GAP / 2, y - 4 * mm, width - _GAP, style)
        x += width
    y -= 5.6 * mm
    canvas.setLineWidth(0.8)
    canvas.line(MARGIN, y, wide - MARGIN, y)
    return y


def _row(
    canvas: Canvas,
    row: tuple[Cell, ...],
    columns: tuple[Column, ...],
    widths: list[float],
    y: float,
    size: float,
) -> None:
    x = MARGIN
    for cell, column, width in zip(row, columns, widths, strict=True):
        style = Style(size, strong=cell.strong, align="right" if column.number else "left")
        text, room = spelled(cell.text, cell.player), width - _GAP
        lines = [text] if fonts.width(text, size * READABLE) <= room else in_lines(text, room)
        if len(lines) > 1:
            style = Style(LITTLE, strong=cell.strong)
        for index, line in enumerate(lines):
            under = (len(lines) - 1) * 1.3 * mm - index * 2.7 * mm
            put(canvas, line, x + _GAP / 2, y - ROW + 2 * mm + under, room, style)
        x += width
