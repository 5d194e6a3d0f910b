"""The Django application of operations."""

from typing import Any

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


def json_is_known(connection: BaseDatabaseWrapper, **_sent: Any) -> None:
    """Tell a connection to SQLite that it has JSON, which every SQLite since 3.38 has.

    Django would ask the database in a transaction, once for each connection. If it meets a lock
    because another process is writing, it takes that for a no: then that thread could no longer
    show any page that reads JSON.
    """
    if connection.vendor == "sqlite":
        connection.features.supports_json_field = True


class OperationsConfig(AppConfig):
    """Registers the application, its jobs and its metrics."""

    name = "operations"
    verbose_name = _("Operations")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the jobs, and collect the metrics that lower packages report."""
        from jobs.metric_hooks import add_listener
        from operations import job_kinds  # noqa: F401
        from operations.monitoring.process_metrics import record_metric

        add_listener(record_metric)
        connection_created.connect(json_is_known)
