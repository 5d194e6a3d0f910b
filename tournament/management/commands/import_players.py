"""``manage.py import_players``: enter the players of a CSV file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.exchange.services import import_players
from tournament.formats.players_csv import PlayersPreview, read_players_csv
from tournament.management.file_command import SpokenCommand
from tournament.management.streams import read_bytes
from tournament.spoken import translated
from tournament.tournaments.selectors.public import tournament_terms


class Command(SpokenCommand):
    """Show what a file holds, and enter its players if every row is good."""

    help = "Enters the players of a CSV file: all of them, or nobody while a row is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's slug and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--preview", action="store_true", help="look only, enter nobody")

    def handle(self, *args: Any, **options: Any) -> None:
        """Enter them. Raises CommandError that names every bad row; then nobody is entered."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        preview = read_players_csv(read_bytes(options["file"]))
        self._show(preview, options)
        if not preview.complete:
            text = ngettext(
                "%(count)d row has errors; correct it first. Nobody was entered.",
                "%(count)d rows have errors; correct them first. Nobody was entered.",
                len(preview.refused),
            ) % {"count": len(preview.refused)}
            raise CommandError(f"{options['file']}: {text}")
        if options["preview"]:
            return
        entered = import_players(
            tournament_id=terms.id, players=preview.players, emails=preview.emails
        )
        text = ngettext("%(count)d player entered", "%(count)d players entered", len(entered))
        self.stdout.write(text % {"count": len(entered)})

    def _show(self, preview: PlayersPreview, options: dict[str, Any]) -> None:
        known = [f"{guess.index + 1}: {guess.column}" for guess in preview.columns if guess.column]
        columns, line = _("columns"), _("line")
        bad = [
            ": ".join(filter(None, [f"{line} {row.line}", row.field, translated(row.why)]))
            for row in preview.refused
        ]
        self.tell([f"{columns}: {', '.join(known)}", *preview.notes, *bad], options)
        if options["preview"]:
            for number, player in zip(preview.lines, preview.players, strict=True):
                self.stdout.write(
                    f"{line} {number}: {player.name}, {player.card.grade}, {player.club}"
                )
