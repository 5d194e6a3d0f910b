"""The two statements that every job costs, each in one step where the ORM needs several.

They name the columns that they write: any other has a default in the database.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from jobs.models import Urgency, span_of

_INSERT = (
    "INSERT INTO adjudication_job (kind, dedup_key, payload, state, priority, run_after, attempts,"
    " max_attempts, last_error, created_at, request_id)"
    " VALUES (%s, %s, %s, 'ready', %s, %s, 0, %s, '', %s, %s)"
    " ON CONFLICT (dedup_key) DO NOTHING RETURNING id"
)
# The words stand in the text, not among the values: so the indexes of waiting jobs serve it.
_DUE = "SELECT id FROM adjudication_job WHERE state = 'ready' AND run_after <= %s"
_TAKE = (
    "UPDATE adjudication_job SET state = 'running', attempts = attempts + 1, lease_until = %s"
    " WHERE state = 'ready' AND id = ("
)
_TOLD = ") RETURNING id, kind, payload, attempts, request_id"


def insert(
    *,
    kind: str,
    dedup_key: str,
    payload: Mapping[str, Any],
    priority: int,
    now: datetime,
    run_after: datetime,
    max_attempts: int,
    request_id: str | None,
) -> int | None:
    """Write a job that is due at ``run_after``, and return its id; None where the key has one."""
    values = [kind, dedup_key, json.dumps(dict(payload)), int(priority), _moment(run_after)]
    rows = _rows(_INSERT, [*values, max_attempts, _moment(now), request_id])
    return rows[0][0] if rows else None


def take(
    *,
    now: datetime,
    lease_until: datetime,
    job_id: int | None = None,
    kinds: Collection[str] | None = None,
    urgencies: Collection[Urgency] | None = None,
) -> tuple[int, str, Mapping[str, Any], int, str | None] | None:
    """Claim a job that is due, this one or the most urgent, of these kinds and urgencies.

    Gives its id, kind, payload, attempts and the request that asked for it.

    What another transaction holds just now is passed over.
    """
    sql, values = _DUE, [_moment(now)]
    if job_id is not None:
        sql, values = f"{sql} AND id = %s", [*values, job_id]
    if kinds is not None:
        if not kinds:
            return None
        marks = ", ".join(["%s"] * len(kinds))
        sql, values = f"{sql} AND kind IN ({marks})", [*values, *sorted(kinds)]
    if urgencies is not None:
        spans = [span_of(one) for one in urgencies]
        either = " OR ".join(["(priority > %s AND priority <= %s)"] * len(spans))
        sql, values = f"{sql} AND ({either})", [*values, *(end for span in spans for end in span)]
    if job_id is None:
        # With an id it would lead PostgreSQL through all that waits, to look for the one.
        sql += " ORDER BY priority, run_after, id LIMIT 1"
    if connection.features.has_select_for_update_skip_locked:
        sql += " FOR UPDATE SKIP LOCKED"
    rows = _rows(_TAKE + sql + _TOLD, [_moment(lease_until), *values])
    if not rows:
        return None
    key, kind, payload, attempts, request_id = rows[0]
    return key, kind, json.loads(payload), attempts, request_id


def _rows(sql: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _moment(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
