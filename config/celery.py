"""The Celery application. Its settings are the ``CELERY_*`` names of :mod:`config.settings`.

The database is the queue of record: a message here is only a hint that a job row waits, so
losing one costs seconds and never work. Run a worker with ``celery -A config worker`` and the
clock that sweeps up forgotten jobs with ``celery -A config beat``.
"""

import os
from pathlib import Path

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("shinpan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.task_prerun.connect
@signals.task_postrun.connect
def give_connections_back(**_: object) -> None:
    """Give connections back to the pool around a task, and leave out those that are broken."""
    from django.db import close_old_connections

    close_old_connections()


@signals.heartbeat_sent.connect
def tell_alive(**_: object) -> None:
    """Touch a file every two seconds: a health check that starts no Python looks at it."""
    if settings.SHINPAN_ALIVE_FILE:
        Path(settings.SHINPAN_ALIVE_FILE).touch()
