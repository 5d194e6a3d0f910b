"""``manage.py import_tournament``: take over a tournament from another program's file."""

from argparse import ArgumentParser
from pathlib import PurePath
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.rules.presets import PRESETS
from tournament.errors import UserError
from tournament.formats.errors import FormatError
from tournament.formats.recognise import read_any
from tournament.management.streams import read_bytes
from tournament.services.imports import import_event


class Command(BaseCommand):
    """Create a tournament from a file and say its address and what was odd in the file."""

    help = "Takes over a tournament from an OpenGotha, MacMahon, EGF, FFG, AGA or JSON file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and what it does not say."""
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--rules", choices=sorted(PRESETS), default="")
        parser.add_argument("--slug", default="", help="its address; default: made of the name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it. Raises CommandError that says what is wrong, and then nothing is changed."""
        name = options["file"]
        try:
            event = read_any(read_bytes(name), PurePath(name).name)
            tournament = import_event(event=event, rules=options["rules"], slug=options["slug"])
        except FormatError as error:
            raise CommandError(f"{name}: {error}") from error
        except UserError as error:
            raise CommandError(f"{name}: {error.text}") from error
        for note in event.notes:
            self.stderr.write(note)
        self.stdout.write(tournament.slug)
