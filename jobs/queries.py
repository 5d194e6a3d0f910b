"""The raw SQL of the job table, each statement with the reason why the ORM will not do.

Both are on the path of every job. They name the columns that they write; all others have a
default in the database. Conditions on a state are in :meth:`jobs.models.JobQuerySet.in_state`.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from jobs.models import Urgency, priority_range

_INSERT = (
    "INSERT INTO jobs_job (kind, dedup_key, payload, tournament_id, state, priority,"
    " run_after, attempts, max_attempts, last_error, created_at, request_id)"
    " VALUES (%s, %s, %s, %s, 'ready', %s, %s, 0, %s, '', %s, %s)"
    " ON CONFLICT (dedup_key) DO NOTHING RETURNING id"
)
# States are literals rather than parameters: only then are the partial indexes used.
_DUE = "SELECT id FROM jobs_job WHERE state = 'ready' AND run_after <= %s"
_CLAIM = (
    "UPDATE jobs_job SET state = 'running', attempts = attempts + 1, lease_until = %s"
    " WHERE state = 'ready' AND id = ({due}) RETURNING id, kind, payload, attempts, request_id"
)


def insert_job(
    *,
    kind: str,
    dedup_key: str,
    payload: Mapping[str, Any],
    tournament_id: int | None,
    priority: int,
    now: datetime,
    run_after: datetime,
    max_attempts: int,
    request_id: str,
) -> int | None:
    """Insert a job that is due at ``run_after``; return its id, or None if the key is taken.

    Raw because the ORM returns no id from an insert that ignores conflicts, and `get_or_create`
    takes two statements and a savepoint.
    """
    values = [kind, dedup_key, json.dumps(dict(payload)), tournament_id, int(priority)]
    rows = _rows(
        _INSERT, [*values, _timestamp(run_after), max_attempts, _timestamp(now), request_id]
    )
    return rows[0][0] if rows else None


def claim_job(
    *,
    now: datetime,
    lease_until: datetime,
    job_id: int | None = None,
    kinds: Collection[str] | None = None,
    urgencies: Collection[Urgency] | None = None,
) -> tuple[int, str, Mapping[str, Any], int, str] | None:
    """Claim a due job: the given one, or the most urgent of these kinds and urgencies.

    Returns its id, kind, payload, attempts and the id of the request that caused it. Rows that
    another transaction has locked are skipped. Raw because choosing, locking and updating is one
    statement here, and the ORM has no `UPDATE ... RETURNING`.
    """
    sql, values = _DUE, [_timestamp(now)]
    if job_id is not None:
        sql, values = f"{sql} AND id = %s", [*values, job_id]
    if kinds is not None:
        if not kinds:
            return None
        marks = ", ".join(["%s"] * len(kinds))
        sql, values = f"{sql} AND kind IN ({marks})", [*values, *sorted(kinds)]
    if urgencies is not None:
        ranges = [priority_range(urgency) for urgency in urgencies]
        either = " OR ".join(["(priority > %s AND priority <= %s)"] * len(ranges))
        sql = f"{sql} AND ({either})"
        values = [*values, *(limit for limits in ranges for limit in limits)]
    if job_id is None:
        # With an id, the ordering would make PostgreSQL walk through everything that waits.
        sql += " ORDER BY priority, run_after, id LIMIT 1"
    if connection.features.has_select_for_update_skip_locked:
        sql += " FOR UPDATE SKIP LOCKED"
    rows = _rows(_CLAIM.format(due=sql), [_timestamp(lease_until), *values])
    if not rows:
        return None
    pk, kind, payload, attempts, request_id = rows[0]
    return pk, kind, json.loads(payload), attempts, request_id


def _rows(sql: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _timestamp(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
