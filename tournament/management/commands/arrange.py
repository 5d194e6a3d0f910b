"""``manage.py arrange``: teams, wishes and reserved tables of a tournament."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournament.errors import UserError
from tournament.games.selectors import player_ids
from tournament.models import ApartKind
from tournament.players.services.arrangements import add_team, keep_apart, play_by_teams
from tournament.tournaments.selectors.public import tournament_terms
from tournament.tournaments.services import reserve_tables


class Command(BaseCommand):
    """Do everything that is asked for, or nothing; players are named by their numbers."""

    help = (
        "Arranges a tournament: teams and their line-ups, players who should not meet, and table "
        "numbers that are not used. Players are named by their numbers in the list of players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to arrange."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("--boards", type=int, metavar="N", help="teams of 2 to 5 boards meet")
        parser.add_argument(
            "--teammates-apart",
            action="store_true",
            help="with --boards: players are paired singly, only not within their team",
        )
        parser.add_argument(
            "--team",
            nargs="+",
            action="append",
            default=[],
            metavar=("NAME", "NUMBER"),
            help="a team and its players, by board; reserves come last",
        )
        for kind in ApartKind.values:
            parser.add_argument(
                f"--{kind}",
                nargs=2,
                type=int,
                action="append",
                default=[],
                metavar="NUMBER",
                help="two players who should not meet",
            )
        parser.add_argument(
            "--reserve", nargs="*", type=int, metavar="TABLE", help="numbers that no board gets"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Arrange it. Raises CommandError that says what is impossible; then nothing is changed."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        self._ids = player_ids(terms.id)
        try:
            with transaction.atomic():
                self._arrange(terms.id, options)
        except UserError as error:
            raise CommandError(f"{error.field or options['slug']}: {error.text}") from error

    def _arrange(self, tournament_id: int, options: dict[str, Any]) -> None:
        if options["boards"] is not None:
            play_by_teams(
                tournament_id=tournament_id,
                boards=options["boards"],
                apart=options["teammates_apart"],
            )
        for name, *numbers in options["team"]:
            players = [self._player(number) for number in numbers]
            add_team(tournament_id=tournament_id, name=name, player_ids=players)
            self.stdout.write(f"{name}: {len(players)} players")
        for kind in ApartKind.values:
            for first, second in options[kind]:
                keep_apart(first_id=self._player(first), second_id=self._player(second), kind=kind)
        if options["reserve"] is not None:
            reserve_tables(tournament_id=tournament_id, numbers=options["reserve"])

    def _player(self, number: int | str) -> int:
        try:
            return self._ids[int(number)]
        except (ValueError, KeyError):
            raise CommandError(f"There is no player with the number {number}.") from None
