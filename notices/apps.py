"""The Django application of webhooks and e-mails."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Registers the application and its jobs."""

    name = "notices"
    verbose_name = _("Notices")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the jobs."""
        import_module("notices.job_kinds")
