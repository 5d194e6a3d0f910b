"""The addresses of setting up."""

from django.contrib.auth.models import User
from django.test import Client

from tests.web.routes.visitors import (
    ALL,
    AWAY,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    anybody,
    at,
    only,
    staff,
)
from tests.web.world import World
from tournament.models import Role


def _operator(world: World) -> Client:
    client = Client()
    client.force_login(User.objects.get_or_create(username="operator", is_superuser=True)[0])
    return client


ROUTES: Routes = {
    # Who may not create a tournament is sent to the operator's door.
    "tournament:new": (
        only(200, "superuser", others=302),
        only(400, "superuser", others=302),
        lambda scene: "/new/",
    ),
    "tournament:operator": (
        ALL,
        dict.fromkeys(ALL, 400),
        lambda scene: "/operator/",
    ),
    "tournament:operator_leave": (
        NO_METHOD,
        AWAY,
        lambda scene: "/operator/leave/",
    ),
    "tournament:settings": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/",
    ),
    "tournament:setup": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/event/",
    ),
    "tournament:setup_preview": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/system/preview/",
    ),
}

PAGES: Pages = {
    "new tournament": (_operator, at("/new/")),
    "operator, signed in": (_operator, at("/operator/")),
    "operator": (anybody, at("/operator/")),
    "settings": (staff(Role.DIRECTOR), at("/director/coupe/settings/")),
    **{
        f"settings, {key}": (staff(Role.DIRECTOR), at(f"/director/coupe/settings/{key}/"))
        for key in ("event", "system", "order", "time", "results")
    },
    "settings, groups (part)": (
        staff(Role.DIRECTOR),
        at("/director/coupe/settings/system/preview/?rounds=5&bar=3k&floor=8k"),
    ),
}
