"""The Django application of this room."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Names the application to Django, and registers its periodic work."""

    name = "api"
    verbose_name = _("REST API")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the periodic work with the sweeper."""
        import_module("api.job_kinds")
