"""The Django application of this room."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Names the application to Django."""

    name = "api"
    verbose_name = _("REST API")
    default_auto_field = "django.db.models.BigAutoField"
