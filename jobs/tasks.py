"""The Celery tasks: thin names. A message carries ids and is only a hint.

Older workers and clocks know them as the adjudication's, so the names stay.
"""

from typing import Any

from celery import shared_task

from jobs import sweeping, work
from jobs.request_id import serving, valid


@shared_task(name="adjudication.run_job", bind=True)
def run_job(self: Any, job_id: int) -> None:
    """Do one job, unless somebody else has it or it is done."""
    # The row says it, too; the message does where the row cannot be read.
    with serving(valid((self.request.headers or {}).get("request_id"))):
        work.run_job(job_id=job_id)


@shared_task(name="adjudication.sweep")
def sweep() -> None:
    """Do what is due: offer forgotten jobs again, open and close what only needs its time."""
    sweeping.sweep()
