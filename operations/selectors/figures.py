"""The figures of the job table and the database, each from one cheap query.

All of them use an index of few rows, however long the tables are: what waits, what runs, what was
given up, what ended within the last minutes.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import connection

from operations.models import PRESENT, Part, Sighting

WINDOW = timedelta(minutes=5)
"""What "lately" means of jobs that ended."""
LATELY = timedelta(minutes=2)
"""A worker that was not seen for longer may be gone."""
LATENCY_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)
JUDGE = "judge_submission"

# The words stand in the text, not among the values: only so do SQLite's partial indexes serve.
_WAITING = (
    "SELECT priority, count(*), min(run_after) FROM adjudication_job WHERE state = 'ready' "
    "GROUP BY priority ORDER BY priority"
)
_RUNNING = (
    "SELECT priority, count(*) FROM adjudication_job WHERE state = 'running' GROUP BY priority"
)
_FAILED = "SELECT kind, count(*) FROM adjudication_job WHERE state = 'failed' GROUP BY kind"
_ENDED = (
    "SELECT kind, state, attempts, {bucket} AS bucket, count(*), sum({seconds}) "
    "FROM adjudication_job WHERE state IN ('done', 'failed') AND finished_at >= %s "
    "GROUP BY kind, state, attempts, bucket"
)
_SECONDS = {
    "postgresql": "extract(epoch FROM finished_at - created_at)",
    "sqlite": "(julianday(finished_at) - julianday(created_at)) * 86400",
}


@dataclass(frozen=True, slots=True)
class Queue:
    """One urgency: how many jobs wait and run, and since when the longest is due."""

    priority: int
    waiting: int
    running: int
    oldest: datetime | None

    def age(self, now: datetime) -> float:
        """Return for how many seconds the longest has been due; 0 for what is due later."""
        return max(0.0, (now - self.oldest).total_seconds()) if self.oldest else 0.0


@dataclass(frozen=True, slots=True)
class Ended:
    """Jobs that ended lately, alike in kind, outcome, attempts and time (a place in the list)."""

    kind: str
    state: str
    attempts: int
    bucket: int
    count: int
    seconds: float


def queues() -> list[Queue]:
    """Return every urgency that has something to do."""
    running = {row[0]: row[1] for row in _rows(_RUNNING)}
    waiting = {row[0]: (row[1], _moment(row[2])) for row in _rows(_WAITING)}
    found = []
    for priority in sorted({*running, *waiting}):
        count, oldest = waiting.get(priority, (0, None))
        found.append(Queue(priority, count, running.get(priority, 0), oldest))
    return found


def failed() -> dict[str, int]:
    """Return how many jobs were given up and not tried again, by their kind."""
    return {row[0]: row[1] for row in _rows(_FAILED)}


def ended(now: datetime) -> list[Ended]:
    """Return what ended within the last minutes."""
    seconds = _SECONDS[connection.vendor]
    steps = " ".join(
        f"WHEN {seconds} <= {most} THEN {place}" for place, most in enumerate(LATENCY_SECONDS)
    )
    sql = _ENDED.format(bucket=f"CASE {steps} ELSE {len(LATENCY_SECONDS)} END", seconds=seconds)
    since = connection.ops.adapt_datetimefield_value(now - WINDOW)
    return [
        Ended(kind, state, attempts, bucket, count, float(total or 0))
        for kind, state, attempts, bucket, count, total in _rows(sql, since)
    ]


def sightings() -> dict[str, list[tuple[str, datetime]]]:
    """Return who was seen and when, by what he is, the latest first.

    A worker is seen when it does something, and when it says that it is there.
    """
    found: dict[str, dict[str, datetime]] = {part: {} for part in Part.values}
    for part, name, at in Sighting.objects.values_list("part", "name", "seen_at"):
        found.setdefault(part, {})[name] = at
    workers = found[Part.WORKER]
    for name, seconds in (cache.get(PRESENT) or {}).items():
        at = datetime.fromtimestamp(seconds, UTC)
        workers[name] = max(at, workers.get(name, at))
    return {
        part: sorted(names.items(), key=lambda one: one[1], reverse=True)
        for part, names in found.items()
    }


def connections() -> tuple[dict[str, int], int]:
    """Return how many connections the database has, by state, and how many it may have."""
    if connection.vendor != "postgresql":
        return {}, 0
    rows = _rows(
        "SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() GROUP BY 1"
    )
    [(most,)] = _rows("SELECT current_setting('max_connections')::int")
    return {row[0]: row[1] for row in rows}, most


def pool() -> dict[str, int]:
    """Return what this process's pool of connections says of itself; empty without one."""
    own = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
    return dict(own.get_stats()) if own is not None else {}


def _rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _moment(value: object) -> datetime | None:
    """Read a moment of a raw query: SQLite gives text."""
    if value is None or isinstance(value, datetime):
        return value
    return datetime.fromisoformat(str(value)).replace(tzinfo=UTC)
