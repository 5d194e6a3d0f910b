"""The addresses of the end of a tournament."""

from tests.web.routes.visitors import (
    DIRECTING,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    at,
    only,
    operator,
    staff,
)
from tournament.models import Role

ROUTES: Routes = {
    "tournament:exports": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/files/",
    ),
    "tournament:export": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/files/json/",
    ),
    "tournament:bundles": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/bundles/",
    ),
    "tournament:bundle": (
        only(404, *DIRECTING),
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/bundles/1/",
    ),
    "tournament:bundle_file": (
        only(404, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/bundles/1/bundle.zip",
    ),
    "tournament:archive": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/files/archive.zip",
    ),
    "tournament:trail": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/files/record.jsonl",
    ),
    "tournament:closing": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/closing/",
    ),
    "tournament:freezing": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/standings/",
    ),
    "tournament:close": (
        only(200, *OWNING),
        only(302, *OWNING),
        lambda scene: "/director/coupe/closing/close/",
    ),
    "tournament:reopen": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/closing/reopen/",
    ),
    "tournament:lifecycle": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/life/",
    ),
    "tournament:duplicate": (
        {**only(200, "superuser"), "director": 302},
        {**only(400, "superuser"), "director": 302},
        lambda scene: "/director/coupe/settings/life/again/",
    ),
    "tournament:delete": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/life/delete/",
    ),
    "tournament:kept_archive": (
        only(404, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/life/archive.zip",
    ),
    "tournament:restore": (
        only(200, "superuser"),
        only(400, "superuser"),
        lambda scene: "/restore/",
    ),
}

PAGES: Pages = {
    "restore": (operator, at("/restore/")),
    "files": (staff(Role.DIRECTOR), at("/director/coupe/files/")),
    "bundles": (staff(Role.DIRECTOR), at("/director/coupe/bundles/")),
    "closing": (staff(Role.DIRECTOR), at("/director/coupe/closing/")),
    "closing for an assistant": (staff(Role.ASSISTANT), at("/director/coupe/closing/")),
    "life of the tournament": (staff(Role.DIRECTOR), at("/director/coupe/settings/life/")),
    "duplicate": (operator, at("/director/coupe/settings/life/again/")),
    "delete": (staff(Role.DIRECTOR), at("/director/coupe/settings/life/delete/")),
    "freezing": (staff(Role.DIRECTOR), at("/director/coupe/standings/")),
    "close": (staff(Role.DIRECTOR), at("/director/coupe/closing/close/")),
    "reopen": (staff(Role.DIRECTOR), at("/director/coupe/closing/reopen/")),
}
