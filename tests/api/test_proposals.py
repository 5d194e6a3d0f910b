"""Dead stones proposed for records, sent or kept: a question that changes nothing."""

import base64

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.life_and_death.api.proposals import views
from adjudication.models import Submission
from api.models import IdempotentCall
from tests.adjudication.submissions.views.test_proposing import drawn
from tests.api.client import Api, player_api, staff_api, told
from tests.confirmation.test_proposal import FINISHED
from tests.support.records import sgf
from tests.support.world import World, report
from tournament.models import Role

pytestmark = pytest.mark.django_db
RECORD = drawn(FINISHED).decode()


def path(world: World) -> str:
    return f"/games/{world.games[0].pk}/proposal/"


def test_a_record_that_is_sent_gets_a_proposal_and_is_not_kept(world: World, player: Api) -> None:
    shown = player.done("POST", path(world), {"record": RECORD})
    assert shown["decides"] is False
    assert shown["dead_stones"] == ["B6", "H6"]
    assert shown["cut_short"] is False
    chain = next(one for one in shown["chains"] if one["stones"] == ["B6"])
    assert (chain["colour"], chain["dead"], chain["unsure"]) == ("W", True, False)
    assert 0.4 < chain["certainty"] <= 1
    assert len(shown["chains"]) > 2
    assert shown["result"]["winner"] == "white"
    assert not Submission.objects.exists()
    assert not IdempotentCall.objects.exists()
    coded = {"record_base64": base64.b64encode(RECORD.encode()).decode()}
    assert player.done("POST", path(world), coded) == shown


def test_it_needs_no_key_and_writes_nothing(world: World, player: Api) -> None:
    player.read("/me/")  # notes that the token was used
    with CaptureQueriesContext(connection) as asked:
        answer = player.call("POST", path(world), {"record": RECORD}, key="")
    assert answer.status_code == 200
    assert len(asked) <= 12
    assert not [one for one in asked if not one["sql"].lstrip().startswith("SELECT")]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_record_of_a_report_gets_one_whatever_it_says_itself(world: World, player: Api) -> None:
    game = world.games[0]
    sent = report(game, game.black, "W+15.5", drawn(FINISHED), [])
    address = f"/submissions/{sent}/proposal/"
    for program in (player, player_api(world, 1), staff_api(world, Role.REFEREE)):
        assert program.read(address)["dead_stones"] == ["B6", "H6"]
    assert player_api(world, 2).get(address).status_code == 403
    bare = report(world.games[1], world.games[1].black, "B+R")
    assert staff_api(world, Role.REFEREE).get(f"/submissions/{bare}/proposal/").status_code == 404


def test_the_count_is_that_of_the_games_terms(world: World, player: Api) -> None:
    first = player.done("POST", path(world), {"record": RECORD})
    world.games[0].komi_half = 21
    world.games[0].save()
    assert player.done("POST", path(world), {"record": RECORD})["result"] != first["result"]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "record_missing", "record"),
        ({"record": "hello"}, None, "record"),
        ({"record": sgf("-- --", AB="aa", AW="ba][ab").decode()}, "chain.no_liberty", "record"),
        ({"record_base64": "?"}, "base64", "record_base64"),
    ],
)
def test_what_nothing_can_be_proposed_for_is_told_with_its_field(
    world: World, player: Api, body: dict[str, str], code: str | None, field: str
) -> None:
    answer = player.post(path(world), body)
    assert answer.status_code == 400
    problem = told(answer)
    assert problem["errors"][0]["field"] == field
    assert code in (None, problem["code"])


def test_a_caller_asks_only_so_often_in_a_minute(
    world: World, player: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views.ProposalThrottle, "rate", "1/day")
    body = {"record": RECORD}
    assert player.post(path(world), body).status_code == 200
    late = player.post(path(world), body)
    assert (late.status_code, told(late)["code"]) == (429, "too_many_calls")
    assert int(late.headers["Retry-After"]) > 0
    assert player_api(world, 1).post(path(world), body).status_code == 200
