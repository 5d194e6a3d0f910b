"""Queries that Django composes once, so that a page only fills in its ids.

Composing costs more than the database needs to answer: about 10 ms for the reports on a game, with
everything that puts a record in doubt, whose rows are read in less than one.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import wraps
from itertools import count
from typing import Any, Final, Generic, TypeVar

from django.db import connection, connections
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

T = TypeVar("T")
Value = int | str | Sequence[int] | Sequence[str]

_MOST_IDS: Final = 64
"""A query for more ids is composed each time: it is rare, and its rows take longer anyway."""

_FIRST: Final = 32_000
_TEXT: Final = "\x01 prepared \x01"
"""Placeholders for the values while a query is composed: numbers that fit the narrowest column and
a text, neither of which any query contains."""


def prepared(compose: Callable[..., "QuerySet[Any, T]"]) -> Callable[..., list[T]]:
    """Return a function that reads the rows of the queryset that ``compose`` makes.

    ``compose`` takes ids, texts (such as a slug) and sequences of either by position, and may only
    compare columns with them: the rest of the query must not depend on them, on the time or on the
    language. An empty sequence gives no rows. Composed queries are kept by the lengths of the
    sequences and by the keyword arguments, which may decide what the query looks like.
    """
    kept: dict[object, _Composed[T]] = {}

    @wraps(compose)
    def rows(*values: Value, **look: object) -> list[T]:
        lengths = [len(value) for value in values if not isinstance(value, int | str)]
        if 0 in lengths:
            return []
        if max(lengths, default=0) > _MOST_IDS:
            return list(compose(*values, **look))
        # Not padded to fewer lengths: PostgreSQL would expect more rows, and read whole tables.
        shape = (connection.vendor, *lengths, *sorted(look.items()))
        if shape not in kept:
            marks = _marks(values)
            kept[shape] = _Composed(compose(*marks, **look), _flat(marks))
        return kept[shape].rows(_flat(values))

    return rows


def _marks(values: Sequence[Value]) -> list[Value]:
    """Return placeholders for such values: a different number or text for each."""
    numbers = count(_FIRST)

    def mark(value: int | str) -> Any:
        return next(numbers) if isinstance(value, int) else f"{_TEXT}{next(numbers)}"

    return [
        mark(value) if isinstance(value, int | str) else [mark(part) for part in value]
        for value in values
    ]


def _flat(values: Sequence[Value]) -> list[int | str]:
    return [
        part for value in values for part in ([value] if isinstance(value, int | str) else value)
    ]


class _Composed(Generic[T]):
    """A queryset whose SQL is known: only the parameters are new each time."""

    def __init__(self, rows: "QuerySet[Any, T]", marks: Sequence[int | str]) -> None:
        """Compose a queryset that compares columns with these placeholders."""
        self._rows = rows
        self._compiler = rows.query.get_compiler(using=rows.db)
        self._sql, self._parameters = self._compiler.as_sql()
        self._places = [
            (place, marks.index(parameter), type(parameter))
            for place, parameter in enumerate(self._parameters)
            if isinstance(parameter, int | str) and parameter in marks
        ]
        if {index for _place, index, _kind in self._places} != set(range(len(marks))):
            raise TypeError(f"{rows.query} does not compare a column with each value")
        # It would stay open for the thread that came first.
        self._compiler.connection = None

    def rows(self, values: Sequence[int | str]) -> list[T]:
        """Read the rows for these values. Rows are locked only in a transaction, as Django does."""
        rows = self._rows.all()
        own = connections[rows.db]
        locks = rows.query.select_for_update and own.features.has_select_for_update
        if locks and own.get_autocommit():
            raise TransactionManagementError("select_for_update outside of a transaction")
        parameters = list(self._parameters)
        for place, index, kind in self._places:
            parameters[place] = kind(values[index])
        compiler = copy(self._compiler)
        compiler.connection = own
        compiler.as_sql = lambda *_args, **_kwargs: (self._sql, tuple(parameters))
        rows.query.get_compiler = lambda *_args, **_kwargs: compiler  # type: ignore[method-assign]
        return list(rows)
