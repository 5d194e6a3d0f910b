"""Queries that Django composes once: a page then only fills in the ids that it is about.

Composing costs Django more than the database needs for its answer: about 10 ms for the reports on a
game, with all that puts a record in doubt, where the rows are read in less than one.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial, wraps
from typing import Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

T = TypeVar("T")
Value = int | str | Sequence[int]

_MOST_IDS: Final = 64
"""A query for more ids is composed each time: it is rare, and its rows take longer anyway."""

_FIRST: Final = 32_000
_TEXT: Final = "\x01 prepared \x01"
"""What stands for the values while a query is composed: numbers that the narrowest column takes and
no query names, and a text that none does."""


def prepared(compose: Callable[..., "QuerySet[Any, T]"]) -> Callable[..., list[T]]:
    """Return a function that reads the rows of the query set that ``compose`` makes.

    ``compose`` takes ids, texts (such as a slug) and sequences of ids by position, and uses them as
    what a column is compared with and nothing else: the rest of the query must depend neither on
    them nor on the time nor on the language. There are no rows for a sequence without ids. Each
    connection keeps what was composed, by the number of ids and by what is given by keyword: that
    may say what the query looks like.
    """
    kept: WeakKeyDictionary[BaseDatabaseWrapper, dict[object, _Composed[T]]]
    kept = WeakKeyDictionary()

    @wraps(compose)
    def rows(*values: Value, **look: object) -> list[T]:
        lengths = [len(value) for value in values if not isinstance(value, int | str)]
        if 0 in lengths:
            return []
        if any(length > _MOST_IDS for length in lengths):
            return list(compose(*values, **look))
        # Not filled up to fewer lengths: PostgreSQL would expect more rows, and read whole tables.
        shape = (*lengths, *sorted(look.items()))
        composed = kept.setdefault(connections[DEFAULT_DB_ALIAS], {})
        if shape not in composed:
            composed[shape] = _Composed(partial(compose, **look), values)
        return composed[shape].rows(values)

    return rows


def _flat(values: Sequence[Value]) -> list[int | str]:
    return [
        part for value in values for part in ([value] if isinstance(value, int | str) else value)
    ]


class _Composed(Generic[T]):
    """A query set whose SQL is known: only the parameters are new each time."""

    def __init__(self, compose: Callable[..., "QuerySet[Any, T]"], like: Sequence[Value]) -> None:
        """Compose it with marks in the place of values like these."""
        names: list[Any] = []

        def mark(value: int | str) -> Any:
            number = len(names)
            names.append(_FIRST + number if isinstance(value, int) else f"{_TEXT}{number}")
            return names[-1]

        marks = [
            mark(value) if isinstance(value, int | str) else [mark(part) for part in value]
            for value in like
        ]
        self._rows = compose(*marks)
        self._compiler = self._rows.query.get_compiler(using=self._rows.db)
        self._sql, self._parameters = self._compiler.as_sql()
        self._places = [
            (place, names.index(parameter), type(parameter))
            for place, parameter in enumerate(self._parameters)
            if isinstance(parameter, int | str) and parameter in names
        ]
        unused = set(range(len(names))) - {index for _place, index, _kind in self._places}
        if unused:
            raise TypeError(f"{self._rows.query} does not compare a column with each value")

    def rows(self, values: Sequence[Value]) -> list[T]:
        """Read the rows for such values."""
        flat = _flat(values)
        parameters = list(self._parameters)
        for place, index, kind in self._places:
            parameters[place] = kind(flat[index])
        compiler = copy(self._compiler)
        compiler.as_sql = lambda *_args, **_kwargs: (self._sql, tuple(parameters))
        rows = self._rows.all()
        rows.query.get_compiler = lambda *_args, **_kwargs: compiler  # type: ignore[method-assign]
        return list(rows)
