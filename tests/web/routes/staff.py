"""The addresses of staff and links."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
from tests.web.world import World
from tournament.models import AccessLink, Role


def _revoke(world: World) -> str:
    world.player(7)
    return f"/director/coupe/links/{AccessLink.objects.latest('pk').pk}/revoke/"


ROUTES: Routes = {
    "tournament:links": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/links/",
    ),
    "tournament:issue_link": (
        only(302, *DIRECTING),
        only(200, *DIRECTING),
        lambda scene: f"/director/coupe/players/{scene.world.players[0].pk}/link/",
    ),
    "tournament:revoke_link": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: f"/director/coupe/links/{scene.spare_id}/revoke/",
    ),
}

PAGES: Pages = {
    "links": (staff(Role.DIRECTOR), at("/director/coupe/links/")),
    "revoke": (staff(Role.DIRECTOR), _revoke),
}
