"""The project: settings, root URLs, middleware, error responses, WSGI and Celery."""

import atexit
import gc

# Loading makes some hundred thousand objects that stay, and hardly any garbage: to look for it
# after every 700 takes a tenth of a start. At its end a process has none worth looking for, and
# that took a fifth of a short command.
gc.set_threshold(10_000, 10, 10)
atexit.register(gc.freeze)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
