"""The addresses of what is printed."""

from tests.web.routes.visitors import DIRECTING, NO_METHOD, Pages, Routes, at, only, staff
from tournament.models import Role

ROUTES: Routes = {
    "tournament:print": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/print/",
    ),
    "tournament:print_page": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/print/slips/1/",
    ),
    "tournament:print_file": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/print/slips/1.pdf",
    ),
    "tournament:badges": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/print/badges/",
    ),
}

PAGES: Pages = {
    "print": (staff(Role.DIRECTOR), at("/director/coupe/print/")),
    "print by board": (staff(Role.DIRECTOR), at("/director/coupe/print/boards/1/")),
    "print by name": (staff(Role.ASSISTANT), at("/director/coupe/print/names/1/")),
    "print slips": (staff(Role.DIRECTOR), at("/director/coupe/print/slips/1/")),
    "print standings": (staff(Role.DIRECTOR), at("/director/coupe/print/standings/1/")),
    "print crosstable": (staff(Role.DIRECTOR), at("/director/coupe/print/crosstable/1/")),
    "print prizes": (staff(Role.DIRECTOR), at("/director/coupe/print/prizes/1/")),
    "badges": (staff(Role.DIRECTOR), at("/director/coupe/print/badges/")),
}
