"""Komi as records write it (SPEC 1.9)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from adjudication.rules.written import plain_number

# Chinese servers write komi in zi; one zi is two points.
_ZI: Final = frozenset({3.25, 3.75})
MAX_KOMI: Final = 400.0


def parse_komi(text: str, *, area: bool) -> float | None:
    """Return a KM value in points, or None if it is not a number that a komi can be.

    Values in hundredths are divided by 100, and under area rules zi are doubled (SPEC 1.9).
    """
    value = written_komi(text)
    if value is None:
        return None
    if area and abs(value) in _ZI:
        value *= 2
    return value if abs(value) <= MAX_KOMI else None


def is_in_zi(text: str) -> bool:
    """Say whether a KM value is in zi if the rules are area rules."""
    value = written_komi(text)
    return value is not None and abs(value) in _ZI


@lru_cache(maxsize=256)
def written_komi(text: str) -> float | None:
    """Return the number in a KM value, hundredths divided out; None if it is not a number."""
    value = plain_number(text)
    if value is None:
        return None
    return value / 100 if abs(value) >= 100 else value
