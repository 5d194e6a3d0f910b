"""Absolute URLs for what leaves the browser (private links, mails, QR codes), and their ids."""

import re
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code to draw: modules per side with the quiet zone, and the path of the dark ones."""

    side: int
    path: str


QUIET = 4
MASK = 6
"""The mask of all codes: trying all eight takes most of the time, and saves only 5 % of penalty."""
_DARK = re.compile(b"\x01+")
PLACEHOLDER = 2**31 - 1
"""Stands for an id in a URL that is resolved once and filled in for every row."""


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a page.

    The demo answers at whatever address and port it was started with.
    """
    fixed = "" if settings.SHINPAN_DEMO else settings.SHINPAN_BASE_URL
    return fixed + path if fixed else request.build_absolute_uri(path)


def link_address(request: HttpRequest, token: str) -> str:
    """Return the URL of a private link."""
    return absolute_url(request, reverse("tournament:link", args=[token]))


def code_of(text: str) -> QrCode:
    """Return a text as a QR code, its dark modules drawn as horizontal strokes, row by row."""
    side, strokes = code_strokes(text)
    return QrCode(side, "".join(f"M{x} {y}.5h{long}" for x, y, long in strokes))


def code_strokes(text: str) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the side of a text's QR code, including the quiet zone, and its dark strokes.

    In modules. A stroke is its first column, its row and its length.
    """
    rows = tuple(segno.make(text, error="m", micro=False, mask=MASK).matrix)
    strokes = [
        (found.start() + QUIET, y, len(found[0]))
        for y, row in enumerate(rows, QUIET)
        for found in _DARK.finditer(row)
    ]
    return len(rows) + 2 * QUIET, strokes
