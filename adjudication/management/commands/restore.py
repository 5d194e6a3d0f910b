"""``manage.py restore``: restore a tournament from its archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.archive.services.archive import filled_in_message, restore_archive
from tournament.errors import UserError


class Command(BaseCommand):
    """Restore the tournament under its address or another."""

    help = "Restores a tournament from the file that `archive` wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and, if the address is taken here, another one."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="default: the address it had")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it. Raises CommandError saying what is wrong."""
        filled: set[str] = set()
        try:
            with options["file"].open("rb") as stream:
                tournament = restore_archive(stream=stream, slug=options["slug"], filled=filled)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except UserError as error:
            raise CommandError(f"{options['file']}: {error.text}") from error
        if filled:
            self.stderr.write(filled_in_message(filled))
        self.stdout.write(tournament.slug)
