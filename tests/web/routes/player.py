"""The addresses of players and the way in."""

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
}

PAGES: Pages = {
    "link": (anybody, at("/l/nothing/")),
    "forbidden": (anybody, at("/me/")),
    "me": (player(0), at("/me/")),
    "me, live part": (player(0), at("/me/live/")),
}
