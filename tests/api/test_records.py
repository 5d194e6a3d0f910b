"""Records in bulk through the API."""

import base64

import pytest

from adjudication.models import Submission, Verdict
from adjudication.result_entry.services import enter_result
from jobs.models import Job, Urgency
from tests.api.client import Api, told
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all

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
