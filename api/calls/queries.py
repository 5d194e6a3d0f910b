"""Raw SQL for calls under their keys."""

from datetime import datetime

from django.db import connection

_INSERT = (
    "INSERT INTO api_idempotentcall"
    " (caller, key, digest, status, body, location, tournament_id, created_at)"
    " VALUES (%s, %s, %s, 0, '', '', %s, %s) ON CONFLICT (caller, key) DO NOTHING RETURNING id"
)


def insert_call(
    *, caller: str, key: str, digest: str, tournament_id: int | None, now: datetime
) -> int | None:
    """Insert a call and return its id; None if the key is taken, waiting for a call under way.

    Raw because the ORM returns no id from an insert that ignores conflicts, and everything that a
    program changes begins with one.
    """
    at = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [caller, key, digest, tournament_id, at])
        row = cursor.fetchone()
    return None if row is None else int(row[0])
