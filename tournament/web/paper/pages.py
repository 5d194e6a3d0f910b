"""Sheets of paper, and PDF files made of them."""

import io
from enum import Enum

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

MARGIN = 12 * mm
_NAME = "Shinpan"


class Paper(Enum):
    """What is in the printer."""

    A4 = "a4"
    LETTER = "letter"

    def size(self, *, across: bool = False) -> tuple[float, float]:
        """Return width and height in points."""
        wide, high = A4 if self is Paper.A4 else LETTER
        return (high, wide) if across else (wide, high)


def canvas_for(size: tuple[float, float], title: str) -> tuple[Canvas, io.BytesIO]:
    """Return a new file to draw on and where its bytes will be.

    The file says nothing of when it was made, so that the same sheet is the same file.
    """
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=size, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator(_NAME)
    canvas.setAuthor(_NAME)
    return canvas, data


def finished(canvas: Canvas, data: io.BytesIO) -> bytes:
    """Return the bytes of a file whose last page is drawn."""
    canvas.showPage()
    canvas.save()
    return data.getvalue()
