"""Who may use which operation: every address, every method. A new one has to be added.

Whoever is not let in is told the same everywhere: 401 without a token, 404 from elsewhere, 403
for a role or scope that is not enough.
"""

from collections.abc import Callable

from tests.support.records import sgf
from tests.support.scene import Scene
from tests.support.world import report

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
    "tournament-list": (
        lambda scene: "/tournaments/",
        {"GET": (ALL, 200), "POST": (ALL, 400)},
    ),
    "tournament-detail": (coupe(""), {"GET": (ALL, 200)}),
    "freezing-freeze": (coupe("standings/freeze/"), {"POST": (DIRECTING, 400)}),
    "freezing-thaw": (coupe("standings/thaw/"), {"POST": (DIRECTING, 200)}),
    "closing-closing": (coupe("closing/"), {"POST": (OWNING, 200)}),
    "closing-reopening": (coupe("reopening/"), {"POST": (OWNING, 400)}),
    "settings-all-settings": (coupe("settings/"), {"GET": (READING_OWNER, 200)}),
    "settings-settings-of-event": (coupe("settings/event/"), STEP),
    "settings-settings-of-system": (coupe("settings/system/"), STEP),
    "settings-settings-of-time": (coupe("settings/time/"), STEP),
    "settings-settings-of-results": (coupe("settings/results/"), STEP),
    "settings-settings-of-disputes": (coupe("settings/disputes/"), STEP),
    "status-settings-of-status": (coupe("settings/status/"), STEP),
    "poster-poster": (coupe("poster/"), {"GET": (ALL, 200), "PATCH": (OWNING, 200)}),
    "seal-seal": (coupe("seal/"), {"GET": (ALL, 200)}),
    "standings-standings": (coupe("standings/"), {"GET": (ALL, 200)}),
    "standings-ratings": (coupe("ratings/"), {"GET": (ALL, 200)}),
    "standings-odds": (coupe("odds/"), {"GET": (ALL, 404)}),
    "standings-bracket": (coupe("bracket/"), {"GET": (ALL, 404)}),
    "standings-exports": (coupe("exports/"), {"GET": (READING, 200)}),
    "standings-export": (coupe("exports/csv/"), {"GET": (READING, 200)}),
    "bundle-list": (coupe("bundles/"), {"GET": (READING, 200), "POST": (DIRECTING, 400)}),
    "bundle-detail": (coupe("bundles/1/"), {"GET": (READING, 404)}),
    "bundle-file": (coupe("bundles/1/file/"), {"GET": (READING, 404)}),
    "bundle-sending": (coupe("bundles/1/sending/"), {"POST": (DIRECTING, 400)}),
    "bundle-differences": (coupe("bundles/differences/"), {"GET": (READING, 200)}),
    "history-history": (coupe("history/"), {"GET": (READING | {"referee"}, 200)}),
    "rating_search-rating-search": (coupe("rating-search/?name=x"), {"GET": (READING, 200)}),
    "me-me": (lambda scene: "/me/", {"GET": (ALL, 200)}),
    "tournament_game-list": (coupe("games/"), {"GET": (ALL, 200)}),
    "game-detail": (lambda scene: f"/games/{scene.world.games[0].pk}/", {"GET": (ALL, 200)}),
    "game_submission-submissions": (
        on_game("submissions/"),
        {"GET": (SEEING, 200), "POST": (PLAYING, 400)},
    ),
    "game_submission-records": (on_game("records/"), {"POST": (PLAYING, 400)}),
    "submission-detail": (on_report(""), {"GET": (SEEING, 200)}),
    "proposal-record-proposal": (on_game("proposal/"), {"POST": (SEEING, 400)}),
    "submission_proposal-submission-proposal": (played_out, {"GET": (SEEING, 200)}),
    "submission-submission-record": (on_report("record/"), {"GET": (SEEING, 200)}),
    "game_submission-statement-record": (on_game("right-record/"), {"POST": (PLAYING, 400)}),
    "submission-confirmation": (on_report("confirmation/"), {"POST": (PLAYING, 400)}),
    "submission-contesting": (on_report("contest/"), {"POST": (PLAYING, 400)}),
    "submission-contest-comparison": (
        on_report("contest/comparison/"),
        {"POST": (PLAYING, 400)},
    ),
    "submission-right-record": (on_report("right-record/"), {"POST": (PLAYING, 400)}),
    "submission-record-removal": (on_report("removal/"), {"POST": (REFEREEING, 400)}),
    "submission-report-withdrawal": (on_report("withdrawal/"), {"POST": (BLACK, 200)}),
    "bulk_record-bulk-records": (coupe("records/"), {"POST": (DIRECTING, 400)}),
    "server_game-server-games": (
        coupe("server-games/"),
        {"POST": (DIRECTING - {"assistant"}, 400)},
    ),
    "webhook-list": (coupe("webhooks/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "webhook-detail": (
        coupe("webhooks/1/"),
        {"GET": (OWNING, 404), "PATCH": (OWNING, 404), "DELETE": (OWNING, 404)},
    ),
    "webhook-secret": (coupe("webhooks/1/secret/"), {"POST": (OWNING, 404)}),
    "webhook-test": (coupe("webhooks/1/test/"), {"POST": (OWNING, 404)}),
    "webhook-replay": (coupe("webhooks/1/replay/"), {"POST": (OWNING, 400)}),
    "webhook-deliveries": (coupe("webhooks/1/deliveries/"), {"GET": (OWNING, 404)}),
    "delivery-replay": (coupe("deliveries/1/replay/"), {"POST": (OWNING, 404)}),
    "player-list": (coupe("players/"), {"GET": (ALL, 200), "POST": (DIRECTING, 400)}),
    "player-players-in-bulk": (coupe("players/bulk/"), {"POST": (DIRECTING, 400)}),
    "player-detail": (coupe("players/1/"), {"GET": (ALL, 200)}),
    "player-player-entered": (
        coupe("players/1/entry/"),
        {"GET": (READING, 200), "PATCH": (DIRECTING, 200), "DELETE": (DIRECTING, 409)},
    ),
    "player-withdrawal": (coupe("players/1/withdrawal/"), {"POST": (DIRECTING, 400)}),
    "participation-players-round": (coupe("players/1/rounds/2/"), {"PUT": (DIRECTING, 400)}),
    "participation-participation": (coupe("participation/"), {"GET": (READING, 200)}),
    "participation-absent": (coupe("rounds/2/absent/"), {"PUT": (DIRECTING, 400)}),
    "check_in-list": (coupe("rounds/2/check-in/"), {"GET": (ENTERING, 200)}),
    "check_in-detail": (coupe("rounds/2/check-in/1/"), {"PUT": (ENTERING, 400)}),
    "registration_request-list": (coupe("requests/"), {"GET": (READING, 200)}),
    "registration_request-approval": (coupe("requests/approval/"), {"POST": (DIRECTING, 400)}),
    "registration_request-refusal": (coupe("requests/refusal/"), {"POST": (DIRECTING, 400)}),
    "round-list": (coupe("rounds/"), {"GET": (ALL, 200), "POST": (DIRECTING, 201)}),
    "schedule-schedule": (coupe("schedule/"), {"GET": (READING, 200)}),
    "schedule-resumption": (coupe("schedule/resumption/"), {"PUT": (DIRECTING, 204)}),
    "round-detail": (coupe("rounds/1/"), {"GET": (ALL, 200), "DELETE": (DIRECTING, 409)}),
    "round-publication": (
        coupe("rounds/1/publication/"),
        {"PUT": (DIRECTING, 200), "DELETE": (DIRECTING, 409)},
    ),
    "round_closing-finish": (coupe("rounds/1/finish/"), {"PUT": (DIRECTING, 409)}),
    "round-clock": (coupe("rounds/1/clock/"), {"GET": (ALL, 404), "POST": (DIRECTING, 400)}),
    "pairing-pairing": (
        coupe("rounds/2/pairing/"),
        {"GET": (READING, 200), "POST": (DIRECTING, 200), "DELETE": (DIRECTING, 404)},
    ),
    "pairing-why-paired": (coupe("rounds/1/why/1/"), {"GET": (READING, 200)}),
    "pairing-verification": (coupe("rounds/1/verification/"), {"GET": (READING, 404)}),
    "groups-groups": (coupe("groups/"), {"GET": (READING, 404)}),
    "groups-draw": (coupe("groups/draw/"), {"POST": (DIRECTING, 409)}),
    "groups-knock-out": (
        coupe("groups/knock-out/"),
        {"PUT": (DIRECTING, 409), "DELETE": (DIRECTING, 409)},
    ),
    "board-list": (coupe("rounds/2/boards/"), {"POST": (DIRECTING, 400)}),
    "board-detail": (board(""), {"PATCH": (DIRECTING, 200), "DELETE": (DIRECTING, 409)}),
    "board-colours": (board("colours/"), {"POST": (DIRECTING, 409)}),
    "pairing-swap": (coupe("rounds/1/swap/"), {"POST": (DIRECTING, 400)}),
    "pairing-bye": (coupe("rounds/1/bye/"), {"PUT": (DIRECTING, 400)}),
    "result-result": (game_of("result/"), {"PUT": (ENTERING, 400), "DELETE": (ENTERING, 200)}),
    "result-correction-of-result": (game_of("correction/"), {"POST": (DIRECTING, 400)}),
    "result-correction-to-none": (game_of("correction/none/"), {"POST": (DIRECTING, 400)}),
    "result-correction-of-colours": (game_of("correction/colours/"), {"POST": (DIRECTING, 400)}),
    "result-correction-of-terms": (game_of("correction/terms/"), {"POST": (DIRECTING, 400)}),
    "result-correction-of-players": (game_of("correction/players/"), {"POST": (DIRECTING, 400)}),
    "token-list": (coupe("tokens/"), {"GET": (OWNING, 200), "POST": (OWNING, 400)}),
    "token-detail": (coupe("tokens/1/"), {"DELETE": (OWNING, 404)}),
}
NO_OPERATIONS = {"schema", "docs", "nothing"}
"""Files and what is not there: for everybody."""
