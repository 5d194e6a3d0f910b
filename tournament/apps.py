"""The Django application of the tournament."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Registers the application with Django."""

    name = "tournament"
    verbose_name = _("Tournament")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the background jobs."""
        import_module("tournament.job_kinds")
