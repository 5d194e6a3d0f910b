"""Reading and stepping rows: a single one, all at one moment, from state to state."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.db import connection, models, transaction

T = TypeVar("T")


def single(rows: Iterable[T]) -> T | None:
    """Return the only row of a query by a unique key; None where there is none.

    ``first()`` would have the row ordered, which costs Django more than the row itself.
    """
    return next(iter(rows), None)


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Open a transaction whose queries all see the database as the first of them does.

    On SQLite every transaction does. PostgreSQL wants to be told before the first query, so that
    a transaction already open is left as it is.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


M = TypeVar("M", bound=models.Model)
Transitions = Mapping[Any, frozenset[Any]]
"""For every state those that may come next; none for one that is final."""


class SteppingQuerySet(models.QuerySet[M]):
    """Rows whose model has a table ``TRANSITIONS``: the one way to change their state."""

    def become(self, state: str, **changes: object) -> int:
        """Bring those of the rows that may go to ``state`` there, set ``changes``; say how many.

        Rows in a state from which no step leads there stay as they are.
        """
        table: Transitions = self.model.TRANSITIONS  # type: ignore[attr-defined]
        before = [one for one, following in table.items() if state in following]
        return self.filter(state__in=before).update(state=state, **changes)
