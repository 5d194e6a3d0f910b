"""``manage.py import_tournament``: import a tournament from another program's file."""

import os
from argparse import ArgumentParser
from typing import Any

from adjudication.rules.presets import PRESETS
from tournament.exchange.services import import_event
from tournament.formats.importing import event_to_import
from tournament.formats.recognise import recognise_file
from tournament.management.commands.create_tournament import PUBLIC
from tournament.management.file_command import SpokenCommand
from tournament.management.streams import read_bytes
from tournament.models import Status


class Command(SpokenCommand):
    """Create a tournament from a file; print its slug and what was odd in the file."""

    help = (
        "Takes over a tournament from a file: OpenGotha, MacMahon, pairgoth, EGF, FFG, AGA, JSON."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and what it does not say."""
        super().add_arguments(parser)
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--rules", choices=sorted(PRESETS), default="")
        parser.add_argument("--slug", default="", help="its address; default: made of the name")
        parser.add_argument("--public", action="store_true", help=PUBLIC)

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it. Raises FormatError and UserError; then nothing is changed."""
        name = os.path.basename(options["file"])
        event = event_to_import(recognise_file(read_bytes(options["file"]), name))
        self.tell(event.notes, options)
        tournament = import_event(
            event=event,
            rules=options["rules"],
            slug=options["slug"],
            status=Status.PUBLIC if options["public"] else Status.DRAFT,
        )
        self.stdout.write(tournament.slug)
