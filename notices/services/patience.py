"""Machines that do not answer: tried once a minute, so that workers do not all wait for them.

A webhook or a mail server that hangs holds a worker for some ten seconds at every attempt, and
players wait for the same workers. What is known of it lies in the memory that all processes share.
"""

from datetime import timedelta

from django.core.cache import cache
from django.utils.crypto import salted_hmac

SLOW_SECONDS = 2.0
"""Who takes longer than this to fail is slow; who refuses at once costs nothing."""
EVERY_SECONDS = 60
REMEMBERED_SECONDS = 3600
LONGEST_PAUSE = timedelta(hours=1)


def may_try(machine: str) -> bool:
    """Say whether to try a machine now: unless it is slow and was tried within a minute."""
    slow, tried = _keys(machine)
    return cache.get(slow) is None or bool(cache.add(tried, 1, EVERY_SECONDS))


def pause_after(waited: timedelta) -> timedelta:
    """Return how long to put off what has waited so long for a slow machine already.

    Every time costs a job: of thousands that wait for days none is looked at once a minute.
    """
    return min(max(timedelta(seconds=EVERY_SECONDS), waited / 8), LONGEST_PAUSE)


def note(machine: str, *, well: bool, seconds: float) -> None:
    """Note how an attempt went."""
    slow, tried = _keys(machine)
    if well:
        cache.delete(slow)
    elif seconds >= SLOW_SECONDS:
        cache.set(slow, 1, REMEMBERED_SECONDS)
        cache.set(tried, 1, EVERY_SECONDS)


def _keys(machine: str) -> tuple[str, str]:
    name = salted_hmac("shinpan.machine", machine).hexdigest()
    return f"slow:{name}", f"tried:{name}"
