"""Doing jobs: claim one, give it to who does its kind, keep what goes wrong, take the next."""

import logging
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection

from jobs import table
from jobs.models import LIMITS, Urgency, done_with
from jobs.registry import KINDS
from jobs.request_id import serving

log = logging.getLogger(__name__)

GO_ON_SECONDS = 1.0
"""So long a worker goes on after a hint: short beside the time limits, for they begin with it."""


def go_on(urgency: Urgency, *, until: float) -> int:
    """Do what else is due, the most urgent first, until ``until`` on the monotonic clock.

    What has no hint, because the broker was away, so waits for no sweep. Jobs less urgent than
    ``urgency`` are left to those who take their hints, and so are those that may take longer.
    Gives how many jobs it did.
    """
    done = 0
    while time.monotonic() < until:
        job = table.claim(kinds=KINDS, urgencies=done_with(urgency))
        if job is None:
            break
        _serve(job)
        done += 1
    return done


def run_job(*, job_id: int | None = None, kinds: Collection[str] = KINDS) -> bool:
    """Claim a job, this one or the most urgent, and do it; say whether there was one to do.

    ``kinds`` are those to choose from.

    Jobs of a kind that is unknown here wait for a newer worker. An error is kept with the job,
    which is tried again later; it never reaches the caller, so that one bad job stops no other.
    """
    job = table.claim(job_id=job_id, kinds=kinds)
    if job is None:
        return False
    _serve(job)
    return True


def _serve(job: table.ClaimedJob) -> None:
    # What is logged meanwhile, here or in the handler, has the number of the request behind it.
    with serving(job.request_id), _held(job):
        _do(job)


@contextmanager
def _held(job: table.ClaimedJob) -> Iterator[None]:
    """Renew the job's lease for as long as the block runs and a job may take.

    When this process dies, nobody renews it: another worker has the job one lease later.
    """
    over = threading.Event()
    longest = max(limits["time_limit"] for limits in LIMITS.values())
    until = time.monotonic() + max(longest, settings.CELERY_TASK_TIME_LIMIT)
    pause = settings.SHINPAN_LEASE_SECONDS / 3

    def renew() -> None:
        mine = True
        while mine and not over.wait(pause) and time.monotonic() < until:
            try:
                mine = table.keep(job)
            except Error as error:
                log.warning("the lease of job %s was not renewed: %s", job.id, error)
            finally:
                connection.close()

    threading.Thread(target=renew, name="lease", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _do(job: table.ClaimedJob) -> None:
    started = time.perf_counter()
    try:
        # Handlers give what `finish` said: a job that is no longer this worker's wrote nothing.
        outcome = "taken away" if KINDS[job.kind](job) is False else "done"
    except Exception as error:
        log.exception("job %s (%s), attempt %s", job.id, job.kind, job.attempts)
        table.fail(job, error)
        outcome = "failed"
    milliseconds = round(1000 * (time.perf_counter() - started))
    fields = {
        "job": job.id,
        "kind": job.kind,
        "attempt": job.attempts,
        "ms": milliseconds,
        "outcome": outcome,
    }
    log.info(
        "job %s (%s), attempt %s: %s in %s ms",
        *(job.id, job.kind, job.attempts, outcome, milliseconds),
        extra={"fields": fields},
    )
