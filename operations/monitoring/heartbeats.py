"""Heartbeats of workers and the sweeper, written rarely and never in the way of their work.

A worker that runs a job is recorded in the database. An idle one reports in the shared cache that
it is alive: its main process must not open the database, because the processes that it forks would
share the connection.
"""

import logging
import socket
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import Error, transaction
from django.utils import timezone

from operations.models import PRESENT, Part, Sighting

log = logging.getLogger(__name__)

EVERY = timedelta(seconds=15)
RETENTION = timedelta(days=1)
_last_report: dict[tuple[str, str], float] = {}


def report_work(part: str, name: str) -> bool:
    """Record that a process is at work, at most every 15 seconds; return whether it was recorded.

    An error of the database is logged and disturbs nobody.
    """
    if not _due(part, name):
        return False
    try:
        with transaction.atomic():
            _write(part, name, timezone.now())
    except Error as error:
        log.warning("cannot record that %s %s was seen: %s", part, name, error)
        return False
    return True


def report_alive(name: str) -> bool:
    """Report that a worker is alive, at most every 15 seconds; return whether it was reported.

    If two report in the same moment, one may be lost until its next report.
    """
    if not _due(PRESENT, name):
        return False
    now = int(timezone.now().timestamp())
    cached = cache.get(PRESENT) or {}
    alive = {worker: at for worker, at in cached.items() if now - at < RETENTION.total_seconds()}
    cache.set(PRESENT, {**alive, name[:120]: now}, int(RETENTION.total_seconds()))
    return True


def _due(part: str, name: str) -> bool:
    key, now = (part, name), time.monotonic()
    if now - _last_report.get(key, -EVERY.total_seconds()) < EVERY.total_seconds():
        return False
    _last_report[key] = now
    return True


def _write(part: str, name: str, now: datetime) -> None:
    row = Sighting(part=part, name=name[:120], seen_at=now)
    Sighting.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["part", "name"],
        update_fields=["seen_at"],
    )


def report_sweep(now: datetime) -> None:
    """Record that a sweep ended; delete workers that have not been seen for long."""
    written = report_work(Part.SWEEPER, "")
    if settings.CELERY_BROKER_URL == "memory://":
        # Worker and sweeper are one process; while there are no jobs, only the sweep shows it.
        report_work(Part.WORKER, socket.gethostname())
    if written:
        Sighting.objects.filter(seen_at__lt=now - RETENTION).delete()
