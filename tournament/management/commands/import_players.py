"""``manage.py import_players``: enter the players of a CSV file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import UserError
from tournament.formats.errors import FormatError
from tournament.formats.players_csv import PlayersPreview, read_players_csv
from tournament.management.streams import read_bytes
from tournament.selectors.public import tournament_terms
from tournament.services.imports import import_players


class Command(BaseCommand):
    """Show what a file holds, and enter its players if every row is good."""

    help = "Enters the players of a CSV file: all of them, or nobody while a row is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's address and the file."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--preview", action="store_true", help="look only, enter nobody")

    def handle(self, *args: Any, **options: Any) -> None:
        """Enter them. Raises CommandError that names every bad row, and then enters nobody."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        name = options["file"]
        try:
            preview = read_players_csv(read_bytes(name))
        except FormatError as error:
            raise CommandError(f"{name}: {error}") from error
        self._show(preview, every=options["preview"])
        if not preview.complete:
            raise CommandError(
                f"{name}: {len(preview.bad)} bad rows; mend them first, nobody was entered."
            )
        if options["preview"]:
            return
        try:
            entered = import_players(tournament_id=terms.id, players=preview.players)
        except UserError as error:
            raise CommandError(f"{name}: {error.text}") from error
        self.stdout.write(f"{len(entered)} players entered")

    def _show(self, preview: PlayersPreview, *, every: bool) -> None:
        known = [f"{guess.index + 1}: {guess.column}" for guess in preview.columns if guess.column]
        self.stderr.write(f"columns: {', '.join(known)}")
        for note in preview.notes:
            self.stderr.write(note.en)
        for row in preview.bad:
            self.stderr.write(f"line {row.line}: {row.field}: {row.why.en}")
        for line, player in zip(preview.lines, preview.players, strict=True) if every else ():
            self.stdout.write(f"line {line}: {player.name}, {player.card.grade}, {player.club}")
