"""The Celery tasks: thin names. A message carries ids and is only a hint.

Older workers and clocks know them as the adjudication's, so the names stay.
"""

from celery import shared_task

from jobs import sweeping, work


@shared_task(name="adjudication.run_job")
def run_job(job_id: int) -> None:
    """Do one job, unless somebody else has it or it is done."""
    work.run_job(job_id=job_id)


@shared_task(name="adjudication.sweep")
def sweep() -> None:
    """Do what is due: offer forgotten jobs again, open and close what only needs its time."""
    sweeping.sweep()
