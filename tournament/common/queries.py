"""Query sets that change states by a transition table; raw SQL of locks and snapshots.

The ORM has no ``FOR SHARE``, no advisory locks and no isolation levels. All are for PostgreSQL:
SQLite has one writer at a time and reads at one moment anyway.
"""

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.db import connection, models, transaction

T = TypeVar("T")


def single(rows: Iterable[T]) -> T | None:
    """Return the only row of a query by a unique key; None where there is none.

    ``first()`` would have the row ordered, which costs Django more than the row itself.
    """
    return next(iter(rows), None)


def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the names of a model's own columns, for ``only()`` beside those of other tables."""
    return tuple(column.name for column in model._meta.concrete_fields)


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Open a transaction whose queries all see the database as the first of them does.

    On SQLite every transaction does. PostgreSQL wants to be told before the first query, so that
    a transaction already open is left as it is.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
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
        before = [former for former, following in table.items() if state in following]
        return self.filter(state__in=before).update(state=state, **changes)


TRAIL = 1397050190
"""The first key of the advisory lock on a tournament's record; the second is its id."""


def share_round_of_game(game_id: int) -> None:
    """Hold the round of a game as it is, together with others who do the same."""
    _execute(
        "SELECT r.id FROM tournament_round r JOIN tournament_game g ON g.round_id = r.id "
        "WHERE g.id = %s FOR SHARE OF r",
        game_id,
    )


def share_rounds_of_games(game_ids: Collection[int]) -> None:
    """Hold the rounds of games as they are, in order, together with others who do the same."""
    _execute(
        "SELECT id FROM tournament_round WHERE id IN (SELECT round_id FROM tournament_game "
        "WHERE id = ANY(%s)) ORDER BY id FOR SHARE",
        list(game_ids),
    )


def lock_trail(tournament_id: int) -> None:
    """Hold the record of a tournament; its head may not be there yet, so no row can be held."""
    _execute("SELECT pg_advisory_xact_lock(%s, %s)", TRAIL, tournament_id)


def _execute(sql: str, *values: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
