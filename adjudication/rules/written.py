"""Normalising texts of record headers: character widths, fractions, spaces, numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_FRACTION_SLASH: Final = "\u2044"
_NUMBER: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<number>\d{1,5}(?:[.,]\d{0,6})?|[.,]\d{1,6})?"
    r"(?:(?:^| |(?<=[+-]))(?P<over>[1-3])/(?P<under>[24]))?",
    re.ASCII,
)


def plain_text(text: str) -> str:
    """Return a text in normal width, with single spaces and fractions as ``3/4``.

    A fraction in one character is separated from a number before it: ``3½`` becomes ``3 1/2``.
    """
    if text.isascii():
        return " ".join(text.split())
    parts = []
    for character in text:
        usual = unicodedata.normalize("NFKC", character)
        is_fraction = _FRACTION_SLASH in usual and len(usual) > 1
        parts.append(f" {usual}" if is_fraction else usual)
    joined = unicodedata.normalize("NFC", "".join(parts)).replace(_FRACTION_SLASH, "/")
    return " ".join(joined.replace("\u2212", "-").split())


def plain_number(text: str) -> float | None:
    """Return the number in a text: ``7.5``, ``7,5``, ``７．５``, ``5 1/2``, ``-½``.

    None if it is not a number, or could be two.
    """
    match = _NUMBER.fullmatch(plain_text(text))
    if match is None or not (match["number"] or match["over"]):
        return None
    number = (match["number"] or "0").replace(",", ".")
    value = float(number)
    if match["over"]:
        if "." in number or match["over"] >= match["under"]:
            return None
        value += int(match["over"]) / int(match["under"])
    return -value if match["sign"] == "-" else value


def half_points(text: str) -> int | None:
    """Return points as half-points: 13 for ``6.5``, ``6,5``, ``6½`` or ``6 1/2``, -14 for ``-7``.

    None if the text is not a number of whole or half points.
    """
    value = plain_number(text)
    return None if value is None or not (2 * value).is_integer() else round(2 * value)
