"""Small worlds that are built once in a process: later tests get copies of their rows.

A build through the services costs hundreds of queries, and thousands of tests begin with the same
one. A copy has the keys, seals and moments of the first build. Where the database holds anything
already, or the build did more than add rows to empty tables, it is built as ever.
"""

import functools
import pickle
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, list[tuple[Any, ...]]]
KEPT_EMPTY_BY_NOBODY = {"contenttypes", "auth.permission"}
"""Tables that a migration fills."""


def remembered(build: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function adds to an empty database, and what it returns, by its arguments.

    What it returns has to be such as can be pickled, its arguments such as ``repr`` tells in full.
    """
    kept: dict[object, tuple[Rows, bytes]] = {}

    @functools.wraps(build)
    def built(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (connection.settings_dict["NAME"], repr(args), repr(sorted(kwargs.items())))
        if not _empty():
            return build(*args, **kwargs)
        if key in kept:
            rows, result = kept[key]
            _write(rows)
            copy: T = pickle.loads(result)
            return copy
        made = build(*args, **kwargs)
        kept[key] = (_read(), pickle.dumps(made))
        return made

    return built


@functools.cache
def _tables() -> dict[str, str]:
    """Return the tables that tests fill, each after those it refers to, with their columns."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if not {model._meta.app_label, model._meta.label_lower} & KEPT_EMPTY_BY_NOBODY
    ]
    refers = {
        model._meta.db_table: {
            field.related_model._meta.db_table
            for field in model._meta.concrete_fields
            if field.related_model and field.related_model is not model
        }
        for model in models
    }
    columns = {
        model._meta.db_table: ", ".join(
            f'"{field.column}"' for field in model._meta.concrete_fields if not field.generated
        )
        for model in models
    }
    found: dict[str, str] = {}
    while refers:
        ready = [name for name, others in refers.items() if not others & refers.keys()]
        # Tables that refer to each other: their foreign keys are checked at the end.
        for name in ready or [next(iter(refers))]:
            found[name] = columns[name]
            del refers[name]
    return found


def _empty() -> bool:
    rows = " UNION ALL ".join(f'SELECT EXISTS (SELECT 1 FROM "{name}")' for name in _tables())
    with connection.cursor() as cursor:
        cursor.execute(rows)
        return not any(found for (found,) in cursor.fetchall())


def _read() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for name, columns in _tables().items():
            cursor.execute(f'SELECT {columns} FROM "{name}" ORDER BY 1')
            rows = cursor.fetchall()
            if rows:
                found[name] = rows
    return found


def _write(tables: Rows) -> None:
    with connection.cursor() as cursor:
        for name, rows in tables.items():
            values = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f'INSERT INTO "{name}" ({_tables()[name]}) VALUES ({values})', rows)
