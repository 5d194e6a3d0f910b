"""The project: settings, root URLs, middleware, error responses, WSGI and Celery."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
