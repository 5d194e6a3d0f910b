"""The Django application of this room."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Names the application to Django."""

    name = "notices"
    verbose_name = _("Notices")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the job table what is done here."""
        import_module("notices.job_kinds")
