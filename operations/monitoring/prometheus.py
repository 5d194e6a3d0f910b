"""The metrics for Prometheus at `/metrics`, for anyone who has the token."""

import hmac
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from adjudication.verdicts.models import JUDGE
from jobs.models import QUEUES, Urgency, priority_range
from operations.backups.notes import last_times
from operations.monitoring import database_metrics, process_metrics


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics as text; 404 if no token is configured, 401 for a wrong one."""
    if not process_metrics.enabled():
        raise Http404
    sent = request.headers.get("Authorization", "")
    expected = f"Bearer {settings.SHINPAN_METRICS_TOKEN}"
    if not hmac.compare_digest(sent.encode(), expected.encode()):
        return HttpResponse(
            "The token of SHINPAN_METRICS_TOKEN is required.\n",
            status=401,
            content_type="text/plain",
            headers={"WWW-Authenticate": 'Bearer realm="metrics"'},
        )
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

    database = CollectorRegistry()
    database.register(_DatabaseCollector())
    text = generate_latest(process_metrics.process_registry()) + generate_latest(database)
    return HttpResponse(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)


class _DatabaseCollector:
    """Collects the metrics of the database, the same in whichever process."""

    def describe(self) -> list[Any]:
        """Describe nothing, so that registering needs no query."""
        return []

    def collect(self) -> Iterator[Any]:
        """Yield every metric."""
        now = timezone.now()
        yield from _queues(now)
        yield from _ended(now)
        yield from _processes(now)
        yield from _backups(now)
        yield from _connections()


def _gauge(name: str, text: str, labels: tuple[str, ...] = ()) -> Any:
    from prometheus_client.core import GaugeMetricFamily

    return GaugeMetricFamily(f"shinpan_{name}", text, labels=labels)


def _queues(now: Any) -> Iterator[Any]:
    found = {queue.priority: queue for queue in database_metrics.queues()}
    jobs = _gauge(
        "jobs", "Jobs that wait or run, by the queue of their urgency", ("queue", "state")
    )
    age = _gauge(
        "queue_age_seconds", "For how long the oldest job of a queue has been due", ("queue",)
    )
    for urgency in Urgency:
        low, high = priority_range(urgency)
        queues = [queue for priority, queue in found.items() if low < priority <= high]
        name = QUEUES[urgency]
        jobs.add_metric((name, "ready"), sum(queue.waiting for queue in queues))
        jobs.add_metric((name, "running"), sum(queue.running for queue in queues))
        age.add_metric((name,), max((queue.age(now) for queue in queues), default=0))
    failed = _gauge("jobs_failed", "Jobs that were given up and not tried again", ("kind",))
    for kind, count in database_metrics.failed_job_counts().items():
        failed.add_metric((kind,), count)
    yield from (jobs, age, failed)


def _ended(now: Any) -> Iterator[Any]:
    from prometheus_client.core import GaugeHistogramMetricFamily

    ended = _gauge(
        "jobs_ended", "Jobs that ended within the last 5 minutes", ("kind", "state", "attempts")
    )
    counts: dict[tuple[str, str, str], int] = {}
    places = [0] * (len(database_metrics.LATENCY_SECONDS) + 1)
    seconds = 0.0
    for jobs in database_metrics.ended_jobs(now):
        key = (jobs.kind, jobs.state, str(jobs.attempts))
        counts[key] = counts.get(key, 0) + jobs.count
        if jobs.kind == JUDGE and jobs.state == "done":
            places[jobs.bucket] += jobs.count
            seconds += jobs.seconds
    for key, count in sorted(counts.items()):
        ended.add_metric(key, count)
    latency = GaugeHistogramMetricFamily(
        "shinpan_verdict_seconds",
        "Seconds from a report with a record to its verdict, within the last 5 minutes",
    )
    names = [*map(str, database_metrics.LATENCY_SECONDS), "+Inf"]
    sums = [sum(places[: place + 1]) for place in range(len(places))]
    latency.add_metric([], list(zip(names, sums, strict=True)), seconds)
    yield from (ended, latency)


def _processes(now: Any) -> Iterator[Any]:
    found = database_metrics.last_seen()
    lately = sum(1 for _, at in found["worker"] if now - at <= database_metrics.LATELY)
    workers = _gauge("workers", "Workers that did something within the last 2 minutes")
    workers.add_metric((), lately)
    yield workers
    if found["sweeper"]:
        since = _gauge("sweep_age_seconds", "Seconds since the last sweep ended")
        since.add_metric((), max(0.0, (now - found["sweeper"][0][1]).total_seconds()))
        yield since


def _backups(now: Any) -> Iterator[Any]:
    made, copied = last_times()
    for name, text, at in (
        ("backup_age_seconds", "Seconds since the last backup was made", made),
        ("backup_copy_age_seconds", "Seconds since a copy of a backup left the machine", copied),
    ):
        if at is not None:
            age = _gauge(name, text)
            age.add_metric((), max(0.0, (now - at).total_seconds()))
            yield age


def _connections() -> Iterator[Any]:
    states, most = database_metrics.connections()
    if most:
        used = _gauge("database_connections", "Connections to the database", ("state",))
        for state, count in states.items():
            used.add_metric((state,), count)
        limit = _gauge("database_connections_max", "How many the database server allows")
        limit.add_metric((), most)
        yield from (used, limit)
    stats = database_metrics.pool_statistics()
    if stats:
        pool = _gauge(
            "database_pool", "The pool of the process that answers, as psycopg tells it", ("what",)
        )
        for name, value in stats.items():
            pool.add_metric((name,), value)
        yield pool
