"""The addresses of staff and links."""

from tests.web.routes.visitors import (
    DIRECTING,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    Scene,
    at,
    only,
    staff,
)
from tests.web.world import World
from tournament.models import AccessLink, Role
from tournament.services.links import issue_link


def _revoke(world: World) -> str:
    world.player(7)
    return f"/director/coupe/links/{AccessLink.objects.latest('pk').pk}/revoke/"


def _referee(scene: Scene) -> str:
    """Return the page that revokes a referee's link, made anew: the visitor before closed it."""
    issue_link(tournament_id=scene.world.tournament.pk, role=Role.REFEREE)
    return f"/director/coupe/staff/{AccessLink.objects.latest('pk').pk}/revoke/"


def _revoke_staff(world: World) -> str:
    link = AccessLink.objects.filter(tournament=world.tournament, role=Role.DIRECTOR).latest("pk")
    return f"/director/coupe/staff/{link.pk}/revoke/"


ROUTES: Routes = {
    "tournament:staff": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/staff/",
    ),
    "tournament:revoke_staff_link": (
        only(200, *OWNING),
        only(302, *OWNING),
        _referee,
    ),
    "tournament:links": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/links/",
    ),
    "tournament:issue_link": (
        only(200, *DIRECTING),
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
    "staff": (staff(Role.DIRECTOR), at("/director/coupe/staff/")),
    "revoke staff": (staff(Role.DIRECTOR), _revoke_staff),
    "reissue": (
        staff(Role.DIRECTOR),
        lambda world: f"/director/coupe/players/{world.players[0].pk}/link/",
    ),
    "links": (staff(Role.DIRECTOR), at("/director/coupe/links/")),
    "revoke": (staff(Role.DIRECTOR), _revoke),
}
