"""The running test's own database: its address, what it refuses, and how it is emptied."""

import contextlib
from collections.abc import Callable, Iterator
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import TransactionTestCase


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


FILLED_BY_MIGRATING = {"django_content_type", "auth_permission"}


@contextlib.contextmanager
def quick_cleaning() -> Iterator[None]:
    """Delete only what a transactional test wrote, all triggers being away.

    Django empties every table and has its own filled again, which takes longer than most tests.
    """
    with patch.object(TransactionTestCase, "_fixture_teardown", lambda _test: delete_all()):
        yield


def delete_all() -> None:
    """Delete every row that did not come with the tables."""
    every = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [f'"{name}"' for name in every if name not in FILLED_BY_MIGRATING]
    with transaction.atomic(), connection.cursor() as cursor:
        triggers: dict[str, str] = {}
        if connection.vendor == "postgresql":
            # What a killed process still does comes to its end before.
            cursor.execute(f"LOCK TABLE {', '.join(tables)}")
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = dict(cursor.fetchall())
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables
            )
        )
        filled = [name for (name,) in cursor.fetchall()]
        deletes = [f"DELETE FROM {name}" for name in filled]
        drops = [f"DROP TRIGGER {name}" for name in triggers]
        for statement in (*drops, *deletes, *triggers.values()):
            cursor.execute(statement)
