"""The charsets of the field's text formats: traditionally ISO-8859-15, nowadays UTF-8."""

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError
from tournament.formats.limits import check_size

LATIN_9 = "iso-8859-15"
_MARKS = (("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"))
_WINDOWS = set(range(0x80, 0xA0)) - {0x85}


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the text of a file and the name of its charset; all line ends are line feeds.

    A byte order mark decides; without one it is UTF-8 if the bytes allow it, Windows-1252 if there
    are bytes that only it has, else ISO-8859-15. Raises FormatError for a file that is empty, too
    large or not text.
    """
    check_size(data)
    for charset, mark in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(charset, "replace")
            break
    else:
        charset, text = _without_mark(data)
    if "\0" in text or not text.strip():
        raise FormatError(
            "not_text",
            _("This is not a text file. Export it again as text (CSV, H9, TOU ...)."),
        )
    return text.replace("\r\n", "\n").replace("\r", "\n"), charset


def _without_mark(data: bytes) -> tuple[str, str]:
    try:
        return "utf-8", data.decode("utf-8")
    except UnicodeDecodeError:
        charset = "cp1252" if _WINDOWS.intersection(data) else LATIN_9
        return charset, data.decode(charset, "replace")


def encode_text(text: str) -> tuple[bytes, tuple[Message, ...]]:
    """Return a text as ISO-8859-15, or as UTF-8 with a sentence that says so.

    It is also UTF-8 if a reader that tries UTF-8 first would misread the other.
    """
    try:
        data = text.encode(LATIN_9)
    except UnicodeEncodeError:
        data = b""
    if data and decode_text(data)[0] == text:
        return data, ()
    return text.encode("utf-8", "replace"), (
        _(
            "The file is in UTF-8. This format usually uses ISO-8859-15, which lacks characters "
            "that some names need."
        ),
    )


def one_line(text: str) -> str:
    """Return a text without control characters, on one line and with single spaces."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def one_word(text: str) -> str:
    """Return a text as a word of a wall list, with ``_`` for spaces and without ``;`` and ``|``."""
    return "_".join(one_line(text.replace(";", " ").replace("|", " ")).split())
