"""``manage.py issue_link``: a private link from the command line."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from tournament.errors import UserError
from tournament.models import Player, Role, Tournament
from tournament.staff.services import issue_link


class Command(BaseCommand):
    """Make a private link and print it once: it cannot be read back."""

    help = "Prints a new private link of a tournament's director, referee or player."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whose link it will be."""
        parser.add_argument("slug", help="the tournament's address, as create_tournament said it")
        parser.add_argument("role", choices=Role.values)
        parser.add_argument("--player", type=int, metavar="NUMBER", help="for a player's link")
        parser.add_argument("--label", default="", help="whom a staff link is for")
        parser.add_argument("--days", type=int, help="the link ends after so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it. Raises CommandError that says what does not exist or is not allowed."""
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        player = None
        if options["player"] is not None:
            player = Player.objects.filter(tournament=tournament, number=options["player"]).first()
            if player is None:
                raise CommandError(f"The tournament has no player {options['player']}.")
        days = options["days"]
        if days is not None and not 1 <= days <= 3650:
            raise CommandError("--days: give 1 to 3650 days.")
        try:
            token = issue_link(
                tournament_id=tournament.pk,
                role=options["role"],
                player_id=player.pk if player else None,
                label=options["label"],
                expires_at=timezone.now() + timedelta(days=days) if days else None,
            )
        except UserError as error:
            raise CommandError(str(error.text)) from error
        self.stdout.write(settings.SHINPAN_BASE_URL + reverse("tournament:link", args=[token]))
