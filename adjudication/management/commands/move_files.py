"""``python manage.py move_files``: records and pictures between the database and the store."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from adjudication.records.services import (
    check_files,
    move_files_to_database,
    move_files_to_store,
    sweep_files,
)
from tournament.errors import StoreError


class Command(BaseCommand):
    """Move, check or sweep; servers and workers may run meanwhile."""

    help = (
        "Moves the files of records and pictures between the database and SHINPAN_FILES_URL. "
        "Servers and workers run on; a move that was interrupted goes on when it is given again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--out",
            action="store_true",
            help="into the store, what is larger than SHINPAN_FILES_IN_DATABASE_BYTES",
        )
        what.add_argument("--back", action="store_true", help="all of it into the database")
        what.add_argument("--check", action="store_true", help="read every file of the store")
        what.add_argument(
            "--sweep",
            action="store_true",
            help="remove from the store what nothing names any more, a day after it was written",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        if not settings.SHINPAN_FILES_URL:
            raise CommandError("SHINPAN_FILES_URL names no store: everything is in the database.")
        try:
            if options["check"]:
                self._check()
                return
            if options["out"]:
                done = move_files_to_store(larger_than=settings.SHINPAN_FILES_IN_DATABASE_BYTES)
                what = "put into the store"
            elif options["back"]:
                done, what = move_files_to_database(), "put into the database"
            else:
                done, what = sweep_files(), "removed from the store"
        except StoreError as error:
            raise CommandError(f"The store failed: {error}. Give the command again.") from error
        self.stdout.write(f"{done.files:,} files {what}, {done.size / 1_000_000:,.1f} MB.")

    def _check(self) -> None:
        wrong = check_files()
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            raise CommandError(f"{len(wrong):,} files are missing or not what was put there.")
        self.stdout.write("Every file of the store is there and unchanged.")
