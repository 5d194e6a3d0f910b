"""The Celery tasks: thin names. A message carries ids and is only a hint.

Older workers and clocks know them as the adjudication's, so the names stay.
"""

import time
from typing import Any

from celery import shared_task

from jobs import sweeping, work
from jobs.models import urgency_of_queue
from jobs.request_id import serving, valid


@shared_task(name="adjudication.run_job", bind=True)
def run_job(self: Any, job_id: int) -> None:
    """Do one job, unless it is done or somebody else's; then, for a moment, what else is due."""
    started = time.monotonic()
    # The row says it, too; the message does where the row cannot be read.
    with serving(valid((self.request.headers or {}).get("request_id"))):
        work.run_job(job_id=job_id)
    urgency = urgency_of_queue((self.request.delivery_info or {}).get("routing_key"))
    if urgency is not None:
        work.go_on(urgency, until=started + work.GO_ON_SECONDS)


@shared_task(name="adjudication.sweep")
def sweep() -> None:
    """Do what is due: offer forgotten jobs again, open and close what only needs its time."""
    sweeping.sweep()
