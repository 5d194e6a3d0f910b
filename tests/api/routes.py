"""Who may use which operation: every address, every method. A new one has to be added.

Whoever is not let in is told the same everywhere: 401 without a token, 404 from elsewhere, 403
for a role or scope that is not enough.
"""

from collections.abc import Callable

from tests.web.scene import Scene

CALLERS = ("anonymous", "black", "white", "other", "stranger", "helper", "assistant", "referee",
           "director", "reading director", "other director", "operator")  # fmt: skip
ALL = frozenset(CALLERS)
NONE: frozenset[str] = frozenset()
HERE = ALL - {"anonymous", "stranger", "other director"}
OWNING = frozenset({"director", "operator"})
DIRECTING = OWNING | {"assistant"}
ENTERING = DIRECTING | {"helper"}
REFEREEING = OWNING | {"referee"}

Operations = dict[str, tuple[frozenset[str], int]]
"""By its method: who is let in, and what they are answered when they send an empty object."""
Routes = dict[str, tuple[Callable[[Scene], str], Operations]]


def coupe(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/tournaments/coupe/{rest}"


ROUTES: Routes = {
    "schema": (lambda scene: "/schema/", {}),
    "nothing": (lambda scene: "/nothing/", {}),
    "tournaments": (lambda scene: "/tournaments/", {"GET": (ALL, 200)}),
    "tournament": (coupe(""), {"GET": (ALL, 200)}),
    "game": (lambda scene: f"/games/{scene.world.games[0].pk}/", {"GET": (ALL, 200)}),
    "tokens": (coupe("tokens/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "token": (coupe("tokens/1/"), {"DELETE": (OWNING, 404)}),
}
NO_OPERATIONS = {"schema", "nothing"}
"""Files and what is not there: for everybody."""
