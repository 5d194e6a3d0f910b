"""Sorting by criteria, and the places in that order: shared by those who tie, or one each."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from tournament.standings.history import Flags, Ints


class Ties(StrEnum):
    """Which places players get who are equal in all criteria."""

    SHARED = "shared"
    """They share the best of their places; the place of the next player counts them all."""
    BROKEN = "broken"
    """Everybody has a place of their own; ties are broken."""


def sorted_indices(keys: Sequence[Ints], last_resort: Ints) -> Ints:
    """Return indices sorted by keys, the most important first and greater values first.

    Ties go by ``last_resort``, which is sorted ascending.
    """
    order: Ints = np.lexsort([last_resort, *[-key for key in reversed(keys)]])
    return order


def assign_places(order: Ints, keys: Sequence[Ints], ties: Ties) -> Ints:
    """Return everybody's place, from 1: entry i is that of index i."""
    here = np.arange(1, len(order) + 1)
    if ties is Ties.SHARED:
        tied: Flags = np.ones(len(order), dtype=np.bool_)
        tied[:1] = False
        for key in keys:
            values = key[order]
            tied[1:] &= values[1:] == values[:-1]
        # A tied player has the place of the last one before who is not tied.
        here = np.maximum.accumulate(np.where(tied, 0, here))
    result = np.empty(len(order), dtype=np.int64)
    result[order] = here
    return result
