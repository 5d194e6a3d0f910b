"""Writing down who was seen at work, now and then and never in the way of the work.

Who does something is written into the database. A worker that has nothing to do says in the memory
that all processes share that it is there: its main process must not open the database, as the
processes that it forks would share the connection.
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
FORGOTTEN = timedelta(days=1)
_told: dict[tuple[str, str], float] = {}


def seen(part: str, name: str) -> bool:
    """Write down that somebody is at work; at most every 15 seconds for each process.

    Says whether it was written down. What the database says against it is logged, and keeps
    nobody from anything.
    """
    if not _due(part, name):
        return False
    try:
        with transaction.atomic():
            _write(part, name, timezone.now())
    except Error as error:
        log.warning("cannot write down that %s %s was seen: %s", part, name, error)
        return False
    return True


def present(name: str) -> bool:
    """Say that a worker is there, busy or not; at most every 15 seconds. Says whether it did.

    Two that say so at the same moment may lose one of the two, until its next turn.
    """
    if not _due(PRESENT, name):
        return False
    now = int(timezone.now().timestamp())
    kept = cache.get(PRESENT) or {}
    known = {one: at for one, at in kept.items() if now - at < FORGOTTEN.total_seconds()}
    cache.set(PRESENT, {**known, name[:120]: now}, int(FORGOTTEN.total_seconds()))
    return True


def _due(part: str, name: str) -> bool:
    key, now = (part, name), time.monotonic()
    if now - _told.get(key, -EVERY.total_seconds()) < EVERY.total_seconds():
        return False
    _told[key] = now
    return True


def _write(part: str, name: str, now: datetime) -> None:
    row = Sighting(part=part, name=name[:120], seen_at=now)
    Sighting.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["part", "name"],
        update_fields=["seen_at"],
    )


def sweep_done(now: datetime) -> None:
    """Write down that a sweep came to its end; forget workers that are long gone."""
    written = seen(Part.SWEEPER, "")
    if settings.CELERY_BROKER_URL == "memory://":
        # Worker and sweeper are one process: where nothing is to be done, only this one says so.
        seen(Part.WORKER, socket.gethostname())
    if written:
        Sighting.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
