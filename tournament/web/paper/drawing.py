"""Putting text, boxes and QR codes on a PDF page. Lengths are in points, from the bottom left."""

from collections.abc import Iterator
from dataclasses import dataclass

import segno
from reportlab.pdfgen.canvas import Canvas

from tournament.web.addresses import QUIET
from tournament.web.paper import fonts

SMALLEST = 0.55
"""How much smaller a text may become to fit its place, before it is cut."""
_FILL, _FILL_AND_STROKE = 0, 2
BOX_SIDE = 0.6
"""The side of the box that stands for a letter, of the size of the text."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: its size, whether strong, and where it begins."""

    size: float = 10
    strong: bool = False
    align: str = "left"


def put(canvas: Canvas, text: str, x: float, y: float, room: float, style: Style) -> None:
    """Write a line into ``room`` points from ``x``: smaller where it is too long, then cut."""
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
    # The fonts come in one weight; a thin stroke around the letters makes the other.
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
    """Return the size a text is set in, and its parts; what is too long ends in an ellipsis."""
    parts = fonts.runs(text)
    wide = sum(fonts.run_width(part, size) for part in parts)
    if wide <= room:
        return size, parts
    smaller = size * max(room / wide, SMALLEST)
    if wide * smaller / size <= room + 0.01:
        return smaller, parts
    while text and fonts.width(f"{text}…", smaller) > room:
        text = text[:-1]
    return smaller, fonts.runs(f"{text}…")


def wrapped(text: str, room: float, size: float) -> Iterator[str]:
    """Give a text in lines that fit, broken at spaces."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and fonts.width(longer, size) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def draw_code(canvas: Canvas, text: str, x: float, y: float, side: float) -> None:
    """Draw a QR code with its quiet zone into a square."""
    rows = tuple(segno.make(text, error="m", micro=False).matrix)
    module = side / (len(rows) + 2 * QUIET)
    canvas.saveState()
    canvas.translate(x, y + side)
    canvas.scale(module, -module)
    # One path: what is filled piece by piece shows hair lines between the pieces in some readers.
    path = canvas.beginPath()
    for top, row in enumerate(rows):
        for left, dark in enumerate(row):
            if dark:
                path.rect(left + QUIET, top + QUIET, 1, 1)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def tick(canvas: Canvas, label: str, x: float, y: float, room: float, size: float = 9.5) -> None:
    """Draw a box to tick with its label."""
    side = size * 0.95
    canvas.setLineWidth(0.8)
    canvas.rect(x, y - 1.2, side, side)
    put(canvas, label, x + side + 4, y, room - side - 4, Style(size))
