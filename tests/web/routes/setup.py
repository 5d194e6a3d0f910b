"""The addresses of setting up."""

from django.test import Client

from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    anybody,
    at,
    only,
    operator,
    staff,
)
from tournament.models import Role
from tournament.players.services.arrangements import add_team, keep_apart, play_by_teams


def _arranging(world: World) -> Client:
    """Return the owner's browser, in a tournament with a team and two players kept apart."""
    first, second = (player.pk for player in world.players[:2])
    keep_apart(first_id=first, second_id=second)
    play_by_teams(tournament_id=world.tournament.pk, boards=2, apart=True)
    add_team(tournament_id=world.tournament.pk, name="Reds", player_ids=[first, second])
    return world.client(Role.DIRECTOR)


ROUTES: Routes = {
    # Who may not create a tournament is sent to the operator's door.
    "tournament:new": (
        only(200, "superuser", others=302),
        only(400, "superuser", others=302),
        lambda scene: "/new/",
    ),
    # Without a form that was sent there is nothing to show.
    "tournament:created": (
        AWAY,
        NO_METHOD,
        lambda scene: "/new/created/",
    ),
    "tournament:operator": (
        ALL,
        dict.fromkeys(ALL, 400),
        lambda scene: "/operator/",
    ),
    "tournament:operator_leave": (
        NO_METHOD,
        AWAY,
        lambda scene: "/operator/leave/",
    ),
    "tournament:settings": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/",
    ),
    # An empty form asks for nothing that there is.
    "tournament:further": (
        only(200, *OWNING),
        only(404, *OWNING),
        lambda scene: "/director/coupe/settings/further/",
    ),
    "tournament:setup": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/event/",
    ),
    "tournament:rated": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/rated/",
    ),
    "tournament:setup_preview": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/system/preview/",
    ),
}

PAGES: Pages = {
    "new tournament": (operator, at("/new/")),
    "operator, signed in": (operator, at("/operator/")),
    "operator": (anybody, at("/operator/")),
    "rated mode": (staff(Role.DIRECTOR), at("/director/coupe/settings/rated/")),
    "settings": (staff(Role.DIRECTOR), at("/director/coupe/settings/")),
    "further arrangements": (_arranging, at("/director/coupe/settings/further/")),
    **{
        f"settings, {key}": (staff(Role.DIRECTOR), at(f"/director/coupe/settings/{key}/"))
        for key in ("event", "system", "order", "time", "results", "disputes")
    },
    "settings, groups (part)": (
        staff(Role.DIRECTOR),
        at("/director/coupe/settings/system/preview/?rounds=5&bar=3k&floor=8k"),
    ),
}
