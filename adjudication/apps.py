"""The Django application of the adjudication."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AdjudicationConfig(AppConfig):
    """Names the application to Django."""

    name = "adjudication"
    verbose_name = _("Adjudication")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the job table what is done here."""
        import_module("adjudication.job_kinds")
