"""Whole addresses, for what leaves the browser: private links, mails, QR codes; their ids."""

import re
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code to draw: modules on a side with the quiet zone, and the path of its dark ones."""

    side: int
    path: str


QUIET = 4
MASK = 6
"""The mask of all codes: to try all eight takes most of the time, for a penalty 5 % lower."""
_DARK = re.compile(b"\x01+")
PLACEHOLDER = 2**31 - 1
"""Stands for an id in an address that is worked out once and filled in for every row."""


def absolute(request: HttpRequest, path: str) -> str:
    """Return the address of a page as others reach it.

    The demo answers under whatever address and port it was started with.
    """
    fixed = "" if settings.SHINPAN_DEMO else settings.SHINPAN_BASE_URL
    return fixed + path if fixed else request.build_absolute_uri(path)


def link_address(request: HttpRequest, token: str) -> str:
    """Return the address of a private link."""
    return absolute(request, reverse("tournament:link", args=[token]))


def code_of(text: str) -> QrCode:
    """Return a text as a QR code: dark modules as horizontal strokes, row by row."""
    side, strokes = code_strokes(text)
    return QrCode(side, "".join(f"M{x} {y}.5h{long}" for x, y, long in strokes))


def code_strokes(text: str) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the side of a text's QR code with its quiet zone, and what is dark in it.

    That is in modules: from which column on, in which row, how many side by side.
    """
    rows = tuple(segno.make(text, error="m", micro=False, mask=MASK).matrix)
    strokes = [
        (found.start() + QUIET, y, len(found[0]))
        for y, row in enumerate(rows, QUIET)
        for found in _DARK.finditer(row)
    ]
    return len(rows) + 2 * QUIET, strokes
