"""The Django application of this room."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Names the application to Django."""

    name = "notices"
    verbose_name = _("Notices")
    default_auto_field = "django.db.models.BigAutoField"
