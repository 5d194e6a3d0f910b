"""Raw SQL for roles and their rights, which no model describes and the ORM cannot grant."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection
from psycopg.sql import SQL, Composable, Identifier, Literal


@dataclass(frozen=True, slots=True)
class FoundRole:
    """An existing role; ``reason`` says why it is too powerful, empty if it is not."""

    reason: str


def role_of(role: str) -> FoundRole | None:
    """Return a role, or None if there is none."""
    rows = _rows(
        "SELECT r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolname = current_user,"
        " pg_has_role(r.oid, d.datdba, 'MEMBER'),"
        " EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
        " AND pg_has_role(r.oid, c.relowner, 'MEMBER'))"
        " FROM pg_roles r, pg_database d"
        " WHERE r.rolname = %s AND d.datname = current_database()",
        [role],
    )
    if not rows:
        return None
    reasons = (
        "is a superuser",
        "may make roles",
        "may make databases",
        "is who runs this",
        "owns the database",
        "owns tables",
    )
    return FoundRole(next((why for why, so in zip(reasons, rows[0], strict=True) if so), ""))


def create_role(role: str) -> None:
    """Create a role that may only sign in."""
    _execute_composed(
        SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE").format(Identifier(role))
    )


def set_password(role: str, password: str) -> None:
    """Set a password; the server and its log get only the hash."""
    connection.ensure_connection()
    assert isinstance(connection.connection, psycopg.Connection)
    raw = connection.connection.pgconn
    hashed = raw.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    _execute_composed(SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(role), Literal(hashed)))


def revoke_all(role: str) -> None:
    """Revoke all rights of a role, and of PUBLIC, except to connect and to look."""
    [(database,)] = _rows("SELECT current_database()")
    names = {"role": Identifier(role), "database": Identifier(database)}
    for statement in (
        "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
        "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role}",
        "REVOKE ALL ON SCHEMA public FROM {role}",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC, {role}",
        "GRANT CONNECT ON DATABASE {database} TO {role}",
        "GRANT USAGE ON SCHEMA public TO {role}",
        # To advance sequences, and for pg_dump to read them.
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    ):
        _execute_composed(SQL(statement).format(**names))


def grant_table(
    role: str, table: str, *, reads_only: bool, deletes: bool, columns: Sequence[str] | None
) -> None:
    """Let a role read a table and, unless it ``reads_only``, write its rows or some ``columns``."""
    rights: list[Composable] = [SQL("SELECT")]
    if not reads_only:
        rights.append(SQL("INSERT"))
        if columns is None:
            rights.append(SQL("UPDATE"))
        elif columns:
            some = SQL(", ").join(map(Identifier, columns))
            rights.append(SQL("UPDATE ({})").format(some))
        if deletes:
            rights.append(SQL("DELETE"))
    _execute_composed(
        SQL("GRANT {} ON {} TO {}").format(
            SQL(", ").join(rights), Identifier(table), Identifier(role)
        )
    )


def _execute_composed(statement: Composable) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection))


def _rows(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
