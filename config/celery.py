"""The Celery application. Its settings are the ``CELERY_*`` names of :mod:`config.settings`.

The database is the queue of record: a message is only a hint that a job waits, so losing one costs
seconds and never a job. Run a worker with ``celery -A config worker`` and the scheduler that sweeps
up forgotten jobs with ``celery -A config beat``.
"""

import os
from pathlib import Path

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks load every page, none of which a worker shows; `manage.py check` and `migrate` run
# them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("shinpan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect
def import_jobs(**_: object) -> None:
    """Import the job handlers before processes are forked: they share them, and no job waits."""
    from jobs.registry import import_lazy_functions

    import_lazy_functions()


@signals.task_prerun.connect
@signals.task_postrun.connect
def return_connections(**_: object) -> None:
    """Return connections to the pool around a task, and close broken ones."""
    from django.db import close_old_connections

    close_old_connections()


@signals.heartbeat_sent.connect
def touch_alive_file(**_: object) -> None:
    """Touch a file every two seconds, for a health check that need not start Python."""
    if settings.SHINPAN_ALIVE_FILE:
        Path(settings.SHINPAN_ALIVE_FILE).touch()
