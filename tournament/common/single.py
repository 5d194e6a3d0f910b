"""One row, where there can be no more."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def single(rows: Iterable[T]) -> T | None:
    """Return the only row of a query by a unique key; None where there is none.

    ``first()`` would have the row ordered, which costs Django more than the row itself.
    """
    return next(iter(rows), None)
