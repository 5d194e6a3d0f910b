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
READING = DIRECTING | {"reading director"}
REFEREEING = OWNING | {"referee"}
BLACK, WHITE = frozenset({"black"}), frozenset({"white"})
PLAYING = BLACK | WHITE
SEEING = PLAYING | REFEREEING | {"reading director"}

Operations = dict[str, tuple[frozenset[str], int]]
"""By its method: who is let in, and what they are answered when they send an empty object."""
Routes = dict[str, tuple[Callable[[Scene], str], Operations]]


def coupe(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/tournaments/coupe/{rest}"


def on_game(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/games/{scene.world.games[0].pk}/{rest}"


def on_report(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/submissions/{scene.submission}/{rest}"


ROUTES: Routes = {
    "schema": (lambda scene: "/schema/", {}),
    "nothing": (lambda scene: "/nothing/", {}),
    "tournaments": (lambda scene: "/tournaments/", {"GET": (ALL, 200)}),
    "tournament": (coupe(""), {"GET": (ALL, 200)}),
    "game": (lambda scene: f"/games/{scene.world.games[0].pk}/", {"GET": (ALL, 200)}),
    "submissions": (on_game("submissions/"), {"GET": (SEEING, 200), "POST": (PLAYING, 400)}),
    "game_records": (on_game("records/"), {"POST": (PLAYING, 400)}),
    "submission": (on_report(""), {"GET": (SEEING, 200)}),
    "submission_record": (on_report("record/"), {"GET": (SEEING, 200)}),
    "confirmation": (on_report("confirmation/"), {"POST": (WHITE, 200)}),
    "contest": (on_report("contest/"), {"POST": (WHITE, 200)}),
    "report_withdrawal": (on_report("withdrawal/"), {"POST": (BLACK, 200)}),
    "players": (coupe("players/"), {"GET": (ALL, 200), "POST": (DIRECTING, 400)}),
    "players_in_bulk": (coupe("players/bulk/"), {"POST": (DIRECTING, 400)}),
    "player": (coupe("players/1/"), {"GET": (ALL, 200)}),
    "entry": (
        coupe("players/1/entry/"),
        {"GET": (READING, 200), "PATCH": (DIRECTING, 200), "DELETE": (DIRECTING, 409)},
    ),
    "withdrawal": (coupe("players/1/withdrawal/"), {"POST": (DIRECTING, 400)}),
    "players_round": (coupe("players/1/rounds/2/"), {"PUT": (DIRECTING, 400)}),
    "participation": (coupe("participation/"), {"GET": (READING, 200)}),
    "absent": (coupe("rounds/2/absent/"), {"PUT": (DIRECTING, 400)}),
    "check_ins": (coupe("rounds/2/check-in/"), {"GET": (ENTERING, 200)}),
    "check_in": (coupe("rounds/2/check-in/1/"), {"PUT": (ENTERING, 400)}),
    "requests": (coupe("requests/"), {"GET": (READING, 200)}),
    "approval": (coupe("requests/approval/"), {"POST": (DIRECTING, 400)}),
    "refusal": (coupe("requests/refusal/"), {"POST": (DIRECTING, 400)}),
    "tokens": (coupe("tokens/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "token": (coupe("tokens/1/"), {"DELETE": (OWNING, 404)}),
}
NO_OPERATIONS = {"schema", "nothing"}
"""Files and what is not there: for everybody."""
