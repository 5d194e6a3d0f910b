"""``manage.py state_machines``: states and transitions of games, results, cases and the like."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from adjudication.management.machines import as_dot, as_text, machines, page

DRAWN = {"dot": as_dot, "text": as_text}


class Command(BaseCommand):
    """Print the machines; needs no database."""

    help = "Draws the state machines of game, result, case, report, question, appeal and round."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the output format."""
        parser.add_argument(
            "--format",
            choices=["mermaid", *DRAWN],
            default="mermaid",
            help="mermaid (the default): the page docs/states.md",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        draw = DRAWN.get(options["format"])
        self.stdout.write(page() if draw is None else "\n\n".join(map(draw, machines())))
