"""The addresses of what was decided: rulings for everybody, the proof of a game."""

from tests.web.routes.visitors import (
    ALL,
    NO_METHOD,
    REFEREEING,
    Pages,
    Routes,
    anybody,
    at,
    only,
)

NOWHERE = dict.fromkeys(ALL, 404)

ROUTES: Routes = {
    "adjudication:proof": (
        only(200, "black", "white", *REFEREEING),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/proof.json",
    ),
    "adjudication:rulings": (
        ALL,
        NO_METHOD,
        lambda scene: "/rulings/?words=ko",
    ),
    # No case of the scene is ruled for good.
    "adjudication:public_ruling": (
        NOWHERE,
        NO_METHOD,
        lambda scene: "/rulings/1/",
    ),
}

PAGES: Pages = {
    "rulings": (anybody, at("/rulings/")),
}
