"""Doing one job: claim it, give it to who does its kind, keep what goes wrong."""

import logging
import time
from collections.abc import Collection

from jobs import table
from jobs.registry import KINDS
from jobs.request_id import serving

log = logging.getLogger(__name__)


def run_job(*, job_id: int | None = None, kinds: Collection[str] = KINDS) -> bool:
    """Claim a job, this one or the most urgent, and do it; say whether there was one to do.

    ``kinds`` are those to choose from.

    Jobs of a kind that is unknown here wait for a newer worker. An error is kept with the job,
    which is tried again later; it never reaches the caller, so that one bad job stops no other.
    """
    job = table.claim(job_id=job_id, kinds=kinds)
    if job is None:
        return False
    # What is logged meanwhile, here or in the handler, has the number of the request behind it.
    with serving(job.request_id):
        _do(job)
    return True


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
