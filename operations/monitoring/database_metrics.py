"""Metrics of the job table and the database, each from one cheap query.

All of them use a small partial index, however large the table is: jobs that wait, run, were given
up, or ended within the last minutes.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.core.cache import cache
from django.db import connection
from django.db.models import (
    Case,
    Count,
    F,
    Min,
    Sum,
    Value,
    When,
)

from jobs.models import Job, JobState
from operations import queries
from operations.models import PRESENT, Part, Sighting

WINDOW = timedelta(minutes=5)
"""How far back jobs that ended are counted."""
LATELY = timedelta(minutes=2)
"""A worker that has not been seen for longer may be gone."""
LATENCY_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue: how many jobs wait and run, and when the oldest became due."""

    priority: int
    waiting: int
    oldest: datetime | None
    running: int

    def age(self, now: datetime) -> float:
        """Return for how many seconds the oldest has been due; 0 if it is due later."""
        return max(0.0, (now - self.oldest).total_seconds()) if self.oldest else 0.0


@dataclass(frozen=True, slots=True)
class EndedJobs:
    """Jobs that ended recently, grouped by kind, state, attempts and duration (a bucket)."""

    kind: str
    state: str
    attempts: int
    bucket: int
    count: int
    seconds: float


def queues() -> list[Queue]:
    """Return every queue with waiting or running jobs."""
    ready = Job.objects.in_state(JobState.READY).values_list("priority")
    waiting = {
        priority: (count, oldest)
        for priority, count, oldest in ready.annotate(Count("pk"), Min("run_after"))
    }
    started = Job.objects.in_state(JobState.RUNNING).values_list("priority")
    running = dict(started.annotate(Count("pk")))
    return [
        Queue(priority, *waiting.get(priority, (0, None)), running=running.get(priority, 0))
        for priority in sorted({*running, *waiting})
    ]


def failed_job_counts() -> dict[str, int]:
    """Return how many jobs were given up and not retried, by kind."""
    return dict(Job.objects.in_state(JobState.FAILED).values_list("kind").annotate(Count("pk")))


def ended_jobs(now: datetime) -> list[EndedJobs]:
    """Return the jobs that ended within :data:`WINDOW`."""
    bucket = Case(
        *(
            When(duration__lte=timedelta(seconds=most), then=Value(place))
            for place, most in enumerate(LATENCY_SECONDS)
        ),
        default=Value(len(LATENCY_SECONDS)),
    )
    rows = (
        Job.objects.in_state(JobState.DONE, JobState.FAILED)
        .filter(finished_at__gte=now - WINDOW)
        .annotate(duration=F("finished_at") - F("created_at"), bucket=bucket)
        .values_list("kind", "state", "attempts", "bucket")
        .annotate(Count("pk"), Sum("duration"))
    )
    return [
        EndedJobs(kind, state, attempts, bucket, count, total.total_seconds())
        for kind, state, attempts, bucket, count, total in rows
    ]


def last_seen() -> dict[str, list[tuple[str, datetime]]]:
    """Return when every process was last seen, by its kind, the latest first.

    A worker is seen when it runs a job and when it reports that it is alive.
    """
    found: dict[str, dict[str, datetime]] = {part: {} for part in Part.values}
    for part, name, at in Sighting.objects.values_list("part", "name", "seen_at"):
        found.setdefault(part, {})[name] = at
    workers = found[Part.WORKER]
    for name, seconds in (cache.get(PRESENT) or {}).items():
        at = datetime.fromtimestamp(seconds, UTC)
        workers[name] = max(at, workers.get(name, at))
    return {
        part: sorted(names.items(), key=lambda seen: seen[1], reverse=True)
        for part, names in found.items()
    }


def connections() -> tuple[dict[str, int], int]:
    """Return how many connections the database has, by state, and how many it may have."""
    return queries.connection_counts() if connection.vendor == "postgresql" else ({}, 0)


def pool_statistics() -> dict[str, int]:
    """Return the statistics of this process's connection pool; empty without one."""
    found = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
    return dict(found.get_stats()) if found is not None else {}
