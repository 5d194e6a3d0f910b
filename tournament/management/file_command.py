"""What the commands that work on tournament files share: reading one, and saying what is wrong."""

import contextlib
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_ROUNDS
from tournament.formats.recognise import read_any
from tournament.management.streams import read_bytes
from tournament.pairing.pairing import PairingError
from tournament.state.event import Event


class FileCommand(BaseCommand):
    """A command on one tournament file, without a server and without a database."""

    requires_system_checks: list[str] = []  # noqa: RUF012
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and the language."""
        parser.add_argument(
            "file", metavar="FILE", help="a tournament file of any format that we read; - for stdin"
        )
        parser.add_argument("--language", choices=["en", "fr"], default="en")

    def read(self, options: dict[str, Any]) -> Event:
        """Return the tournament of the file; remarks about it go to stderr.

        Raises CommandError, one line, for a file that cannot be read.
        """
        name = options["file"]
        for stream in (sys.stdout, sys.stderr):
            # Names of any script, whatever the terminal or the pipe is set to.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        data = read_bytes(name)
        try:
            event = read_any(data, name)
        except FormatError as error:
            raise CommandError(f"{name}: {error.message(options['language'])}") from error
        for note in event.notes:
            self.stderr.write(f"{name}: {note}", style_func=str)
        return event

    def round_of(self, options: dict[str, Any]) -> int:
        """Return the round asked for. Raises CommandError when it is none."""
        number: int = options["round"]
        if not 1 <= number <= MAX_ROUNDS:
            raise CommandError(f"--round: rounds are counted from 1 to {MAX_ROUNDS}, not {number}.")
        return number

    def write_table(self, rows: Sequence[Sequence[str]], right: frozenset[int]) -> None:
        """Print rows, the first of them titles, in aligned columns; some of them to the right."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            self.stdout.write("  ".join(cells).rstrip())


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """Turn what the cores refuse into one line on stderr and exit status 1."""
    try:
        yield
    except PairingError as error:
        raise CommandError(str(error)) from error
