"""The Django application of this room."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    """Names the application to Django."""

    name = "operations"
    verbose_name = _("Operations")
    default_auto_field = "django.db.models.BigAutoField"
