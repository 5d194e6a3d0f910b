"""The addresses of the health check, the language switch and the API."""

from tests.web.routes.visitors import ALL, AWAY, NO_METHOD, Pages, Routes

ROUTES: Routes = {
    "healthz": (
        ALL,
        NO_METHOD,
        lambda scene: "/healthz",
    ),
    "set_language": (
        AWAY,
        AWAY,
        lambda scene: "/i18n/setlang/",
    ),
    "tournament_api:tournaments": (
        ALL,
        NO_METHOD,
        lambda scene: "/api/v1/tournaments/",
    ),
    "tournament_api:tournament": (
        ALL,
        NO_METHOD,
        lambda scene: "/api/v1/tournaments/coupe/",
    ),
    "adjudication_api:game": (
        ALL,
        NO_METHOD,
        lambda scene: f"/api/v1/games/{scene.world.games[0].pk}/",
    ),
}

PAGES: Pages = {}
