"""Queries that Django composes once: a page then only fills in the ids that it is about.

Composing costs Django more than the database needs for its answer: about 10 ms for the reports on a
game, with all that puts a record in doubt, where the rows are read in less than one.
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
"""What stands for the values while a query is composed: numbers that the narrowest column takes and
no query names, and a text that none does."""


def prepared(compose: Callable[..., "QuerySet[Any, T]"]) -> Callable[..., list[T]]:
    """Return a function that reads the rows of the query set that ``compose`` makes.

    ``compose`` takes ids, texts (such as a slug) and sequences of either by position, and uses them
    as what a column is compared with and nothing else: the rest of the query must depend neither on
    them nor on the time nor on the language. There are no rows for an empty sequence. What was
    composed is kept by the number of ids and by what is given by keyword: that may say what the
    query looks like.
    """
    kept: dict[object, _Composed[T]] = {}

    @wraps(compose)
    def rows(*values: Value, **look: object) -> list[T]:
        lengths = [len(value) for value in values if not isinstance(value, int | str)]
        if 0 in lengths:
            return []
        if max(lengths, default=0) > _MOST_IDS:
            return list(compose(*values, **look))
        # Not filled up to fewer lengths: PostgreSQL would expect more rows, and read whole tables.
        shape = (connection.vendor, *lengths, *sorted(look.items()))
        if shape not in kept:
            marks = _marks(values)
            kept[shape] = _Composed(compose(*marks, **look), _flat(marks))
        return kept[shape].rows(_flat(values))

    return rows


def _marks(values: Sequence[Value]) -> list[Value]:
    """Return what stands for such values: a number or a text of its own for each."""
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
    """A query set whose SQL is known: only the parameters are new each time."""

    def __init__(self, rows: "QuerySet[Any, T]", marks: Sequence[int | str]) -> None:
        """Compose a query set that compares columns with these marks."""
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
        # It would be kept open for the thread that came first.
        self._compiler.connection = None

    def rows(self, values: Sequence[int | str]) -> list[T]:
        """Read the rows for such values. Rows are locked in a transaction only, as by Django."""
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
