"""Django's ``check``, which also says which release this is, and whether it runs compiled."""

from typing import Any

from django.conf import settings
from django.core.management.commands import check

from adjudication import SPEED


class Command(check.Command):
    """Checks the whole project for faults."""

    def handle(self, *app_labels: Any, **options: Any) -> None:
        """Check, and name the release and what is used of the optional kernel (``speed``)."""
        super().handle(*app_labels, **options)
        self.stdout.write(f"Shinpan {settings.VERSION}; {SPEED}")
