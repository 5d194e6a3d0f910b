"""The figures for Prometheus, for whoever has the token."""

import hmac
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs.models import QUEUES, Urgency
from operations.selectors import figures
from operations.services import measuring


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Give the figures as text; 404 where there is no token, 401 for another one."""
    if not measuring.counting():
        raise Http404
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.SHINPAN_METRICS_TOKEN}"
    if not hmac.compare_digest(given.encode(), wanted.encode()):
        return HttpResponse(
            "Say the token of SHINPAN_METRICS_TOKEN.\n",
            status=401,
            content_type="text/plain",
            headers={"WWW-Authenticate": 'Bearer realm="metrics"'},
        )
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

    of_database = CollectorRegistry()
    of_database.register(_FromDatabase())
    text = generate_latest(measuring.counted()) + generate_latest(of_database)
    return HttpResponse(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)


class _FromDatabase:
    """What the database tells: the same, whichever process is asked."""

    def describe(self) -> list[Any]:
        """Name nothing before: registering asks the database nothing."""
        return []

    def collect(self) -> Iterator[Any]:
        """Give every figure."""
        now = timezone.now()
        yield from _queues(now)
        yield from _ended(now)
        yield from _seen(now)
        yield from _connections()


def _gauge(name: str, text: str, labels: tuple[str, ...] = ()) -> Any:
    from prometheus_client.core import GaugeMetricFamily

    return GaugeMetricFamily(f"shinpan_{name}", text, labels=labels)


def _queues(now: Any) -> Iterator[Any]:
    found = {queue.priority: queue for queue in figures.queues()}
    jobs = _gauge(
        "jobs", "Jobs that wait or run, by the queue of their urgency", ("queue", "state")
    )
    age = _gauge("queue_age_seconds", "For how long the longest job of a queue is due", ("queue",))
    for urgency in Urgency:
        least = max((other for other in Urgency if other < urgency), default=None)
        mine = [
            one
            for priority, one in found.items()
            if priority <= urgency and (least is None or priority > least)
        ]
        name = QUEUES[urgency]
        jobs.add_metric((name, "ready"), sum(one.waiting for one in mine))
        jobs.add_metric((name, "running"), sum(one.running for one in mine))
        age.add_metric((name,), max((one.age(now) for one in mine), default=0))
    failed = _gauge("jobs_failed", "Jobs that were given up and not tried again", ("kind",))
    for kind, count in figures.failed().items():
        failed.add_metric((kind,), count)
    yield from (jobs, age, failed)


def _ended(now: Any) -> Iterator[Any]:
    from prometheus_client.core import GaugeHistogramMetricFamily

    ended = _gauge(
        "jobs_ended", "Jobs that ended within the last 5 minutes", ("kind", "state", "attempts")
    )
    counts: dict[tuple[str, str, str], int] = {}
    places = [0] * (len(figures.LATENCY_SECONDS) + 1)
    seconds = 0.0
    for one in figures.ended(now):
        key = (one.kind, one.state, str(one.attempts))
        counts[key] = counts.get(key, 0) + one.count
        if one.kind == figures.JUDGE and one.state == "done":
            places[one.bucket] += one.count
            seconds += one.seconds
    for key, count in sorted(counts.items()):
        ended.add_metric(key, count)
    latency = GaugeHistogramMetricFamily(
        "shinpan_verdict_seconds",
        "Seconds from a report with a record to its verdict, within the last 5 minutes",
    )
    names = [*map(str, figures.LATENCY_SECONDS), "+Inf"]
    sums = [sum(places[: place + 1]) for place in range(len(places))]
    latency.add_metric([], list(zip(names, sums, strict=True)), seconds)
    yield from (ended, latency)


def _seen(now: Any) -> Iterator[Any]:
    found = figures.sightings()
    lately = sum(1 for _, at in found["worker"] if now - at <= figures.LATELY)
    workers = _gauge("workers", "Workers that did something within the last 2 minutes")
    workers.add_metric((), lately)
    yield workers
    if found["sweeper"]:
        since = _gauge("sweep_age_seconds", "Since when the last sweep ended")
        since.add_metric((), max(0.0, (now - found["sweeper"][0][1]).total_seconds()))
        yield since


def _connections() -> Iterator[Any]:
    states, most = figures.connections()
    if most:
        used = _gauge("database_connections", "Connections to the database", ("state",))
        for state, count in states.items():
            used.add_metric((state,), count)
        limit = _gauge("database_connections_max", "How many the database server allows")
        limit.add_metric((), most)
        yield from (used, limit)
    stats = figures.pool()
    if stats:
        pool = _gauge(
            "database_pool", "The pool of the process that answers, as psycopg tells it", ("what",)
        )
        for name, value in stats.items():
            pool.add_metric((name,), value)
        yield pool
