"""The Celery tasks: thin names for the services. A message carries ids and is only a hint."""

from celery import shared_task

from adjudication.services import judging, sweeping


@shared_task(name="adjudication.run_job")
def run_job(job_id: int) -> None:
    """Do one job, unless somebody else has it or it is done."""
    judging.run_job(job_id=job_id)


@shared_task(name="adjudication.sweep")
def sweep() -> None:
    """Do what is due: offer forgotten jobs again, open and close what only needs its time."""
    sweeping.sweep()
