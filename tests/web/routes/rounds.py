"""The addresses of the rounds."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
from tournament.models import Role

ROUTES: Routes = {
    "tournament:director": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/",
    ),
    "tournament:draft": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/",
    ),
    "tournament:pair": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/pair/",
    ),
    # An empty form asks for nothing that there is.
    "tournament:change": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/change/",
    ),
    "tournament:round_state": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/state/",
    ),
    "tournament:result": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/result/",
    ),
    "tournament:verify": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/verify/",
    ),
    "tournament:why": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/why/1/",
    ),
}

PAGES: Pages = {
    "director": (staff(Role.DIRECTOR), at("/director/coupe/")),
    "draft": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/")),
    "why": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/why/1/")),
}
