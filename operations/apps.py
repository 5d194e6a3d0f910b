"""The Django application of this room."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    """Names the application to Django, and lets it count."""

    name = "operations"
    verbose_name = _("Operations")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what the rooms below tell of, and see who works."""
        from jobs.observing import listen
        from operations import job_kinds  # noqa: F401
        from operations.services.measuring import observed

        listen(observed)
