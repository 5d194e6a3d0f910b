"""``manage.py import_ratings``: import a federation's rating list."""

import sys
from argparse import ArgumentParser
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.file_command import SpokenCommand
from tournament.management.streams import read_bytes
from tournament.models import ListSource
from tournament.players.services.rating_lists import import_rating_list
from tournament.spoken import translated

SHOWN = 10


class Command(SpokenCommand):
    """Import a list; print how many players it has and which lines were unreadable."""

    help = "Imports the rating list of the EGF, the FFG or the AGA; it replaces the earlier one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and, if it is not recognised, the federation."""
        super().add_arguments(parser)
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--list", choices=ListSource.values, help="default: recognised")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it. Raises UserError that says what is wrong; then the earlier list is kept."""
        data = read_bytes(options["file"])
        done = import_rating_list(
            data=data, source=options["list"], progress=self._bar() if data else None
        )
        word = _("line")
        bad = (
            f"{word} {line.line}: {line.field}: {translated(line.why)}" for line in done.bad_lines
        )
        self.tell(islice(bad, SHOWN), options)
        if done.bad_count > SHOWN:
            rest = done.bad_count - SHOWN
            more = ngettext(
                "%(count)d more line that is not a player",
                "%(count)d more lines that are no player",
                rest,
            ) % {"count": rest}
            self.tell([more], options)
        players = ngettext("%(count)d player", "%(count)d players", done.entries)
        self.stdout.write(f"{done.source}: " + players % {"count": done.entries})

    def _bar(self) -> Any:
        if not sys.stderr.isatty():
            return None
        return lambda done, total: self.stderr.write(f"\r{done} of {total} lines", ending="")
