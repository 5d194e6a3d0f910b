"""The Django application of operations."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


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
