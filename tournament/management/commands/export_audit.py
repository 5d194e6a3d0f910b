"""``manage.py export_audit``: the record of a tournament as JSON lines, without any names."""

import io
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.audit.selectors.trail import write_trail
from tournament.management.streams import write_bytes
from tournament.tournaments.selectors.public import tournament_terms


class Command(BaseCommand):
    """Write the record; ``verify_audit --file`` checks it without a database."""

    help = (
        "Writes the record of a tournament as JSON lines: a head, then every event. Names are not "
        "in it; verify_audit --file checks it without a database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's slug and the file."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("-o", "--output", help="default: the standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises CommandError if there is no such tournament."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        if options["output"] in (None, "-"):
            write_trail(terms.id, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        stream = io.BytesIO()
        write_trail(terms.id, stream)
        write_bytes(options["output"], stream.getvalue())
