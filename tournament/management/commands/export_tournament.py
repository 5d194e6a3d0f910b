"""``manage.py export_tournament``: a tournament as a file for another program."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tournament.exchange.selectors import export
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.management.file_command import SpokenCommand
from tournament.management.streams import write_bytes
from tournament.tournaments.selectors.public import tournament_terms


class Command(SpokenCommand):
    """Write the file; stderr says what the format cannot carry."""

    help = "Writes a tournament in a format of the field."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's slug, the format and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("--to", required=True, choices=[kind.value for kind in WRITERS])
        parser.add_argument("-o", "--output", help="default: the standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises FormatError, and CommandError if there is no such tournament."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        written = export(terms.id, Format(options["to"]), settings.SHINPAN_BASE_URL)
        write_bytes(options["output"], written.data)
        self.tell(written.lost, options)
