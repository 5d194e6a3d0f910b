"""Texts about people without their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from language.localtext import LocalText

BLACK: Final = LocalText(en="Black", fr="Noir")
WHITE: Final = LocalText(en="White", fr="Blanc")
PLAYER: Final = LocalText(en="the player", fr="le joueur")
SOMEBODY: Final = LocalText(en="a player", fr="un joueur")
"""Somebody whom the case is not about."""
_COMMON: Final = frozenset({"black", "white", "noir", "blanc", "player", "joueur"})
"""Names that are words of every ruling: alone they stay."""
_SHORTEST: Final = 2


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody by his names, and the word that stands in their place."""

    surname: str
    first_name: str
    word: LocalText
    partner: str = ""


def without_names(text: str, people: Iterable[Named], language: str = "en") -> str:
    """Return a text with the words of :class:`Named` in place of people's names.

    Accents and, of a whole name, capitals do not matter, nor in which order its parts stand. A part
    of a name that stands alone is only taken for a name with its capital letter: ``An`` goes and
    ``an`` stays. Where two people share a name the first one's word stands for it.
    """
    words: dict[str, str] = {}
    for one in people:
        for name in _names(one):
            words.setdefault(_folded(name), one.word.get(language))
    if not words:
        return text
    text = unicodedata.normalize("NFC", text)
    pattern = re.compile(
        "|".join(_pattern(name) for name in sorted(words, key=len, reverse=True)), re.DOTALL
    )
    return _replaced(text, pattern, words)


def _replaced(text: str, pattern: re.Pattern[str], words: Mapping[str, str]) -> str:
    folded, parts, end = _folded(text), [], 0
    for found in pattern.finditer(folded):
        name = " ".join(found[0].split())
        written = text[found.start()]
        if " " not in name and written != written.upper():
            continue
        parts += [text[end : found.start()], words[name]]
        end = found.end()
    return "".join([*parts, text[end:]])


def _names(one: Named) -> list[str]:
    surname, first, partner = (
        " ".join(unicodedata.normalize("NFC", part).split())
        for part in (one.surname, one.first_name, one.partner)
    )
    whole = [f"{surname} {first}", f"{first} {surname}", partner]
    parts = [surname, first, *surname.split(), *first.split(), *partner.split()]
    alone = [part for part in parts if _folded(part) not in _COMMON and len(part) >= _SHORTEST]
    both = [name.strip() for name in whole if " " in name.strip()]
    if surname and first and not (_has_capitals(surname) or _has_capitals(first)):
        both += [surname + first, first + surname]
    return [name for name in (*both, *alone) if name]


def _pattern(name: str) -> str:
    escaped = r"\s+".join(re.escape(part) for part in name.split())
    # Where letters have no capitals, as in Chinese, words have no gaps between them either.
    if not _has_capitals(name):
        return escaped
    return rf"(?<!\w){escaped}(?!\w)"


def _has_capitals(text: str) -> bool:
    return text.lower() != text.upper()


def _folded(text: str) -> str:
    """Return a text without accents and capitals, letter for letter."""
    return "".join((unicodedata.normalize("NFD", one)[0].lower() or one)[0] for one in text)
