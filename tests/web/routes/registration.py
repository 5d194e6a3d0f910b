"""The addresses of registration."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
from tournament.models import Role

ROUTES: Routes = {
    "tournament:players": (
        only(200, *DIRECTING),
        only(200, *DIRECTING),
        lambda scene: "/director/coupe/players/",
    ),
    "tournament:player": (
        only(200, *DIRECTING),
        only(200, *DIRECTING),
        lambda scene: f"/director/coupe/players/{scene.world.players[0].pk}/",
    ),
    "tournament:absent": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/players/absent/",
    ),
    "tournament:withdraw": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: f"/director/coupe/players/{scene.world.players[0].pk}/withdraw/",
    ),
}

PAGES: Pages = {
    "players": (staff(Role.DIRECTOR), at("/director/coupe/players/")),
    "player": (
        staff(Role.DIRECTOR),
        lambda world: f"/director/coupe/players/{world.players[0].pk}/",
    ),
}
