"""Records in bulk through the API."""

import base64

import pytest

from adjudication.models import Submission, Verdict
from adjudication.result_entry.services import enter_result
from jobs.models import Job, Urgency
from tests.api.client import Api, staff_api, told
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import AuditEvent, Role, Verb

pytestmark = pytest.mark.django_db
WHERE = "/tournaments/coupe/records/"


def sent(name: str, data: bytes, **place: int) -> dict[str, object]:
    return {"name": name, "data": base64.b64encode(data).decode(), **place}


def test_every_file_has_its_outcome(world: World, director: Api) -> None:
    enter_result(game_id=world.games[0].pk, winner="white", reason="score", margin_half=31)
    good = sgf(WALLS, KM="6.5")
    answer = director.done(
        "POST",
        WHERE,
        {
            "files": [
                sent("r1-b1.sgf", good),
                sent("again.sgf", good, round=1, board=1),
                sent("nobody.sgf", good),
                sent("no.sgf", b"no record", round=1, board=1),
                sent("open.sgf", good, round=1, board=2),
            ]
        },
    )
    outcomes = [one["outcome"] for one in answer["results"]]
    assert outcomes == ["accepted", "duplicate", "no_game", "unreadable", "no_result"]
    assert Job.objects.get().priority == Urgency.BULK
    judge_all()
    assert Verdict.objects.get().submission_id == answer["results"][0]["submission"]


def test_the_record_says_the_result_where_that_is_asked_for(world: World, director: Api) -> None:
    files = [sent("game.sgf", sgf(WALLS, KM="6.5", RE="W+15.5"), round=1, board=2)]
    answer = director.done("POST", WHERE, {"files": files, "enter_results": True})
    assert answer["results"][0]["outcome"] == "entered"
    world.games[1].refresh_from_db()
    assert (world.games[1].winner, world.games[1].margin_half) == ("white", 31)


@pytest.mark.parametrize(
    ("files", "field"),
    [
        ([], "files"),
        ([{"name": "a.sgf", "data": "no base64!"}], "files.0.data"),
        ([{"name": "a.sgf"}], "files.0.data"),
        ([{"name": "a.sgf", "data": "KDsp", "board": 0}], "files.0.board"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    world: World, director: Api, files: object, field: str
) -> None:
    errors = told(director.post(WHERE, {"files": files}))["errors"]
    assert [one["field"] for one in errors] == [field]
    assert not Submission.objects.exists()


@pytest.fixture
def referee(world: World) -> Api:
    """A program of a referee."""
    return staff_api(world, Role.REFEREE)


def brought(director: Api) -> int:
    """Bring a record of the second game; return the id of the report that holds it."""
    files = [sent("game.sgf", sgf(WALLS, KM="6.5", RE="W+15.5"), round=1, board=2)]
    answer = director.done("POST", WHERE, {"files": files, "enter_results": True})
    return int(answer["results"][0]["submission"])


def test_a_wrong_record_is_removed_with_the_reason_and_once(
    world: World, director: Api, referee: Api
) -> None:
    where = f"/submissions/{brought(director)}/removal/"
    assert referee.post(where, {"note": "  "}).status_code == 400
    assert referee.get(where.replace("removal/", "")).json()["stands"]
    evening = "Of another evening."
    for note, key in ((evening, "1" * 16), (evening, "1" * 16), ("Once more.", "2" * 16)):
        answer = referee.post(where, {"note": note}, key=key)
        assert answer.status_code == 200
        assert not answer.json()["stands"]
    [event] = AuditEvent.objects.filter(verb=Verb.RECORD_REMOVED)
    assert (event.reason, event.actor_role) == ("Of another evening.", Role.REFEREE)
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "white"


def test_a_record_that_a_player_stands_by_stays(world: World, referee: Api) -> None:
    game = world.games[0]
    mine = report(game, game.black, "W+R", sgf(WALLS, RE="W+R"))
    refused = referee.post(f"/submissions/{mine}/removal/", {"note": "Wrong."})
    assert (refused.status_code, told(refused)["code"]) == (409, "record_stands")
    assert referee.post("/submissions/987654/removal/", {"note": "Wrong."}).status_code == 404
