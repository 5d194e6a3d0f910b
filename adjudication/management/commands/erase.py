"""``manage.py erase``: erase a player's identity from a tournament."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.erasing.services import erase_player
from tournament.errors import UserError
from tournament.models import Player


class Command(BaseCommand):
    """Erase a player's name and words; games, results and the audit trail stay."""

    help = (
        "Erases who a player is: a number stands in place of the name. Games, results and the "
        "chain of the record stay. It cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whom to erase and why."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("number", type=int, help="the player's number in the tournament")
        parser.add_argument("--note", required=True, help="why, without the name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase it. Raises CommandError saying why if that is not possible."""
        rows = Player.everybody.filter(
            tournament__slug=options["slug"], number=options["number"]
        ).values_list("tournament", "pk")
        for tournament_id, player_id in rows:
            try:
                erased = erase_player(
                    tournament_id=tournament_id, player_id=player_id, note=options["note"]
                )
            except UserError as error:
                raise CommandError(str(error.text)) from error
            self.stdout.write(
                f"#{erased.number}: {erased.reasons} reasons, {erased.notes} notes, "
                f"{erased.statements} statements, {erased.pictures} pictures and what "
                f"{erased.draws} draws were made from emptied; "
                f"{erased.left} texts of others have the name in them"
            )
            return
        raise CommandError(f"There is no player {options['number']} in {options['slug']}.")
