"""The worker: claim a job, run its handler, store what goes wrong, go on with the next."""

import logging
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection

from jobs import table
from jobs.models import MOST_TOGETHER, TIME_LIMITS, Urgency, drainable_with, urgency_of
from jobs.registry import HANDLERS, TOGETHER
from jobs.request_id import use_request_id

log = logging.getLogger(__name__)

DRAIN_SECONDS = 1.0
"""How long a worker goes on after a hint: short, because the time limits began with the hint."""


def run_due_jobs(urgency: Urgency, *, until: float) -> int:
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
        jobs = [job, *_claim_similar(job)]
        _run(jobs)
        count += len(jobs)
    return count


def _claim_similar(job: table.ClaimedJob) -> list[table.ClaimedJob]:
    """Claim the jobs that can be done together with one; none if it was tried before."""
    most = MOST_TOGETHER.get(urgency_of(job.priority), 1)
    if most == 1 or job.kind not in TOGETHER or job.attempts > 1:
        return []
    return table.claim_alike(job, most - 1)


def run_job(*, job_id: int | None = None, kinds: Collection[str] = HANDLERS) -> bool:
    """Claim and run a job, the given one or the most urgent; return whether there was one.

    ``kinds`` are those to choose from; jobs of kinds unknown here wait for a newer worker. An
    exception is stored with the job, which is tried again later; it never reaches the caller, so
    that one bad job does not stop the others.
    """
    job = table.claim(job_id=job_id, kinds=kinds)
    if job is None:
        return False
    _run([job])
    return True


def _run(jobs: Sequence[table.ClaimedJob]) -> None:
    """Run jobs that are held: together if possible, otherwise one by one."""
    with _leases_renewed(jobs):
        outcomes = _handle_together(jobs) if len(jobs) > 1 else {}
        for job in jobs:
            # Whatever is logged meanwhile carries the id of the request that caused the job.
            with use_request_id(job.request_id or None):
                if job.id not in outcomes:
                    _handle(job)


def _handle_together(jobs: Sequence[table.ClaimedJob]) -> Mapping[int, bool]:
    """Do jobs of one kind in one call; return those that were done or taken away."""
    started = time.perf_counter()
    try:
        outcomes = TOGETHER[jobs[0].kind](jobs)
    except Exception:
        log.exception("%s jobs (%s) together: each is done alone", len(jobs), jobs[0].kind)
        return {}
    milliseconds = 1000 * (time.perf_counter() - started) / len(jobs)
    for job in jobs:
        if job.id in outcomes:
            with use_request_id(job.request_id or None):
                _log_outcome(job, "done" if outcomes[job.id] else "taken away", milliseconds)
    return outcomes


@contextmanager
def _leases_renewed(jobs: Sequence[table.ClaimedJob]) -> Iterator[None]:
    """Renew the leases of jobs while the block runs, up to the longest time limit.

    If this process dies, another worker gets the jobs one lease later.
    """
    ended = threading.Event()
    longest = max(limits["time_limit"] for limits in TIME_LIMITS.values())
    until = time.monotonic() + max(longest, settings.CELERY_TASK_TIME_LIMIT)
    pause = settings.SHINPAN_LEASE_SECONDS / 3

    def renew() -> None:
        mine = list(jobs)
        while mine and not ended.wait(pause) and time.monotonic() < until:
            try:
                mine = [job for job in mine if table.renew_lease(job)]
            except Error as error:
                ids = ", ".join(str(job.id) for job in mine)
                log.warning("the lease of job %s was not renewed: %s", ids, error)
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
    _log_outcome(job, outcome, 1000 * (time.perf_counter() - started))


def _log_outcome(job: table.ClaimedJob, outcome: str, milliseconds: float) -> None:
    """Log the outcome of a job."""
    fields = {
        "job": job.id,
        "kind": job.kind,
        "attempt": job.attempts,
        "ms": round(milliseconds),
        "outcome": outcome,
    }
    log.info(
        "job %(job)s (%(kind)s), attempt %(attempt)s: %(outcome)s in %(ms)s ms",
        fields,
        extra={"fields": fields},
    )
