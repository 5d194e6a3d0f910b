"""From the bytes of a file to bytes that the grammar can read."""

from __future__ import annotations

import re
from typing import Final

from adjudication.rules.record import RecordError
from language.messages import gettext_lazy as _

_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_FORGOT_NODE: Final = re.compile(rb"\(\s*[A-Z]")
TREE_START: Final = re.compile(rb"\(\s*;")
"""Where a game begins, as sgfmill finds it: anything before it is skipped."""


def plain_bytes(data: bytes) -> tuple[bytes, bool]:
    """Return the bytes without a byte-order mark, UTF-16 as UTF-8, and with a missing start mended.

    Some programs forget the first parenthesis or the first semicolon; what they meant is plain. The
    second value says that the first parenthesis was put in, so that the last one may be missing,
    too. Raises RecordError if the file is empty or not text.
    """
    if data.startswith(_UTF16):
        data = _from_utf16(data)
    elif data.startswith(_BOM):
        data = data[len(_BOM) :]
    if not data.strip():
        raise RecordError("empty", _("The record is empty."))
    if 0 in data:
        raise RecordError(
            "not_text",
            _(
                "The record is not a text file. Send the .sgf file itself, not an archive or an "
                "image."
            ),
            _("What was sent is not a text file, as a game record is."),
        )
    beginning = data[:100].lstrip()
    if beginning.startswith(b";"):
        return b"(" + data, True
    if _FORGOT_NODE.match(beginning) and not TREE_START.search(data):
        return data.replace(b"(", b"(;", 1), False
    return data, False


def _from_utf16(data: bytes) -> bytes:
    try:
        return data.decode("utf-16").encode("utf-8")
    except UnicodeError:
        raise RecordError(
            "bad_charset",
            _("The record starts like UTF-16, but is not. Save it as UTF-8."),
            _("The record starts like text in UTF-16, but is not."),
        ) from None
