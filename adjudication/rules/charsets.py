"""Turning the bytes of a record's texts into text, with charsets from an allow-list only.

A record may name any Python codec, but some are no charsets (``zip``) and some smuggle markup past
a filter (``utf-7``); a name outside the list is a clear error (SPEC 2).
"""

from __future__ import annotations

from typing import Final

from adjudication.rules.record import RecordError
from language.messages import gettext_lazy as _

UTF_8: Final = "utf-8"
_CODECS: Final = {
    "utf-8": UTF_8,
    "utf8": UTF_8,
    # A UTF-16 file has become UTF-8 before its texts are read, whatever CA says.
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
    "utf16": "utf-8",
    "utf16le": "utf-8",
    "utf16be": "utf-8",
    "ascii": "ascii",
    "us-ascii": "ascii",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "iso-8859-15": "iso-8859-15",
    "iso-8859-2": "iso-8859-2",
    "windows-1252": "cp1252",
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "windows-1250": "cp1250",
    "cp1250": "cp1250",
    "windows-1251": "cp1251",
    "cp1251": "cp1251",
    "koi8-r": "koi8-r",
    "gb2312": "gb18030",
    "gb-2312": "gb18030",
    "gb2312-80": "gb18030",
    "windows-936": "gb18030",
    "ms936": "gb18030",
    "euc-cn": "gb18030",
    "euccn": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "gb18030": "gb18030",
    # Big5 as Windows writes it has a few more characters.
    "big5": "cp950",
    "big-5": "cp950",
    "cp950": "cp950",
    "ms950": "cp950",
    "windows-950": "cp950",
    "big5-hkscs": "big5hkscs",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ms-kanji": "cp932",
    "cp932": "cp932",
    "ms932": "cp932",
    "windows-932": "cp932",
    "shift-jisx0213": "shift_jisx0213",
    "shift-jis-2004": "shift_jis_2004",
    "windows-31j": "cp932",
    "euc-jp": "euc_jp",
    "eucjp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "euc-kr": "cp949",
    "ks-c-5601-1987": "cp949",
    "cp949": "cp949",
}

SINGLE_BYTE: Final = frozenset(
    {"latin-1", "iso-8859-15", "iso-8859-2", "cp1252", "cp1250", "cp1251", "koi8-r"}
)
"""Codecs that almost any bytes fit, so that a fit shows nothing."""

# Tried in this order where a record names no charset and is not UTF-8 (SPEC 2: Chinese servers
# write GB18030, older Japanese ones Shift-JIS).
GUESSES: Final = ("gb18030", "cp932")


def known_codec(name: str) -> str | None:
    """Return Python's codec for a CA value, None where it is not on the list."""
    return _CODECS.get(_key(name))


def _key(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def codec_for(name: str) -> str:
    """Return Python's codec for a CA value. Raises RecordError if it is not on the list."""
    codec = known_codec(name)
    if codec is None:
        shown = _key(name)[:40]
        raise RecordError(
            "bad_charset",
            _(
                "The record names the character encoding %(shown)r, which cannot be read. Save it "
                "as UTF-8."
            )
            % {"shown": shown},
            _("The record names the character encoding %(shown)r, which cannot be read.")
            % {"shown": shown},
        )
    return codec


def decode_text(raw: bytes, codec: str | None) -> str:
    """Return a text with unreadable bytes replaced and control characters dropped.

    Without a codec, UTF-8 is tried first, then the charsets that servers use without saying so.
    """
    if raw.isascii():
        text = raw.decode("ascii")
    elif codec is not None:
        text = raw.decode(codec, "replace")
    else:
        text = _guess(raw)
    if text.isprintable():
        return text
    return "".join(c for c in text if c.isprintable() or c in "\n\t")


def _guess(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    for codec in GUESSES:
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")
