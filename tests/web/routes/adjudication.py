"""The addresses of results, verdicts and disputes."""

from adjudication.models import Submission
from adjudication.records.services import RecordFile
from adjudication.submissions.services.bulk_records import import_records
from adjudication.submissions.services.server_records import bring_records
from tests.factories import COUNTED
from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    DIRECTING,
    NO_METHOD,
    REFEREEING,
    Pages,
    Routes,
    anybody,
    game,
    only,
    player,
    staff,
)
from tournament.models import Role

ROUTES: Routes = {
    "adjudication:game": (
        ALL,
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/",
    ),
    "adjudication:live": (
        ALL,
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/live/",
    ),
    "adjudication:record": (
        only(200, "black", "white", *REFEREEING),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/records/{scene.submission}.sgf",
    ),
    # Only one record was sent for it.
    "adjudication:two_records": (
        only(404, "black", "white", *REFEREEING),
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/records/",
    ),
    "adjudication:remove_record": (
        only(200, *REFEREEING),
        only(400, *REFEREEING),
        lambda scene: f"/games/{scene.world.games[0].pk}/records/{scene.submission}/remove/",
    ),
    # The record of a game that is not settled is its players' and the referees' alone.
    "adjudication:try": (
        only(200, "black", "white", *REFEREEING, others=404),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/records/{scene.submission}/try/",
    ),
    "adjudication:report": (
        only(200, "black", "white"),
        only(400, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/report/",
    ),
    "adjudication:dead": (
        NO_METHOD,
        only(200, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/report/dead/",
    ),
    # Black sent a record with his report already, White has still to answer it: both go back.
    "adjudication:add_record": (
        only(302, "black", "white"),
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/record/",
    ),
    "adjudication:confirm": (
        AWAY,
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/confirm/",
    ),
    "adjudication:withdraw": (
        {**only(302, "white"), "black": 200},
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/withdraw/",
    ),
    "adjudication:bring": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/records/",
    ),
    "adjudication:bring_result": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/records/result/",
    ),
    "adjudication:server_records": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/records/servers/",
    ),
    "adjudication:bring_live": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/records/live/",
    ),
    # Black is sent back: it is his own report.
    "adjudication:contest": (
        {**only(200, "white"), "black": 302},
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/contest/",
    ),
}


def _brought(world: World) -> str:
    """Return the address of the page once a record was brought for a confirmed game."""
    board = world.games[0]
    name = f"r{board.round.number}-b{board.board_number}.sgf"
    import_records(tournament_id=world.tournament.pk, files=[RecordFile(name, COUNTED)])
    return "/director/coupe/records/"


def _looked_at(world: World) -> str:
    """Return the address of the page with records of servers, once one was brought."""
    file = RecordFile("r1-b2.sgf", COUNTED)
    bring_records(tournament_id=world.tournament.pk, files=[file])
    return "/director/coupe/records/servers/"


def _record(world: World) -> str:
    """Return the beginning of the addresses of the first game's record."""
    report = Submission.objects.filter(game=world.games[0], record__isnull=False).earliest("pk")
    return f"/games/{world.games[0].pk}/records/{report.pk}/"


PAGES: Pages = {
    "game, public": (anybody, game(0)),
    "what if": (anybody, lambda world: f"{_record(world)}try/?move=9&line=H8,pass,J9&at=2"),
    "report": (player(0), lambda world: f"/games/{world.games_of(0)[1].pk}/report/"),
    "game, add a record": (player(1), game(0, "record/")),
    "game, confirmed": (player(0), game(0)),
    "game, live part": (player(0), game(0, "live/")),
    "game, to answer": (player(3), game(1)),
    "game, one's own report": (player(2), game(1)),
    "game, contested": (player(4), game(2)),
    "contest": (player(3), game(1, "contest/")),
    "take a report back": (player(2), game(1, "withdraw/")),
    "many records": (staff(Role.DIRECTOR), _brought),
    "records of servers": (staff(Role.DIRECTOR), _looked_at),
    "many records, live part": (
        staff(Role.DIRECTOR),
        lambda world: f"{_brought(world)}live/",
    ),
    "game, referee": (staff(Role.REFEREE), game(3)),
    "remove a record": (staff(Role.REFEREE), lambda world: f"{_record(world)}remove/"),
}
