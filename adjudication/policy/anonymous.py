"""Texts about people without their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from language.messages import ENGLISH, Catalogue, Message
from language.messages import gettext_lazy as _

BLACK: Final = _("Black")
WHITE: Final = _("White")
PLAYER: Final = _("the player")
SOMEBODY: Final = _("a player")
"""The word for a person the case is not about."""
COMMON: Final = frozenset({"black", "white", "noir", "blanc", "player", "joueur"})
"""Names that are ordinary words in any ruling: on their own they stay."""
_SHORTEST: Final = 2
_BENT: Final = 4
"""A name part with at least this many letters also matches with an ending: Duponts, Nowakiem."""
_ALIKE: Final = str.maketrans("łøđðħıßþ’‘ʼ‐‑–", "loddhist'''---")
"""Letters that do not decompose into a base letter and an accent, and signs that are equivalent."""
_GAPS: Final = re.compile(r"[\s-]+")
_NEVER: Final = r"(?!)"


@dataclass(frozen=True, slots=True)
class PersonNames:
    """A person's names, and the word that replaces them."""

    surname: str
    first_name: str
    word: Message
    partner: str = ""


def without_names(text: str, people: Iterable[PersonNames], catalogue: Catalogue = ENGLISH) -> str:
    """Return a text with people's names replaced by the words of :class:`PersonNames`.

    Accents do not matter; for a whole name, neither do capitals, the order of its parts, or a
    hyphen between them. A part of a name on its own is taken for a name only with its capital
    letter: ``An`` is replaced and ``an`` stays. A long part is replaced even with an ending: better
    one word too many than a name left in. If two people share a name, the first one's word is used.
    """
    words: dict[str, str] = {}
    for person in people:
        for name in _names(person):
            words.setdefault(_folded(name), person.word.render(catalogue))
    composed = unicodedata.normalize("NFC", text)
    folded = _folded(composed)
    # Of hundreds of players few are mentioned: the others are not worth a pattern.
    near = [name for name in words if (_GAPS.split(name)[0][:-1] or name) in folded]
    if not near:
        return text
    names = sorted(near, key=len, reverse=True)
    # Exact names come before names with an ending: Paula is not Paul.
    patterns = [*map(_pattern, names), *map(_bent, names)]
    pattern = re.compile("|".join(f"({pattern})" for pattern in patterns))
    return _replaced(composed, pattern, [words[name] for name in names])


def _replaced(text: str, pattern: re.Pattern[str], words: Sequence[str]) -> str:
    folded, parts, end = _folded(text), [], 0
    for found in pattern.finditer(folded):
        written = text[found.start()]
        alone = not _GAPS.search(found[0])
        if alone and (written != written.upper() or found[0] in COMMON):
            continue
        assert found.lastindex is not None, "every pattern is a group"
        parts += [text[end : found.start()], words[(found.lastindex - 1) % len(words)]]
        end = found.end()
    return "".join([*parts, text[end:]])


def _names(person: PersonNames) -> list[str]:
    surname, first, partner = (
        " ".join(unicodedata.normalize("NFC", part).split())
        for part in (person.surname, person.first_name, person.partner)
    )
    whole = [f"{surname} {first}", f"{first} {surname}", partner]
    pieces = (piece for part in (surname, first, partner) for piece in _GAPS.split(_folded(part)))
    parts = [surname, first, *pieces]
    alone = [part for part in parts if _folded(part) not in COMMON and len(part) >= _SHORTEST]
    both = [name.strip() for name in whole if " " in name.strip()]
    if surname and first and not (_has_capitals(surname) or _has_capitals(first)):
        both += [surname + first, first + surname]
    return [name for name in (*both, *alone) if name]


def _pattern(name: str, ending: str = "") -> str:
    escaped = r"[\s-]+".join(map(re.escape, filter(None, _GAPS.split(name)))) or re.escape(name)
    # Scripts without capitals, such as Chinese, have no gaps between words either.
    if not _has_capitals(name):
        return escaped
    return rf"(?<![^\W_]){escaped}{ending}(?![^\W_])"


def _bent(name: str) -> str:
    """Return a pattern for a name with an ending, which may replace its last vowel."""
    last = _GAPS.split(name)[-1]
    if len(last) < _BENT or not _has_capitals(last):
        return _NEVER
    stem = name[:-1] if len(last) > _BENT and last[-1] in "aeiouy" else name
    return _pattern(stem, r"[^\W\d_]{1,3}")


def _has_capitals(text: str) -> bool:
    return text.lower() != text.upper()


def _folded(text: str) -> str:
    """Return a text without accents and capitals, keeping its length."""
    plain = ((unicodedata.normalize("NFD", letter)[0].lower() or letter)[0] for letter in text)
    return "".join(plain).translate(_ALIKE)
