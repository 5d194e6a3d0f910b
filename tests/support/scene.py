"""Two tournaments and everybody who may come, for the tests of who may enter where."""

from django.contrib.auth.models import User
from django.test import Client

from tests.support.records import WALLS, sgf
from tests.support.world import make_world, report
from tournament.models import AccessLink, Role
from tournament.staff.services import issue_link


class Scene:
    """A tournament with a report to answer, another tournament, and everybody's browser."""

    def __init__(self) -> None:
        self.world = make_world()
        self.elsewhere = make_world(name="Elsewhere", slug="elsewhere")
        self.superuser = User.objects.create_superuser("operator")
        game = self.world.games[0]
        self.submission = report(game, game.black, "B+R", sgf(WALLS))
        self.token = issue_link(tournament_id=self.world.tournament.pk, role=Role.REFEREE)
        self.spare = issue_link(
            tournament_id=self.world.tournament.pk,
            role=Role.PLAYER,
            player_id=self.world.players[7].pk,
        )
        self.spare_id = AccessLink.objects.latest("pk").pk

    def browser(self, visitor: str) -> Client:
        if visitor in ("black", "white", "other"):
            return self.world.player({"black": 0, "white": 1, "other": 2}[visitor])
        if visitor == "stranger":
            return self.elsewhere.player(0)
        if visitor == "other director":
            return self.elsewhere.client(Role.DIRECTOR)
        if visitor == "superuser":
            client = Client()
            client.force_login(self.superuser)
            return client
        return Client() if visitor == "anonymous" else self.world.client(visitor)
