"""The addresses of staff and links."""

from api.models import Token
from api.services.tokens import issue_player_token, issue_staff_token
from tests.support.world import World
from tests.web.routes.visitors import (
    DIRECTING,
    NO_METHOD,
    OWNING,
    PLAYERS,
    Pages,
    Routes,
    Scene,
    at,
    only,
    player,
    staff,
)
from tournament.models import AccessLink, Player, Role
from tournament.staff.services import issue_link


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


def _token(tournament_id: int) -> str:
    issue_staff_token(
        tournament_id=tournament_id, role=Role.HELPER, label="Board", scopes=["results"]
    )
    return f"/director/coupe/tokens/{Token.objects.latest('pk').pk}/revoke/"


def _own_token(player: Player) -> str:
    issue_link(tournament_id=player.tournament_id, role=Role.PLAYER, player_id=player.pk)
    issue_player_token(link_id=AccessLink.objects.latest("pk").pk, label="My program")
    return f"/me/tokens/{Token.objects.latest('pk').pk}/revoke/"


ROUTES: Routes = {
    "tournament:tokens": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/tokens/",
    ),
    "tournament:revoke_token": (
        only(200, *OWNING),
        only(302, *OWNING),
        lambda scene: _token(scene.world.tournament.pk),
    ),
    "tournament:token_issued": (
        only(302, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/tokens/new/",
    ),
    "tournament:own_token_issued": (
        only(302, *PLAYERS),
        NO_METHOD,
        lambda scene: "/me/tokens/new/",
    ),
    "tournament:own_tokens": (
        only(200, *PLAYERS),
        only(400, *PLAYERS),
        lambda scene: "/me/tokens/",
    ),
    "tournament:revoke_own_token": (
        {**only(404, *PLAYERS), "black": 200},
        {**only(404, *PLAYERS), "black": 302},
        lambda scene: _own_token(scene.world.players[0]),
    ),
    "tournament:staff": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/staff/",
    ),
    "tournament:staff_issued": (
        only(302, *OWNING),
        NO_METHOD,
        lambda scene: _referee(scene).replace("revoke/", ""),
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
        only(302, *DIRECTING),
        lambda scene: f"/director/coupe/players/{scene.world.players[0].pk}/link/",
    ),
    "tournament:link_issued": (
        only(302, *DIRECTING),
        NO_METHOD,
        lambda scene: f"/director/coupe/links/{scene.spare_id}/",
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
    "tokens": (staff(Role.DIRECTOR), at("/director/coupe/tokens/")),
    "revoke token": (staff(Role.DIRECTOR), lambda world: _token(world.tournament.pk)),
    "own tokens": (player(0), at("/me/tokens/")),
    "revoke own token": (player(0), lambda world: _own_token(world.players[0])),
    "revoke": (staff(Role.DIRECTOR), _revoke),
}
