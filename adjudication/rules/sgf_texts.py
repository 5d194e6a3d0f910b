"""Finding the character set of an SGF file, before its brackets are looked for.

In Shift_JIS, Big5, GBK, GB18030 and ISO-2022-JP a character may contain the byte of a bracket or of
a backslash. Read byte by byte, such a character swallows a bracket and the moves after it, so
characters are decoded first. Many files name no character set or the wrong one, and some programs
escape byte by byte all the same: then every reading is tried, and the plainest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudication.rules.charsets import GUESSES, SINGLE_BYTE, UTF_8, known_codec
from adjudication.rules.sgf_limits import MAX_NODES

_GUESSES: Final = (*GUESSES, "big5hkscs")
"""The charsets of files that name none or the wrong one, in order of preference.

Only those matter whose characters may contain bytes of the grammar.
"""
_JIS: Final = "iso2022_jp"
_ESCAPE: Final = 0x1B
"""What ISO-2022-JP begins with wherever it leaves ASCII; like UTF-8 it identifies itself."""
_START: Final = re.compile(r"\(\s*;")
# Possessive: a value that never ends is given up at once, not searched for from every bracket.
_VALUE: Final = re.compile(r"\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)\]", re.DOTALL)
_CA: Final = re.compile(r"(?<![A-Z])C[a-z]{0,62}A[a-z]{0,62}\s*\Z")
_ANY_CA: Final = re.compile(r"(?<![A-Z])C[a-z]{0,62}A[a-z]{0,62}\s*\[([\w .:-]{1,40})\]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Text:
    """A file as bytes, none of which is both a bracket and a part of a character.

    ``codec`` is what its values are encoded in, None if each has to be guessed. ``measured`` is the
    same file with one byte per character. ``unclear`` says that it can equally well be read in
    another way that differs in more than its texts.
    """

    data: bytes
    codec: str | None
    measured: bytes
    unclear: bool = False


def detect_text(data: bytes) -> Text:
    """Return a file as the text that it most likely is."""
    if data.isascii() and _ESCAPE not in data:
        return Text(data, UTF_8, data)
    bytewise = _Reading(data.decode("latin-1"))
    if bytewise.nodes > MAX_NODES:  # no other reading would be within the limits
        return Text(data, None, data)
    declared = bytewise.declared()
    readings: list[_Reading] = []
    for reading in _readings(data, declared):
        if reading.trusted and not reading.oddities:
            return reading.as_text()
        readings.append(reading)
    least = min(reading.oddities for reading in (*readings, bytewise))
    plausible = [reading for reading in readings if reading.oddities == least]
    known = [
        reading for reading in plausible if reading.trusted and reading.codec not in SINGLE_BYTE
    ]
    if known:
        plausible = known
    elif bytewise.oddities == least:
        plausible.append(bytewise)
    likeliest, *others = plausible
    outline = likeliest.outline() if others else []
    unclear = any(other.outline() != outline for other in others)
    if likeliest is bytewise:
        return Text(data, declared, data, unclear)
    return likeliest.as_text(unclear=unclear)


class _Reading:
    """One possible reading of a file, split at its values.

    ``oddities`` counts things that records rarely have, ``nodes`` the nodes. ``trusted`` says that
    the file itself indicates this reading and all its bytes fit.
    """

    def __init__(self, text: str, codec: str | None = None, *, trusted: bool = False) -> None:
        self.text, self.codec, self.trusted = text, codec, trusted
        start = _START.search(text)
        self._parts = _VALUE.split(text[start.start() :] if start else text)
        between, values = self._parts[::2], self._parts[1::2]
        odd = [part for part in between if not part.isascii() or "[" in part or "]" in part]
        open_values = sum(_left_open(value) for value in values if "[" in value)
        self.nodes = sum(part.count(";") for part in between)
        cut_off = sum(part.count("(") - part.count(")") for part in between) > 0
        self.oddities = len(odd) + open_values + cut_off

    def outline(self) -> list[str]:
        """Return everything but the values that are not ASCII."""
        return [part if part.isascii() else "" for part in self._parts]

    def declared(self) -> str | None:
        """Return the codec that the file names, None if it names none or one that is not supported.

        If its CA has been swallowed, the first text that looks like one counts.
        """
        for number in range(0, len(self._parts) - 1, 2):
            if _CA.search(self._parts[number]):
                return known_codec(self._parts[number + 1])
        found = _ANY_CA.search(self.text)
        return known_codec(found[1]) if found else None

    def as_text(self, *, unclear: bool = False) -> Text:
        """Return the reading as bytes for the grammar."""
        return Text(
            self.text.encode(UTF_8, "replace"), UTF_8, self.text.encode("ascii", "replace"), unclear
        )


def _left_open(value: str) -> bool:
    """Whether a value ends inside a bracket that it opened; escaped ones count like others.

    A value that swallowed its own closing bracket runs on into the next and contains its opening
    one.
    """
    depth = 0
    for part in value.split("[")[1:]:
        depth = max(0, depth + 1 - part.count("]"))
    return depth > 0


def _readings(data: bytes, declared: str | None) -> Iterator[_Reading]:
    """Yield the ways to read a file by characters, the likeliest first.

    The charset it names is tried even if some bytes do not fit: names are cut at a number of bytes,
    and comments are pasted together.
    """
    evident = _JIS if _ESCAPE in data else UTF_8
    for codec in dict.fromkeys((declared or evident, evident, *_GUESSES)):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            if codec == declared:
                yield _Reading(data.decode(codec, "replace"), codec)
        else:
            yield _Reading(text, codec, trusted=codec in (declared, evident))
