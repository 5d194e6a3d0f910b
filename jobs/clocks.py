"""Clocks that were put back: moments that lie further ahead than anything here sets them.

Without this a job whose worker died would wait for the end of a lease an hour away, and one that
was written before would not be due for as long.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings

from jobs.models import Job, JobState

log = logging.getLogger(__name__)

SLACK = timedelta(seconds=10)
"""So far the clocks of two machines may differ without a word."""


def set_right(now: datetime) -> int:
    """Bring leases and waiting jobs from a future that the clock has left to the present.

    A worker that is at work keeps its job, for a whole lease from now. Gives how many it were.
    """
    lease = timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)
    running = Job.objects.filter(state=JobState.RUNNING, lease_until__gt=now + lease + SLACK)
    leases = running.update(lease_until=now + lease)
    waiting = Job.objects.filter(state=JobState.READY, run_after__gt=now)
    moved = waiting.filter(created_at__gt=now + SLACK).update(run_after=now)
    if leases or moved:
        log.warning(
            "the clock was put back, or those of two machines differ: "
            "%s leases and %s waiting jobs brought to the present",
            leases,
            moved,
        )
    return leases + moved
