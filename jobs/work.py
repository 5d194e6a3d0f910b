"""Doing one job: claim it, give it to who does its kind, keep what goes wrong."""

import logging

from jobs import table
from jobs.registry import KINDS

log = logging.getLogger(__name__)


def run_job(*, job_id: int | None = None) -> bool:
    """Claim a job, this one or the most urgent, and do it; say whether there was one to do.

    Jobs of a kind that is unknown here wait for a newer worker. An error is kept with the job,
    which is tried again later; it never reaches the caller, so that one bad job stops no other.
    """
    job = table.claim(job_id=job_id, kinds=KINDS)
    if job is None:
        return False
    try:
        KINDS[job.kind](job)
    except Exception as error:
        log.exception("job %s (%s), attempt %s", job.id, job.kind, job.attempts)
        table.fail(job, error)
    return True
