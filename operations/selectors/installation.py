"""The whole installation at a glance: what its operator looks at."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from adjudication.selectors.readjudications import ReadjudicationView, readjudications
from jobs.models import Job, JobState
from operations.selectors.figures import JUDGE, LATELY, Queue, ended, queues, sightings

MOST_FAILED = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """A worker, and when it last did something."""

    name: str
    at: datetime
    lately: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its size in bytes; with its rows where the database keeps no sizes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Space:
    """How large the database is, and what is free on its disk where that can be seen."""

    database: int
    free: int | None
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that was given up."""

    id: int
    kind: str
    attempts: int
    last_error: str
    request_id: str
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Installation:
    """What waits, who works, what failed, and how much room is left."""

    queues: tuple[Queue, ...]
    verdicts: int
    latency: float
    """Seconds a verdict took on average, within the last minutes."""
    workers: tuple[Seen, ...]
    swept_at: datetime | None
    sweeping: bool
    failed: tuple[FailedJob, ...]
    failed_total: int
    runs: tuple[ReadjudicationView, ...]
    space: Space


def installation() -> Installation:
    """Look at everything once. Nine queries, none of which reads a long table."""
    now = timezone.now()
    seen = sightings()
    judged = [one for one in ended(now) if one.kind == JUDGE and one.state == "done"]
    count = sum(one.count for one in judged)
    swept = seen["sweeper"][0][1] if seen["sweeper"] else None
    late = timedelta(seconds=30 + 3 * settings.SHINPAN_SWEEP_SECONDS)
    return Installation(
        queues=tuple(queues()),
        verdicts=count,
        latency=sum(one.seconds for one in judged) / count if count else 0.0,
        workers=tuple(
            Seen(name, at, now - at <= LATELY)
            for name, at in seen["worker"]
            if now - at <= timedelta(days=1)
        ),
        swept_at=swept,
        sweeping=swept is not None and now - swept <= late,
        failed=failed_jobs(),
        failed_total=Job.objects.filter(state=JobState.FAILED).count(),
        runs=tuple(run for run in readjudications(most=3) if not run.over),
        space=space(),
    )


def failed_jobs() -> tuple[FailedJob, ...]:
    """Return what was given up, of every kind, the latest first."""
    rows = Job.objects.filter(state=JobState.FAILED).order_by("-finished_at")[:MOST_FAILED]
    return tuple(
        FailedJob(
            job.pk, job.kind, job.attempts, job.last_error, job.request_id or "", job.finished_at
        )
        for job in rows
    )


def space() -> Space:
    """Measure the database."""
    if connection.vendor == "postgresql":
        rows = _rows(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8"
        )
        [(size,)] = _rows("SELECT pg_database_size(current_database())")
        return Space(size, None, tuple(Table(*row) for row in rows))
    file = Path(str(connection.settings_dict["NAME"]))
    parts = [file, file.with_name(f"{file.name}-wal")]
    size = sum(one.stat().st_size for one in parts if one.exists())
    free = shutil.disk_usage(file.parent).free if file.exists() else None
    return Space(size, free, ())


def _rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())
