"""The addresses of everybody."""

from tests.web.routes.visitors import ALL, NO_METHOD, Pages, Routes, anybody, at

ROUTES: Routes = {
    "tournament:home": (
        ALL,
        NO_METHOD,
        lambda scene: "/",
    ),
    "tournament:tournament": (
        ALL,
        NO_METHOD,
        lambda scene: "/t/coupe/",
    ),
    "tournament:standings": (
        ALL,
        NO_METHOD,
        lambda scene: "/t/coupe/standings/",
    ),
    "tournament:standings_after": (
        ALL,
        NO_METHOD,
        lambda scene: "/t/coupe/standings/1/",
    ),
    "tournament:standings_file": (
        ALL,
        NO_METHOD,
        lambda scene: "/t/coupe/standings/1/csv/",
    ),
    "tournament:pairings_file": (
        ALL,
        NO_METHOD,
        lambda scene: "/t/coupe/rounds/1/json/",
    ),
}

PAGES: Pages = {
    "home": (anybody, at("/")),
    "tournament": (anybody, at("/t/coupe/")),
    "not found": (anybody, at("/t/nowhere/")),
    "standings": (anybody, at("/t/coupe/standings/")),
}
