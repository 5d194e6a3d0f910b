"""The addresses of the health checks, the figures, the language switch and the API."""

from tests.web.routes.visitors import ALL, AWAY, NO_METHOD, Pages, Routes

ROUTES: Routes = {
    "healthz": (
        ALL,
        NO_METHOD,
        lambda scene: "/healthz",
    ),
    "readyz": (
        ALL,
        NO_METHOD,
        lambda scene: "/readyz",
    ),
    "metrics": (
        dict.fromkeys(ALL, 404),
        NO_METHOD,
        lambda scene: "/metrics",
    ),
    "set_language": (
        AWAY,
        AWAY,
        lambda scene: "/i18n/setlang/",
    ),
}

PAGES: Pages = {}
