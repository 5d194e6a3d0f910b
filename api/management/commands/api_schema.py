"""Writes the API's current OpenAPI schema, and the client's operations from it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from api.client import CLIENT, client_text
from api.schema import schema_text
from api.views import SCHEMA, parse_schema


class Command(BaseCommand):
    """Refresh ``api/schema.yaml`` and the operations of the client."""

    help = "Write api/schema.yaml and the client's operations anew from the views of the API."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        text = schema_text()
        client = client_text(parse_schema(text))
        for path, content in ((SCHEMA, text), (CLIENT, client)):
            (settings.BASE_DIR / path).write_text(content, encoding="utf-8")
            self.stdout.write(f"{path}: {len(content.splitlines())} lines")
