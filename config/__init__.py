"""The project's frame: settings, addresses, the WSGI entry and the Celery application."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
