"""Querysets that change states by a transition table; raw SQL for locks and snapshots.

The ORM has no ``FOR SHARE``, no advisory locks and no isolation levels. All of this is for
PostgreSQL: SQLite has one writer at a time and reads from a single snapshot anyway.
"""

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.db import connection, models, transaction

T = TypeVar("T")


def one_or_none(rows: Iterable[T]) -> T | None:
    """Return the only row of a query by a unique key, or None if there is none.

    ``first()`` would order the rows, which costs Django more than the row itself.
    """
    return next(iter(rows), None)


def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the names of a model's own columns, for ``only()`` together with other tables'."""
    return tuple(column.name for column in model._meta.concrete_fields)


@contextlib.contextmanager
def consistent_snapshot() -> Iterator[None]:
    """Open a transaction whose queries all see the same snapshot as the first.

    On SQLite every transaction does. PostgreSQL must be told before the first query, so a
    transaction that is already open is left as it is.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


M = TypeVar("M", bound=models.Model)
Transitions = Mapping[Any, frozenset[Any]]
"""For each state the ones that may come next; none for a final state."""


class SteppingQuerySet(models.QuerySet[M]):
    """Rows whose model has a table ``TRANSITIONS``: the only way to change their state."""

    def become(self, state: str, **changes: object) -> int:
        """Move the rows that may go to ``state`` there, set ``changes``, and return how many moved.

        Rows in a state from which no step leads there stay as they are.
        """
        table: Transitions = self.model.TRANSITIONS  # type: ignore[attr-defined]
        before = [former for former, following in table.items() if state in following]
        return self.filter(state__in=before).update(state=state, **changes)


TRAIL = 1397050190
"""The first key of the advisory lock on a tournament's record; the second is its id."""


def share_round_of_game(game_id: int) -> None:
    """Keep the round of a game as it is, together with others who do the same."""
    _execute(
        "SELECT r.id FROM tournament_round r JOIN tournament_game g ON g.round_id = r.id "
        "WHERE g.id = %s FOR SHARE OF r",
        game_id,
    )


def share_rounds_of_games(game_ids: Collection[int]) -> None:
    """Keep the rounds of games as they are, in order, together with others who do the same."""
    _execute(
        "SELECT id FROM tournament_round WHERE id IN (SELECT round_id FROM tournament_game "
        "WHERE id = ANY(%s)) ORDER BY id FOR SHARE",
        list(game_ids),
    )


def lock_trail(tournament_id: int) -> None:
    """Lock the record of a tournament; its head may not exist yet, so no row can be locked."""
    _execute("SELECT pg_advisory_xact_lock(%s, %s)", TRAIL, tournament_id)


def _execute(sql: str, *values: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
