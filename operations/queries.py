"""Raw SQL of operations, for which Django's ORM has no models or expressions.

Each function says why it is raw. Everything that is about rows of our own models uses the ORM.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction

ASIDE = "shinpan_before_restore"
"""The PostgreSQL schema that holds the previous content until a restore has succeeded."""


def ping() -> None:
    """Ask the database for an answer, without a table: `is_usable()` never asks SQLite."""
    _rows("SELECT 1")


# --- PostgreSQL: the server itself, which no model describes -------------------------------------


def is_read_only(*, timeout_ms: int) -> bool:
    """Return whether the server is a standby or read-only; give up after a time."""
    with transaction.atomic():
        _execute(f"SET LOCAL statement_timeout = {int(timeout_ms)}")
        [(standby, read_only)] = _rows(
            "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')"
        )
    return bool(standby) or read_only == "on"


def connection_counts() -> tuple[dict[str, int], int]:
    """Return how many connections the database has, by state, and how many the server allows."""
    rows = _rows(
        "SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() GROUP BY 1"
    )
    [(limit,)] = _rows("SELECT current_setting('max_connections')::int")
    return dict(rows), limit


def other_connections() -> int:
    """Return how many other clients are connected to the database."""
    [(count,)] = _rows(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(count)


def database_size() -> int:
    """Return the size of the database, in bytes."""
    [(size,)] = _rows("SELECT pg_database_size(current_database())")
    return int(size)


def largest_tables(limit: int) -> list[tuple[str, int]]:
    """Return the largest tables with their size in bytes, indexes included."""
    return _rows(
        "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
        "AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT %s",
        [limit],
    )


# --- Backups: other transactions, tables and schemas than those of the models --------------------


def export_snapshot() -> str:
    """Make the current transaction a read-only snapshot that `pg_dump` can share; return its name.

    To be called first in a transaction. Django sets no isolation level for a single transaction.
    """
    _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    _execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    [(snapshot,)] = _rows("SELECT pg_export_snapshot()")
    return str(snapshot)


def row_counts() -> dict[str, int]:
    """Return the number of rows of every table, including those that no model describes."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
    counts = {}
    for table in tables:
        # The names come from the database's own catalogue.
        name = connection.ops.quote_name(table)
        [(counts[table],)] = _rows(f"SELECT count(*) FROM {name}")  # noqa: S608
    return counts


def set_schema_aside() -> None:
    """Rename the schema to :data:`ASIDE` and make an empty one: DDL on a whole schema."""
    with transaction.atomic():
        _execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
        _execute("CREATE SCHEMA public")


def schema_is_aside() -> bool:
    """Return whether a restore was interrupted after :func:`set_schema_aside`."""
    return bool(_rows("SELECT 1 FROM pg_namespace WHERE nspname = %s", [ASIDE]))


def bring_schema_back() -> None:
    """Undo :func:`set_schema_aside`, dropping what was restored meanwhile."""
    with transaction.atomic():
        _execute("DROP SCHEMA IF EXISTS public CASCADE")
        _execute(f"ALTER SCHEMA {ASIDE} RENAME TO public")


def drop_schema_aside() -> None:
    """Drop the previous content after a restore has succeeded."""
    _execute(f"DROP SCHEMA {ASIDE} CASCADE")


# --- SQLite: statements about the file, on connections of their own ------------------------------


def take_write_lock(file: sqlite3.Connection) -> None:
    """Begin a write and roll it back. Raises sqlite3.OperationalError if that is impossible."""
    file.execute("BEGIN IMMEDIATE")
    file.execute("PRAGMA user_version = 0")  # a write, so that a read-only file is noticed
    file.rollback()


def integrity_problems(file: sqlite3.Connection, *, limit: int = 5) -> list[str]:
    """Check every page of a file; return what is wrong."""
    rows = [row[0] for row in file.execute(f"PRAGMA integrity_check({int(limit)})")]
    return [] if rows == ["ok"] else rows


def tables_with_orphans(file: sqlite3.Connection, *, limit: int = 5) -> list[str]:
    """Check every foreign key; return the tables with dangling references."""
    rows = file.execute("PRAGMA foreign_key_check").fetchmany(limit)
    return sorted({row[0] for row in rows})


def set_journal_mode(file: sqlite3.Connection, mode: str) -> None:
    """Choose between one file (``DELETE``) and a write-ahead log beside it (``WAL``)."""
    file.execute(f"PRAGMA journal_mode={mode}")


def _rows(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
