"""At which table a pair plays (specification, 2.10)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count

import numpy as np

from tournament.pairing.field import Field


def standing(field: Field) -> list[int]:
    """Return every player's standing before the round, 0 the best, by place.

    Criteria decide, then the rating; namesakes of both are in the order of their names.
    """
    keys = [-column for column in reversed(field.ordering)]
    order = np.lexsort([-field.rating, *keys])
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position.tolist()


def number_tables(
    pairs: Sequence[tuple[int, int]],
    standing: Sequence[int],
    settled: Sequence[int | None],
    reserved: Collection[int],
) -> list[int]:
    """Return the table of every pair of places.

    A ``settled`` table stays. The others get the free tables from 1 on, leaving out the reserved
    ones, in the order of the weaker player of each pair.
    """
    taken = {*reserved, *(table for table in settled if table is not None)}
    free: Iterator[int] = (number for number in count(1) if number not in taken)
    tables = list(settled)
    weaker = [max(standing[one], standing[other]) for one, other in pairs]
    for index in sorted(range(len(pairs)), key=weaker.__getitem__):
        if tables[index] is None:
            tables[index] = next(free)
    return [table for table in tables if table is not None]
