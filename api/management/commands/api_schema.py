"""Writes the OpenAPI schema of the API as it is now."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from api.schema import schema_text
from api.views import SCHEMA


class Command(BaseCommand):
    """Refresh ``api/schema.yaml``."""

    help = "Write api/schema.yaml anew from the views of the API."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        text = schema_text()
        (settings.BASE_DIR / SCHEMA).write_text(text, encoding="utf-8")
        self.stdout.write(f"{SCHEMA}: {len(text.splitlines())} lines")
