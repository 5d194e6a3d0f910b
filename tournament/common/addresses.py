"""Whole addresses, for what leaves the browser: private links, mails, QR codes; their ids."""

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
    rows = tuple(segno.make(text, error="m", micro=False).matrix)
    strokes = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                strokes.append(f"M{start + QUIET} {y + QUIET}.5h{x - start}")
                start = None
    return QrCode(len(rows) + 2 * QUIET, "".join(strokes))
