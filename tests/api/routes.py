"""Who may use which operation: every address, every method. A new one has to be added.

Whoever is not let in is told the same everywhere: 401 without a token, 404 from elsewhere, 403
for a role or scope that is not enough.
"""

from collections.abc import Callable

from tests.web.records import sgf
from tests.web.scene import Scene
from tests.web.world import report

CALLERS = ("anonymous", "black", "white", "other", "stranger", "helper", "assistant", "referee",
           "director", "reading director", "other director", "operator")  # fmt: skip
ALL = frozenset(CALLERS)
NONE: frozenset[str] = frozenset()
HERE = ALL - {"anonymous", "stranger", "other director"}
OWNING = frozenset({"director", "operator"})
DIRECTING = OWNING | {"assistant"}
ENTERING = DIRECTING | {"helper"}
READING = DIRECTING | {"reading director"}
READING_OWNER = OWNING | {"reading director"}
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


def played_out(scene: Scene) -> str:
    """Return the address of what is proposed for a report whose record ends at closed borders."""
    game = scene.world.games[0]
    return f"/submissions/{report(game, game.white, 'B+R', sgf('-- --', AB='ba][ab'))}/proposal/"


def board(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/tournaments/coupe/rounds/1/boards/{scene.world.games[1].pk}/{rest}"


def game_of(rest: str) -> Callable[[Scene], str]:
    return lambda scene: f"/tournaments/coupe/games/{scene.world.games[1].pk}/{rest}"


STEP: Operations = {"GET": (READING_OWNER, 200), "PATCH": (OWNING, 200)}

ROUTES: Routes = {
    "schema": (lambda scene: "/schema/", {}),
    "docs": (lambda scene: "/docs/", {}),
    "nothing": (lambda scene: "/nothing/", {}),
    "tournaments": (
        lambda scene: "/tournaments/",
        {"GET": (ALL, 200), "POST": (ALL, 400)},
    ),
    "tournament": (coupe(""), {"GET": (ALL, 200)}),
    "closing": (coupe("closing/"), {"POST": (OWNING, 200)}),
    "reopening": (coupe("reopening/"), {"POST": (OWNING, 400)}),
    "settings": (coupe("settings/"), {"GET": (READING_OWNER, 200)}),
    "settings_event": (coupe("settings/event/"), STEP),
    "settings_system": (coupe("settings/system/"), STEP),
    "settings_time": (coupe("settings/time/"), STEP),
    "settings_results": (coupe("settings/results/"), STEP),
    "settings_disputes": (coupe("settings/disputes/"), STEP),
    "standings": (coupe("standings/"), {"GET": (ALL, 200)}),
    "exports": (coupe("exports/"), {"GET": (READING, 200)}),
    "export": (coupe("exports/csv/"), {"GET": (READING, 200)}),
    "history": (coupe("history/"), {"GET": (READING | {"referee"}, 200)}),
    "rating_search": (coupe("rating-search/?name=x"), {"GET": (READING, 200)}),
    "me": (lambda scene: "/me/", {"GET": (ALL, 200)}),
    "game": (lambda scene: f"/games/{scene.world.games[0].pk}/", {"GET": (ALL, 200)}),
    "submissions": (on_game("submissions/"), {"GET": (SEEING, 200), "POST": (PLAYING, 400)}),
    "game_records": (on_game("records/"), {"POST": (PLAYING, 400)}),
    "submission": (on_report(""), {"GET": (SEEING, 200)}),
    "proposal": (on_game("proposal/"), {"POST": (SEEING, 400)}),
    "submission_proposal": (played_out, {"GET": (SEEING, 200)}),
    "submission_record": (on_report("record/"), {"GET": (SEEING, 200)}),
    "confirmation": (on_report("confirmation/"), {"POST": (PLAYING, 400)}),
    "contest": (on_report("contest/"), {"POST": (PLAYING, 400)}),
    "report_withdrawal": (on_report("withdrawal/"), {"POST": (BLACK, 200)}),
    "bulk_records": (coupe("records/"), {"POST": (DIRECTING, 400)}),
    "webhooks": (coupe("webhooks/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "webhook": (
        coupe("webhooks/1/"),
        {"GET": (OWNING, 404), "PATCH": (OWNING, 404), "DELETE": (OWNING, 404)},
    ),
    "webhook_secret": (coupe("webhooks/1/secret/"), {"POST": (OWNING, 404)}),
    "webhook_test": (coupe("webhooks/1/test/"), {"POST": (OWNING, 404)}),
    "webhook_replay": (coupe("webhooks/1/replay/"), {"POST": (OWNING, 400)}),
    "deliveries": (coupe("webhooks/1/deliveries/"), {"GET": (OWNING, 404)}),
    "delivery_again": (coupe("deliveries/1/replay/"), {"POST": (OWNING, 404)}),
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
    "rounds": (coupe("rounds/"), {"GET": (ALL, 200), "POST": (DIRECTING, 201)}),
    "schedule": (coupe("schedule/"), {"GET": (READING, 200)}),
    "schedule_resumption": (coupe("schedule/resumption/"), {"PUT": (DIRECTING, 204)}),
    "round": (coupe("rounds/1/"), {"GET": (ALL, 200), "DELETE": (DIRECTING, 409)}),
    "publication": (
        coupe("rounds/1/publication/"),
        {"PUT": (DIRECTING, 200), "DELETE": (DIRECTING, 409)},
    ),
    "finish": (coupe("rounds/1/finish/"), {"PUT": (DIRECTING, 409)}),
    "clock": (coupe("rounds/1/clock/"), {"GET": (ALL, 404), "POST": (DIRECTING, 400)}),
    "pairing": (
        coupe("rounds/2/pairing/"),
        {"GET": (READING, 200), "POST": (DIRECTING, 200), "DELETE": (DIRECTING, 404)},
    ),
    "why": (coupe("rounds/1/why/1/"), {"GET": (READING, 200)}),
    "verification": (coupe("rounds/1/verification/"), {"GET": (READING, 404)}),
    "boards": (coupe("rounds/2/boards/"), {"POST": (DIRECTING, 400)}),
    "board": (board(""), {"PATCH": (DIRECTING, 200), "DELETE": (DIRECTING, 409)}),
    "colours": (board("colours/"), {"POST": (DIRECTING, 409)}),
    "swap": (coupe("rounds/1/swap/"), {"POST": (DIRECTING, 400)}),
    "bye": (coupe("rounds/1/bye/"), {"PUT": (DIRECTING, 400)}),
    "result": (game_of("result/"), {"PUT": (ENTERING, 400), "DELETE": (ENTERING, 200)}),
    "correction": (game_of("correction/"), {"POST": (DIRECTING, 400)}),
    "correct_none": (game_of("correction/none/"), {"POST": (DIRECTING, 400)}),
    "correct_colours": (game_of("correction/colours/"), {"POST": (DIRECTING, 400)}),
    "correct_terms": (game_of("correction/terms/"), {"POST": (DIRECTING, 400)}),
    "correct_players": (game_of("correction/players/"), {"POST": (DIRECTING, 400)}),
    "tokens": (coupe("tokens/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "token": (coupe("tokens/1/"), {"DELETE": (OWNING, 404)}),
}
NO_OPERATIONS = {"schema", "docs", "nothing"}
"""Files and what is not there: for everybody."""
