"""The addresses of the end of a tournament."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
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
}

PAGES: Pages = {
    "files": (staff(Role.DIRECTOR), at("/director/coupe/files/")),
}
