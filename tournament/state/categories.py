"""The prize categories that a director gives a player, as in ``woman, U12, first tournament``.

The words are the director's own. Case, width and spacing do not matter: two spellings of a word are
the same category.
"""

import re
import unicodedata
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _

MOST_CATEGORIES: Final = 8
LONGEST_CATEGORY: Final = 30
SEPARATOR: Final = ", "
LONGEST_CATEGORIES: Final = MOST_CATEGORIES * LONGEST_CATEGORY + (MOST_CATEGORIES - 1) * len(
    SEPARATOR
)
"""The most characters that all of a player's categories have together."""
_BETWEEN: Final = re.compile(r"[,;\n]")
_LIMITS: Final[Message] = _(
    "Write at most %(most)d categories with commas between them, each of at most %(longest)d "
    "characters, such as: woman, U12."
) % {"most": MOST_CATEGORIES, "longest": LONGEST_CATEGORY}


class CategoriesError(ValueError):
    """Too many categories, or one that is too long; ``text`` says what to write instead."""

    def __init__(self) -> None:
        super().__init__(str(_LIMITS))
        self.text = _LIMITS


def parse_categories(text: str) -> tuple[str, ...]:
    """Return the categories in a text, each once, as first written. Raises CategoriesError.

    >>> parse_categories("Woman; U12,woman")
    ('Woman', 'U12')
    """
    found: dict[str, str] = {}
    for part in _BETWEEN.split(text):
        word = " ".join(part.split())
        if word:
            found.setdefault(category_key(word), word)
    if len(found) > MOST_CATEGORIES or any(map(_is_long, found.values())):
        raise CategoriesError
    return tuple(found.values())


def plain_categories(text: str) -> str:
    """Return categories in stored form. Raises CategoriesError like :func:`parse_categories`."""
    return SEPARATOR.join(parse_categories(text))


def category_key(word: str) -> str:
    """Return a key that all spellings of a category share: case-folded and of normal width."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


def categories_of(text: str) -> tuple[str, ...]:
    """Return the categories stored for a player; none if they cannot be read."""
    try:
        return parse_categories(text)
    except CategoriesError:
        return ()


def _is_long(word: str) -> bool:
    return len(word) > LONGEST_CATEGORY
