"""``manage.py remove_deleted``: remove tournaments for good a month after they were deleted."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from adjudication.lifecycle.removing import removable_tournaments, remove_tournament
from adjudication.lifecycle.services import KEPT


class Command(BaseCommand):
    """Remove the rows of deleted tournaments, keeping the end of each audit trail."""

    help = (
        f"Removes the rows of tournaments that were deleted more than {KEPT.days} days ago. Their "
        "names, addresses and the last digest of their records are kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--dry-run", action="store_true", help="say which they are and remove nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them one after another."""
        for tournament_id, slug in list(
            removable_tournaments().values_list("tournament_id", "slug")
        ):
            if options["dry_run"]:
                self.stdout.write(slug)
                continue
            gone = remove_tournament(tournament_id)
            if gone is not None:
                self.stdout.write(
                    f"{gone.slug}: {gone.rows} rows removed; its record had {gone.events} events "
                    f"and ended with {gone.digest}"
                )
