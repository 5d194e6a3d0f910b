"""The running test's own database: its address, what it refuses, and how it is emptied."""

import contextlib
from collections.abc import Callable, Iterator
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations


def test_database_url() -> str:
    """Return a ``DATABASE_URL`` for the database that the test's ORM writes to."""
    settings = connection.settings_dict
    name = str(settings["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(name)}"
    user, password = quote(settings["USER"], safe=""), quote(settings["PASSWORD"], safe="")
    login = f"{user}:{password}" if password else user
    return f"postgres://{login}@{settings['HOST']}:{settings['PORT']}/{quote(name)}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # a helper, whatever its name


def refused(name: str, change: Callable[[], object]) -> None:
    """Make a change that the database itself refuses, for the reason of this name."""
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        change()


@contextlib.contextmanager
def flushing_without_triggers() -> Iterator[None]:
    """Take SQLite's triggers away while Django empties all tables, and set them again.

    PostgreSQL truncates instead, which no trigger on rows sees.
    """
    if connection.vendor != "sqlite":
        yield
        return
    kind = type(connection.ops)
    flush = kind.execute_sql_flush

    def execute(operations: BaseDatabaseOperations, sql_list: list[str]) -> None:
        with operations.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = dict(cursor.fetchall())
        drops = [f"DROP TRIGGER {name}" for name in triggers]
        flush(operations, [*drops, *sql_list, *triggers.values()])

    with patch.object(kind, "execute_sql_flush", execute):
        yield
