"""``manage.py import_ratings``: take over a federation's rating list."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import UserError
from tournament.models import ListSource
from tournament.services.rating_lists import import_rating_list

SHOWN = 10


class Command(BaseCommand):
    """Import a list and say how many players it has and which lines were none."""

    help = "Imports the rating list of the EGF, the FFG or the AGA; it replaces the earlier one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and, where it is not recognised, whose it is."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--list", choices=ListSource.values, help="default: recognised")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it. Raises CommandError that says what is wrong with the file."""
        try:
            data = options["file"].read_bytes()
            done = import_rating_list(
                data=data, source=options["list"], progress=self._bar() if data else None
            )
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except UserError as error:
            raise CommandError(f"{options['file']}: {error.text}") from error
        for bad in done.bad[:SHOWN]:
            self.stderr.write(f"line {bad.line}: {bad.field}: {bad.why.en}")
        if done.bad_count > SHOWN:
            self.stderr.write(f"... and {done.bad_count - SHOWN} more lines that are no player")
        self.stdout.write(f"{done.source}: {done.entries} players")

    def _bar(self) -> Any:
        if not sys.stderr.isatty():
            return None
        return lambda done, total: self.stderr.write(f"\r{done} of {total} lines", ending="")
