"""The addresses of players and the way in."""

from datetime import timedelta

from django.utils import timezone

from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    NO_METHOD,
    PLAYERS,
    Pages,
    Routes,
    anybody,
    at,
    only,
    player,
)
from tournament.models import Round
from tournament.scheduling.services.rescheduling import propose_date


def dated_game(world: World) -> str:
    """Return the page of a game that is played by a date; without a result it has a proposal."""
    game = world.games[0]
    now = timezone.now()
    Round.objects.filter(pk=game.round_id).update(play_by=now + timedelta(days=7))
    game.refresh_from_db()
    if game.state == "open" and not game.reschedules.exists():
        for days, note in ((1, ""), (2, "Evenings suit me.")):
            propose_date(
                game_id=game.pk,
                player_id=game.white_id,
                plays_at=now + timedelta(days=days),
                note=note,
            )
    return f"/me/games/{game.pk}/date/"


ROUTES: Routes = {
    "tournament:link": (
        ALL,
        AWAY,
        lambda scene: f"/l/{scene.token}/",
    ),
    "tournament:leave": (
        AWAY,
        AWAY,
        lambda scene: "/leave/",
    ),
    "tournament:me": (
        only(200, *PLAYERS),
        NO_METHOD,
        lambda scene: "/me/",
    ),
    "tournament:me_live": (
        only(200, *PLAYERS),
        NO_METHOD,
        lambda scene: "/me/live/",
    ),
    "tournament:own_accounts": (
        only(200, *PLAYERS),
        only(302, *PLAYERS),
        lambda scene: "/me/accounts/",
    ),
    "tournament:game_date": (
        only(200, "black", "white"),
        only(400, "black", "white"),
        lambda scene: f"/me/games/{scene.world.games[0].pk}/date/",
    ),
}

PAGES: Pages = {
    "link": (anybody, at("/l/nothing/")),
    "forbidden": (anybody, at("/me/")),
    "me": (player(0), at("/me/")),
    "date of a game": (player(0), dated_game),
    "me with a date": (player(0), lambda world: dated_game(world) and "/me/"),
    "own accounts": (player(0), at("/me/accounts/")),
    "me, live part": (player(0), at("/me/live/")),
}
