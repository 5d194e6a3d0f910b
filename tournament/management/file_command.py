"""What the commands for files share: reading one, and reporting errors."""

import contextlib
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.errors import UserError
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_ROUNDS
from tournament.formats.opengotha.names import MAX_ROUNDS as MAX_ROUNDS_OF_OPENGOTHA
from tournament.formats.recognise import Format, read_any
from tournament.formats.written import first_few
from tournament.management.streams import read_bytes
from tournament.pairing.pairing import PairingError
from tournament.spoken import translated
from tournament.state.event import Event
from tournament.state.state import StateError


class SpokenCommand(BaseCommand):
    """A command in any of the languages; an error is one line, with exit status 1."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the language."""
        parser.add_argument(
            "--language", choices=[code for code, name in settings.LANGUAGES], default="en"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError; a closed pipe ends it quietly."""
        for stream in (sys.stdout, sys.stderr):
            # Names in any script, whatever encoding the terminal or the pipe is set to.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        language = options["language"]
        with translation.override(language), one_line_errors(options.get("file")):
            output = super().execute(*args, **options)
            self.stdout.flush()
        return output

    def tell(self, sentences: Iterable[str | Message], options: dict[str, Any]) -> None:
        """Write remarks to stderr, each after the file's name if there is one."""
        about = f"{options['file']}: " if options.get("file") else ""
        for sentence in sentences:
            text = sentence if isinstance(sentence, str) else translated(sentence)
            self.stderr.write(f"{about}{text}", style_func=str)

    def read(self, options: dict[str, Any]) -> Event:
        """Return the tournament in the file; remarks about it go to stderr.

        Raises FormatError, and CommandError for a file that does not exist.
        """
        event = read_any(read_bytes(options["file"]), os.path.basename(options["file"]))
        self.tell(event.notes, options)
        return event


class FileCommand(SpokenCommand):
    """A command for one tournament file, without a server or a database."""

    requires_system_checks: list[str] = []  # noqa: RUF012
    requires_migrations_checks = False
    file_optional = False
    """Whether the command can do without a file; the option is then None."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and the language."""
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?" if self.file_optional else None,
            help="a tournament file of any format that we read; - for stdin",
        )
        super().add_arguments(parser)

    def round_of(self, options: dict[str, Any]) -> int:
        """Return the round asked for. Raises CommandError if it is not a valid one."""
        number: int = options["round"]
        if not 1 <= number <= MAX_ROUNDS:
            raise CommandError(f"--round: rounds are counted from 1 to {MAX_ROUNDS}, not {number}.")
        return number

    def read_for_round(self, options: dict[str, Any]) -> Event:
        """Return the tournament as :meth:`read` does, with remarks about doubtful names.

        Also raises CommandError for a round that the file cannot have.
        """
        number = self.round_of(options)
        event = self.read(options)
        if event.source == Format.OPENGOTHA and number > MAX_ROUNDS_OF_OPENGOTHA:
            raise CommandError(
                f"--round: an OpenGotha file has up to {MAX_ROUNDS_OF_OPENGOTHA} rounds, no round "
                f"{number}."
            )
        names = Counter(player.name for player in event.state.players)
        twice = sorted(name for name, count in names.items() if count > 1)
        if twice:
            text = _("Players with the same name cannot be told apart below: %(listed)s.") % {
                "listed": first_few(twice)
            }
            self.tell([text], options)
        return event

    def write_table(self, rows: Sequence[Sequence[str]], right: frozenset[int]) -> None:
        """Print rows, headings first, in aligned columns; those in ``right`` are right-aligned."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            self.stdout.write("  ".join(cells).rstrip())


@contextlib.contextmanager
def one_line_errors(file: str | None = None) -> Iterator[None]:
    """Turn the errors of cores and services into one line on stderr and exit status 1.

    A broken pipe ends the command silently, as it does other programs.
    """
    about = f"{file}: " if file else ""
    try:
        yield
    except FormatError as error:
        raise CommandError(f"{about}{translated(error.message)}") from error
    except (PairingError, StateError) as error:
        raise CommandError(f"{about}{translated(error.text)}") from error
    except UserError as error:
        raise CommandError(f"{about}{error.text}") from error
    except BrokenPipeError as error:
        _leave(sys.stdout)
        raise SystemExit(1) from error
    except OSError as error:
        _leave(sys.stdout)
        raise CommandError(f"{error.filename or 'stdout'}: {error.strerror}") from error


def _leave(stream: Any) -> None:
    """Discard what is still to be written, so that the program ends quietly."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
