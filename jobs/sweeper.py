"""The sweeper: every few seconds, offer forgotten jobs again and do whatever else became due."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from jobs import table
from jobs.models import Job, JobState
from jobs.registry import HANDLERS, SWEEP_STEPS

log = logging.getLogger(__name__)

CLOCK_TOLERANCE = timedelta(seconds=10)
"""How far the clocks of two machines may differ without a warning."""


def sweep(*, abandoned: bool = False) -> bool:
    """Do everything that is due; return whether all of it succeeded.

    A step that fails is logged and does not stop the others. ``abandoned`` is passed on to
    :func:`jobs.table.sweep`.
    """
    now = timezone.now()
    steps: dict[str, Callable[[], object]] = {
        "clocks": partial(correct_clocks, now),
        "jobs": partial(table.sweep, abandoned=abandoned, kinds=HANDLERS),
        **{name: partial(step, now) for name, step in SWEEP_STEPS.items()},
    }
    succeeded = True
    for name, step in steps.items():
        try:
            step()
        except Exception:
            log.exception("sweep: %s", name)
            succeeded = False
    return succeeded


def correct_clocks(now: datetime) -> int:
    """Bring leases and due times that lie in the future back to now; return how many.

    After a clock was put back by an hour, a job whose worker died would otherwise wait an hour
    for its lease to end, and a job written before would be due only then. A running worker keeps
    its job, for a whole lease from now.
    """
    lease = timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)
    running = Job.objects.filter(
        state=JobState.RUNNING, lease_until__gt=now + lease + CLOCK_TOLERANCE
    )
    leases = running.update(lease_until=now + lease)
    waiting = Job.objects.filter(state=JobState.READY, run_after__gt=now)
    moved = waiting.filter(created_at__gt=now + CLOCK_TOLERANCE).update(run_after=now)
    if leases or moved:
        log.warning(
            "the clock was put back, or the clocks of two machines differ: "
            "%s leases and %s waiting jobs were moved to now",
            leases,
            moved,
        )
    return leases + moved
