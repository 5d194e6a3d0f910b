"""Numbering the tables: which pair plays where (specification, 2.10)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count

import numpy as np

from tournament.pairing.field import PairingField


def standing_by_place(field: PairingField) -> list[int]:
    """Return every player's standing before the round, by place; a smaller number is better.

    The criteria decide, then the rating; players equal in all of them have the same number.
    """
    keys = [*field.ordering, field.rating]
    order = np.lexsort([-key for key in reversed(keys)])
    worse = np.zeros(len(order), dtype=np.bool_)
    for key in keys:
        worse[1:] |= np.diff(key[order]) != 0
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.cumsum(worse)
    return numbers.tolist()


def table_key(standings: Sequence[int]) -> tuple[int, int]:
    """Return the sort key of a pair's table: the weaker's standing, then the stronger's."""
    return max(standings), min(standings)


def number_tables(
    pairs: Sequence[tuple[int, int]],
    standing: Sequence[int],
    settled: Sequence[int | None],
    reserved: Collection[int],
) -> list[int]:
    """Return the table of every pair of places.

    A ``settled`` table stays. The other pairs get the free tables from 1 on, skipping reserved
    ones, in the order of the weaker player of each pair, then of the stronger one, then of names.
    """
    taken = {*reserved, *(table for table in settled if table is not None)}
    free: Iterator[int] = (number for number in count(1) if number not in taken)
    tables = list(settled)
    keys = [
        (*table_key((standing[first], standing[second])), min(first, second))
        for first, second in pairs
    ]
    for index in sorted(range(len(pairs)), key=keys.__getitem__):
        if tables[index] is None:
            tables[index] = next(free)
    return [table for table in tables if table is not None]
