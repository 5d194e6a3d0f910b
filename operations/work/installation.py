"""The state of the whole installation: queues, workers, failed jobs, size of the database."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from adjudication.readjudication.selectors import ReadjudicationView, readjudications
from jobs.models import Job, JobState
from operations import queries
from operations.monitoring.database_metrics import JUDGE, LATELY, Queue, ended, last_seen, queues

MOST_FAILED = 100


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker, and when it was last seen."""

    name: str
    at: datetime
    lately: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its size in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Space:
    """The size of the database, and the free space on its disk if that is known; in bytes."""

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
    """Queues, workers, failed jobs and disk space."""

    queues: tuple[Queue, ...]
    verdicts: int
    latency: float
    """Average seconds to a verdict, within the last minutes."""
    workers: tuple[Worker, ...]
    swept_at: datetime | None
    sweeping: bool
    failed: tuple[FailedJob, ...]
    failed_total: int
    runs: tuple[ReadjudicationView, ...]
    space: Space


def installation() -> Installation:
    """Return everything, in nine queries, none of which reads a large table."""
    now = timezone.now()
    seen = last_seen()
    judged = [jobs for jobs in ended(now) if jobs.kind == JUDGE and jobs.state == "done"]
    count = sum(jobs.count for jobs in judged)
    swept = seen["sweeper"][0][1] if seen["sweeper"] else None
    late = timedelta(seconds=30 + 3 * settings.SHINPAN_SWEEP_SECONDS)
    return Installation(
        queues=tuple(queues()),
        verdicts=count,
        latency=sum(jobs.seconds for jobs in judged) / count if count else 0.0,
        workers=tuple(
            Worker(name, at, now - at <= LATELY)
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
    """Return the jobs that were given up, the latest first."""
    rows = Job.objects.filter(state=JobState.FAILED).order_by("-finished_at")[:MOST_FAILED]
    return tuple(
        FailedJob(job.pk, job.kind, job.attempts, job.last_error, job.request_id, job.finished_at)
        for job in rows
    )


def space() -> Space:
    """Return the size of the database."""
    if connection.vendor == "postgresql":
        tables = tuple(Table(*row) for row in queries.largest_tables(8))
        return Space(queries.database_size(), None, tables)
    file = Path(str(connection.settings_dict["NAME"]))
    parts = [file, file.with_name(f"{file.name}-wal")]
    size = sum(part.stat().st_size for part in parts if part.exists())
    free = shutil.disk_usage(file.parent).free if file.exists() else None
    return Space(size, free, ())
