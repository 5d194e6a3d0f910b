"""The worker: claim a job, run its handler, store what goes wrong, go on with the next."""

import logging
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection

from jobs import table
from jobs.models import TIME_LIMITS, Urgency, drainable_with
from jobs.registry import HANDLERS
from jobs.request_id import use_request_id

log = logging.getLogger(__name__)

DRAIN_SECONDS = 1.0
"""How long a worker goes on after a hint: short, because the time limits began with the hint."""


def drain(urgency: Urgency, *, until: float) -> int:
    """Run whatever else is due, the most urgent first, until ``until`` on the monotonic clock.

    So jobs whose hints were lost while the broker was away need not wait for the sweeper. Jobs
    less urgent than ``urgency``, and jobs with longer time limits, are left to the workers that
    receive their hints. Returns how many jobs it ran.
    """
    count = 0
    while time.monotonic() < until:
        job = table.claim(kinds=HANDLERS, urgencies=drainable_with(urgency))
        if job is None:
            break
        _run(job)
        count += 1
    return count


def run_job(*, job_id: int | None = None, kinds: Collection[str] = HANDLERS) -> bool:
    """Claim and run a job, the given one or the most urgent; return whether there was one.

    ``kinds`` are those to choose from; jobs of kinds unknown here wait for a newer worker. An
    exception is stored with the job, which is tried again later; it never reaches the caller, so
    that one bad job does not stop the others.
    """
    job = table.claim(job_id=job_id, kinds=kinds)
    if job is None:
        return False
    _run(job)
    return True


def _run(job: table.ClaimedJob) -> None:
    # Whatever is logged meanwhile carries the id of the request that caused the job.
    with use_request_id(job.request_id or None), _lease_renewed(job):
        _handle(job)


@contextmanager
def _lease_renewed(job: table.ClaimedJob) -> Iterator[None]:
    """Renew the job's lease while the block runs, up to the longest time limit.

    If this process dies, another worker gets the job one lease later.
    """
    ended = threading.Event()
    longest = max(limits["time_limit"] for limits in TIME_LIMITS.values())
    until = time.monotonic() + max(longest, settings.CELERY_TASK_TIME_LIMIT)
    pause = settings.SHINPAN_LEASE_SECONDS / 3

    def renew() -> None:
        mine = True
        while mine and not ended.wait(pause) and time.monotonic() < until:
            try:
                mine = table.renew_lease(job)
            except Error as error:
                log.warning("the lease of job %s was not renewed: %s", job.id, error)
            finally:
                connection.close()

    threading.Thread(target=renew, name="lease", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _handle(job: table.ClaimedJob) -> None:
    started = time.perf_counter()
    try:
        # Handlers return what `finish` returned: False if the job was no longer this worker's.
        outcome = "taken away" if HANDLERS[job.kind](job) is False else "done"
    except Exception as error:
        log.exception("job %s (%s), attempt %s", job.id, job.kind, job.attempts)
        table.fail(job, error)
        outcome = "failed"
    fields = {
        "job": job.id,
        "kind": job.kind,
        "attempt": job.attempts,
        "ms": round(1000 * (time.perf_counter() - started)),
        "outcome": outcome,
    }
    log.info(
        "job %(job)s (%(kind)s), attempt %(attempt)s: %(outcome)s in %(ms)s ms",
        fields,
        extra={"fields": fields},
    )
