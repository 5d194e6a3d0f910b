"""``manage.py import_players``: enter the players of a CSV file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from language.localtext import LocalText
from tournament.formats.counted import counted
from tournament.formats.players_csv import PlayersPreview, read_players_csv
from tournament.management.file_command import SpokenCommand
from tournament.management.streams import read_bytes
from tournament.selectors.public import tournament_terms
from tournament.services.imports import import_players


class Command(SpokenCommand):
    """Show what a file holds, and enter its players if every row is good."""

    help = "Enters the players of a CSV file: all of them, or nobody while a row is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's address and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("file", help="- reads the standard input")
        parser.add_argument("--preview", action="store_true", help="look only, enter nobody")

    def handle(self, *args: Any, **options: Any) -> None:
        """Enter them. Raises CommandError that names every bad row, and then enters nobody."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        preview = read_players_csv(read_bytes(options["file"]))
        self._show(preview, options)
        if not preview.complete:
            text = counted(
                len(preview.bad),
                (
                    "{count} bad row; mend it first, nobody was entered.",
                    "{count} bad rows; mend them first, nobody was entered.",
                ),
                (
                    "{count} ligne mauvaise ; corrigez-la d'abord, personne n'a été inscrit.",
                    "{count} lignes mauvaises ; corrigez-les d'abord, personne n'a été inscrit.",
                ),
            )
            raise CommandError(f"{options['file']}: {text.get(options['language'])}")
        if options["preview"]:
            return
        entered = import_players(tournament_id=terms.id, players=preview.players)
        text = counted(
            len(entered),
            ("{count} player entered", "{count} players entered"),
            ("{count} joueur inscrit", "{count} joueurs inscrits"),
        )
        self.stdout.write(text.get(options["language"]))

    def _show(self, preview: PlayersPreview, options: dict[str, Any]) -> None:
        language = options["language"]
        known = [f"{guess.index + 1}: {guess.column}" for guess in preview.columns if guess.column]
        columns = LocalText("columns", "colonnes").get(language)
        line = LocalText("line", "ligne").get(language)
        bad = [f"{line} {row.line}: {row.field}: {row.why.get(language)}" for row in preview.bad]
        self.tell([f"{columns}: {', '.join(known)}", *preview.notes, *bad], options)
        if options["preview"]:
            for number, player in zip(preview.lines, preview.players, strict=True):
                self.stdout.write(
                    f"{line} {number}: {player.name}, {player.card.grade}, {player.club}"
                )
