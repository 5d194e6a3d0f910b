"""Which players come from one club or from clubs near each other (specification, 2.8)."""

from collections.abc import Iterable, Sequence

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.state.parameters import ClubsGroup

_LETTERS = 4
"""Clubs are compared by so many letters; files have no more."""


def codes(texts: Sequence[str]) -> Integers:
    """Return a number for every text, equal where the texts are."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(text, len(known)) for text in texts], dtype=np.int64)


def club_kinds(clubs: Sequence[str], groups: Iterable[ClubsGroup]) -> tuple[Integers, Integers]:
    """Return a number for every player's club, and what two of these numbers have in common.

    0 is the same club, 1 clubs of one group, 2 nothing. Two players without a club count as
    members of the same one.
    """
    written = [_compared(club) for club in clubs]
    club = codes(written)
    number = dict(zip(written, club.tolist(), strict=True))
    kinds = np.full((len(number), len(number)), 2, dtype=np.int64)
    for group in groups:
        members = [number[name] for name in map(_compared, group.clubs) if name in number]
        kinds[np.ix_(members, members)] = 1
    np.fill_diagonal(kinds, 0)
    return club, kinds


def _compared(club: str) -> str:
    return club[:_LETTERS].lower()
