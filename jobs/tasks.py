"""The Celery tasks. A message carries a job's id and is only a hint to look at the job table."""

import time
from typing import Any

from celery import shared_task

from jobs import sweeper, worker
from jobs.models import urgency_of_queue
from jobs.request_id import use_request_id, valid_request_id


@shared_task(name="jobs.run_job", bind=True)
def run_job(self: Any, job_id: int) -> None:
    """Run one job, unless it is done or taken; then, for a moment, whatever else is due."""
    started = time.monotonic()
    # The row has the id as well; the message's is for when the row cannot be read.
    with use_request_id(valid_request_id((self.request.headers or {}).get("request_id"))):
        worker.run_job(job_id=job_id)
    urgency = urgency_of_queue((self.request.delivery_info or {}).get("routing_key"))
    if urgency is not None:
        worker.run_due_jobs(urgency, until=started + worker.DRAIN_SECONDS)


@shared_task(name="jobs.sweep")
def sweep() -> None:
    """Offer forgotten jobs again, and do whatever else became due."""
    sweeper.sweep()
