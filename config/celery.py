"""The Celery application. Its settings are the ``CELERY_*`` names of :mod:`config.settings`.

The database is the queue of record: a message here is only a hint that a job row waits, so
losing one costs seconds and never work. Run a worker with ``celery -A config worker`` and the
clock that sweeps up forgotten jobs with ``celery -A config beat``.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("shinpan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
