"""The raw SQL of the job table, each statement with the reason why the ORM will not do.

All are on the path of every job. They name the columns that they write; all others have a
default in the database. Conditions on a state are in :meth:`jobs.models.JobQuerySet.in_state`.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from jobs.models import Urgency, priority_range

Row = tuple[int, str, Mapping[str, Any], int, str, int]
"""A claimed job, as :class:`jobs.table.ClaimedJob` takes it."""

_INSERT = (
    "INSERT INTO jobs_job (kind, dedup_key, payload, tournament_id, state, priority,"
    " run_after, attempts, max_attempts, last_error, created_at, request_id)"
    " VALUES {rows} ON CONFLICT (dedup_key) DO NOTHING RETURNING id"
)
_ROW = "(%s, %s, %s, %s, 'ready', %s, %s, 0, %s, '', %s, %s)"
# States are literals rather than parameters: only then are the partial indexes used.
_DUE = "SELECT id FROM jobs_job WHERE state = 'ready' AND run_after <= %s"
_CLAIM = (
    "UPDATE jobs_job SET state = 'running', attempts = attempts + 1, lease_until = %s"
    " WHERE state = 'ready' AND id = ({due})"
    " RETURNING id, kind, payload, attempts, request_id, priority"
)
# Of the same tournament and priority as a job that is held, and never tried before. PostgreSQL
# would read a subquery again for every row of the update, and lock further rows each time.
_CLAIM_ALIKE = (
    "WITH alike AS MATERIALIZED (SELECT j.id FROM jobs_job j"
    " JOIN jobs_job held ON held.id = %s WHERE j.state = 'ready' AND j.run_after <= %s"
    " AND j.kind = held.kind AND j.tournament_id = held.tournament_id"
    " AND j.priority = held.priority AND j.attempts = 0"
    " ORDER BY j.run_after, j.id LIMIT %s{lock})"
    " UPDATE jobs_job SET state = 'running', attempts = attempts + 1, lease_until = %s"
    " WHERE state = 'ready' AND id IN (SELECT id FROM alike)"
    " RETURNING id, kind, payload, attempts, request_id, priority"
)
_FINISH = (
    "UPDATE jobs_job SET state = 'done', lease_until = NULL, finished_at = %s"
    " WHERE state = 'running' AND (id, attempts) IN (VALUES {held}) RETURNING id"
)


def insert_jobs(
    *,
    kind: str,
    jobs: Sequence[tuple[str, Mapping[str, Any]]],
    tournament_id: int | None,
    priority: int,
    now: datetime,
    run_after: datetime,
    max_attempts: int,
    request_id: str,
) -> list[int]:
    """Insert jobs that are due at ``run_after``, each with its dedup key and payload.

    Returns the ids of those that are new: a key that is taken is left out. Raw because the ORM
    returns no id from an insert that ignores conflicts, and `get_or_create` takes two statements
    and a savepoint for each.
    """
    if not jobs:
        return []
    due, created = _timestamp(run_after), _timestamp(now)
    values = [
        value
        for key, payload in jobs
        for value in (
            *(kind, key, json.dumps(dict(payload)), tournament_id, int(priority)),
            *(due, max_attempts, created, request_id),
        )
    ]
    sql = _INSERT.format(rows=", ".join([_ROW] * len(jobs)))
    return [row[0] for row in _rows(sql, values)]


def claim_job(
    *,
    now: datetime,
    lease_until: datetime,
    job_id: int | None = None,
    kinds: Collection[str] | None = None,
    urgencies: Collection[Urgency] | None = None,
) -> Row | None:
    """Claim a due job: the given one, or the most urgent of these kinds and urgencies.

    Returns its id, kind, payload, attempts, the id of the request that caused it, and its priority.
    Rows that another transaction has locked are skipped. Raw because choosing, locking and updating
    is one statement here, and the ORM has no `UPDATE ... RETURNING`.
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
    return _claimed(rows[0])


def claim_alike(job_id: int, *, now: datetime, lease_until: datetime, most: int) -> list[Row]:
    """Claim due jobs of the kind, tournament and priority of a job that is held.

    Returns rows as :func:`claim_job` does, and is raw for the same reason. Only jobs that were
    never tried: one that ended its worker is tried alone.
    """
    skips = connection.features.has_select_for_update_skip_locked
    sql = _CLAIM_ALIKE.format(lock=" FOR UPDATE OF j SKIP LOCKED" if skips else "")
    rows = _rows(sql, [job_id, _timestamp(now), most, _timestamp(lease_until)])
    return sorted(_claimed(row) for row in rows)


def finish_jobs(held: Collection[tuple[int, int]], *, now: datetime) -> set[int]:
    """Mark the jobs held with these ids and attempts as done; return their ids.

    Raw because the ORM compares no pairs and has no `UPDATE ... RETURNING`.
    """
    if not held:
        return set()
    sql = _FINISH.format(held=", ".join(["(%s, %s)"] * len(held)))
    values = [value for pair in held for value in pair]
    return {row[0] for row in _rows(sql, [_timestamp(now), *values])}


def _claimed(row: Sequence[Any]) -> Row:
    pk, kind, payload, attempts, request_id, priority = row
    return pk, kind, json.loads(payload), attempts, request_id, priority


def _rows(sql: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _timestamp(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
