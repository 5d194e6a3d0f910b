"""Ranks as integers: 30 kyu is -30, 1 kyu -1, 1 dan 0, 9 dan 8 (specification, section 2)."""

import re
from collections.abc import Sequence

WEAKEST, STRONGEST = -30, 8
_WRITTEN = re.compile(r"\s*(\d{1,2})\s*([kKdDpP])[a-zA-Z]*\s*\Z")
_BETWEEN = re.compile(r"[,;/&+]|(?<=[a-zA-Z])\s+(?=\d)")


class RankError(ValueError):
    """A text that is not a rank."""


def parse_rank(text: str) -> int:
    """Return the rank that ``12k``, ``3D`` or ``1 dan`` names; every professional is 9 dan.

    Raises RankError for anything but 30 to 1 kyu, 1 to 9 dan and 1 to 9 dan professional.
    """
    number, letter = _written(text)
    rank = -number if letter == "k" else number - 1
    if not WEAKEST <= rank <= STRONGEST:
        raise RankError(text)
    return STRONGEST if letter == "p" else rank


def nearest_rank(text: str) -> int:
    """Return the rank in another program's file; one beyond our scale becomes the last on it.

    Anything weaker than 30 kyu is 30 kyu, anything above 9 dan is 9 dan. Raises RankError for a
    text that is not a rank.
    """
    number, letter = _written(text)
    if letter == "p":
        return STRONGEST
    return max(-number, WEAKEST) if letter == "k" else min(number - 1, STRONGEST)


def _written(text: str) -> tuple[int, str]:
    found = _WRITTEN.match(text)
    number = int(found[1]) if found else 0
    if found is None or number == 0:
        raise RankError(text)
    return number, found[2].lower()


def plain_rank(text: str) -> str:
    """Return a rank in its shortest usual form: ``12k`` for ``12 Kyu``, ``2p``.

    Raises RankError for a text that is not a rank.
    """
    parse_rank(text)
    number, letter = _written(text)
    return f"{number}{letter}"


def plain_ranks(text: str) -> str:
    """Return the ranks of several players in the usual form: ``2k, 4k`` for ``2 Kyu 4kyu``.

    Raises RankError if the text has anything else, or fewer than two ranks.
    """
    ranks = [plain_rank(part) for part in _BETWEEN.split(text)]
    if len(ranks) < 2:
        raise RankError(text)
    return ", ".join(ranks)


def parse_ranks(text: str) -> tuple[int, ...]:
    """Return the ranks of several players. Raises RankError like :func:`plain_ranks`."""
    return tuple(map(parse_rank, plain_ranks(text).split(",")))


def rounded_average(values: Sequence[int]) -> int:
    """Return the average of ranks or ratings, with a half rounded to the stronger side.

    So a 2 kyu and a 5 kyu are a pair of 3 kyu, as in pairgoth.
    """
    return (2 * sum(values) + len(values)) // (2 * len(values))


def rank_text(rank: int) -> str:
    """Write a rank as result files do: ``30K`` to ``9D``."""
    return f"{-rank}K" if rank < 0 else f"{rank + 1}D"


def rank_of_rating(rating: int) -> int:
    """Return the rank of an EGF rating (2100 is 1 dan, 100 points a rank; specification, 3.5)."""
    return max(WEAKEST, min(STRONGEST, (rating - 2050) // 100))


def rating_of_rank(rank: int) -> int:
    """Return the EGF rating in the middle of a rank: 2100 for 1 dan."""
    return max(-900, 2100 + 100 * rank)
