"""Reading a PDF back: its text, and the QR codes drawn into it."""

from __future__ import annotations

import io
import re

import segno
from pypdf import PdfReader

from tournament.common.addresses import MASK, QUIET


def texts(data: bytes) -> list[str]:
    """Return the text of every page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def whole(data: bytes) -> str:
    return "\n".join(texts(data))


def codes(data: bytes) -> list[frozenset[tuple[int, int]]]:
    """Return the dark modules of every QR code, each a column and a row with the quiet zone."""
    found = []
    for page in PdfReader(io.BytesIO(data)).pages:
        contents = page.get_contents()
        assert contents is not None
        drawn = contents.get_data().decode("latin-1")
        for path in re.findall(r"n ((?:\d+ \d+ \d+ 1 re ?\s*)+)f", drawn):
            strokes = [map(int, stroke) for stroke in re.findall(r"(\d+) (\d+) (\d+) 1 re", path)]
            found.append(frozenset((x + at, y) for x, y, long in strokes for at in range(long)))
    return found


def code(text: str) -> frozenset[tuple[int, int]]:
    """Return the dark modules of the QR code of a text."""
    rows = segno.make(text, error="m", micro=False, mask=MASK).matrix
    return frozenset(
        (x + QUIET, y + QUIET) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
