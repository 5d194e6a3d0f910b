"""Primary keys that tell their table, and what of the database a request has touched.

Every table's keys begin at a number of its own, with seven digits: so a key is known wherever it
stands, in an address, in a form or in a row, and so is the tournament that it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models

FIRST, ROOM = 1_000_000, 10_000
NO_TOURNAMENTS = {"django_session", "django_content_type", "auth_permission", "django_migrations"}

Rows = Mapping[str, Mapping[Any, tuple[Any, ...]]]
"""By table and primary key: the columns of every row."""


def numbered() -> list[type[models.Model]]:
    """Return the models whose keys the database counts."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if isinstance(model._meta.pk, models.AutoField) and model._meta.managed
    ]


def spread() -> None:
    """Let the keys of every table begin at a number of its own; the tables are empty."""
    with connection.cursor() as cursor:
        for place, model in enumerate(numbered()):
            table, first = model._meta.db_table, FIRST + place * ROOM
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, first])
            else:
                pk = model._meta.pk.column
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, pk, first]
                )


def rows() -> dict[str, dict[Any, tuple[Any, ...]]]:
    """Return all that the database keeps, but for sessions."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table in NO_TOURNAMENTS or not model._meta.managed:
                continue
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            at = names.index(model._meta.pk.column)
            found[table] = {row[at]: row for row in cursor.fetchall()}
    return found


@dataclass(frozen=True)
class Twins:
    """The keys of two tournaments, the second of which nobody of the first has a part in."""

    own: Mapping[str, tuple[int, ...]]
    """By table."""
    other: Mapping[str, tuple[int, ...]]

    @property
    def others(self) -> frozenset[int]:
        """All keys of the other tournament."""
        return frozenset(key for keys in self.other.values() for key in keys)

    def twin(self, key: int) -> int | None:
        """Return the other tournament's key for one's own; None for a key of neither's."""
        for table, keys in self.own.items():
            if key in keys:
                there = self.other[table]
                return there[keys.index(key) % len(there)] if there else None
        return None


def keys_of(found: Rows, less: Rows | None = None) -> dict[str, tuple[int, ...]]:
    """Return the keys of every table, without those that were there before."""
    tables = {model._meta.db_table for model in numbered()}
    return {
        table: tuple(sorted(key for key in found[table] if not less or key not in less[table]))
        for table in tables & found.keys()
    }


def touched(before: Rows, after: Rows, twins: Twins) -> list[str]:
    """Return what of the other tournament a request changed, or tied to something of ours."""
    others = twins.others
    found = []
    for table, old in before.items():
        new = after[table]
        mine = set(twins.other.get(table, ()))
        found += [f"{table} {key} is changed" for key in mine if old.get(key) != new.get(key)]
        for key, row in new.items():
            if old.get(key) != row and key not in mine:
                tied = [value for value in row if isinstance(value, int) and value in others]
                found += [f"{table} {key} names {value}" for value in tied]
    return found


def changed(before: Rows, after: Rows) -> list[str]:
    """Return every row that differs."""
    return [
        f"{table} {key}"
        for table in before
        for key in {*before[table], *after[table]}
        if before[table].get(key) != after[table].get(key)
    ]
