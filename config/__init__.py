"""The project: settings, root URLs, middleware, error responses, WSGI and Celery."""

import atexit
import gc

# Loading creates some hundred thousand objects that stay, and hardly any garbage: collecting after
# every 700 takes a tenth of a start. At the end of a process nothing is worth collecting, and doing
# so took a fifth of a short command.
gc.set_threshold(10_000, 10, 10)
atexit.register(gc.freeze)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
