"""Slow hosts: a webhook or mail server that does not answer is tried once a minute only.

A host that hangs holds a worker for ten seconds or more at every attempt, and players wait for the
same workers. Which hosts are slow is in the cache that all processes share. (A general circuit
breaker does not fit: this one is per host, shared, and lets one attempt a minute through.)
"""

from datetime import timedelta

from django.core.cache import cache
from django.utils.crypto import salted_hmac

SLOW_SECONDS = 2.0
"""A host that takes longer than this to fail is slow; one that refuses at once costs nothing."""
RETRY_SECONDS = 60
REMEMBERED_SECONDS = 3600
LONGEST_PAUSE = timedelta(hours=1)


def may_try(host: str) -> bool:
    """Return whether to try a host now; a slow one is tried once a minute."""
    slow, tried = _keys(host)
    return cache.get(slow) is None or bool(cache.add(tried, 1, RETRY_SECONDS))


def pause_after(waited: timedelta) -> timedelta:
    """Return how long to postpone a message that has already waited so long for a slow host.

    Every postponement costs a job, so thousands that wait for days must not each be tried every
    minute.
    """
    return min(max(timedelta(seconds=RETRY_SECONDS), waited / 8), LONGEST_PAUSE)


def record_attempt(host: str, *, succeeded: bool, seconds: float) -> None:
    """Remember how an attempt went."""
    slow, tried = _keys(host)
    if succeeded:
        cache.delete(slow)
    elif seconds >= SLOW_SECONDS:
        cache.set(slow, 1, REMEMBERED_SECONDS)
        cache.set(tried, 1, RETRY_SECONDS)


def _keys(host: str) -> tuple[str, str]:
    digest = salted_hmac("shinpan.machine", host).hexdigest()
    return f"slow:{digest}", f"tried:{digest}"
