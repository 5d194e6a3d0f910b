"""The addresses of corrections and the record."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
from tournament.models import Role

READING = (*DIRECTING, "referee")

ROUTES: Routes = {
    "tournament:history": (
        only(200, *READING),
        NO_METHOD,
        lambda scene: "/director/coupe/history/",
    ),
}

PAGES: Pages = {
    "history": (staff(Role.DIRECTOR), at("/director/coupe/history/")),
}
