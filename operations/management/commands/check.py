"""Django's ``check``, which also says whether the rules and the search run compiled."""

from typing import Any

from django.core.management.commands import check

from adjudication import SPEED


class Command(check.Command):
    """Checks the whole project for faults."""

    def handle(self, *app_labels: Any, **options: Any) -> None:
        """Check, and name what is used of the optional kernel (``speed``)."""
        super().handle(*app_labels, **options)
        self.stdout.write(str(SPEED))
