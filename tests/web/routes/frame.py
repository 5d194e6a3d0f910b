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
}

PAGES: Pages = {}
