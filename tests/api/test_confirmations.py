"""Whether stones are alive, through the API: asked, watched, read with proofs, cancelled."""

from typing import Any

import pytest

from adjudication.confirmation.checker import check_certificate
from adjudication.models import Case, Confirmation
from tests.adjudication.life import THREE, drawn, work_off
from tests.api.client import Api, player_api, staff_api, told
from tests.factories import SubmissionFactory
from tests.support.desk_world import new_case
from tests.support.world import World
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(world: World) -> Api:
    return staff_api(world, Role.REFEREE)


@pytest.fixture
def case(world: World) -> Case:
    return new_case(world)


@pytest.fixture
def where(case: Case) -> str:
    return f"/tournaments/coupe/cases/{case.number}/confirmations/"


@pytest.fixture
def body(case: Case) -> dict[str, Any]:
    report = SubmissionFactory(game=case.game, record__data=drawn(THREE), state="superseded")
    return {"submission": report.pk, "points": ["D9"], "agreed_dead": ["E9"]}


def test_a_question_is_asked_answered_and_proven(
    referee: Api, where: str, body: dict[str, Any]
) -> None:
    answer = referee.post(where, body)
    assert answer.status_code == 202
    address = answer.headers["Location"].removeprefix("/api/v1")
    assert address == f"{where}1/"
    asked = told(answer)
    assert (asked["state"], asked["chains"], asked["answers"]) == ("waiting", [], [])
    assert (asked["position"][0], asked["size"], asked["move"]) == ("...XOOOOO", 9, 2)
    work_off()
    done = referee.read(address)
    assert (done["state"], done["error"], done["conflicts"]) == ("done", None, [])
    assert [(one["ko_pass"], one["status"]) for one in done["chains"]] == [
        ("both", "dead"),
        ("each", "dead"),
    ]
    keys = {one["key"]: one for one in done["answers"]}
    for chain in done["chains"]:
        assert set(chain["answers"] + chain["supports"]) <= set(keys)
        for key in chain["answers"]:
            proof = referee.get(f"{address}certificates/{key}/")
            assert proof.headers["Content-Type"] == "application/json"
            assert check_certificate(proof.text).winner == keys[key]["winner"]
    (line,) = referee.read(where)["results"]
    assert (line["number"], line["answered"]) == (1, len(done["answers"]))
    assert "answers" not in line
    assert [one["status"] for one in line["chains"]] == ["dead", "dead"]


def test_stones_taken_to_be_alive_and_an_area_are_asked_with_it(
    referee: Api, where: str, body: dict[str, Any]
) -> None:
    body = {**body, "agreed_dead": [], "alive": ["E9"], "area": ["A9-D8"], "points": ["D9", "C8"]}
    asked = referee.done("POST", where, body)
    assert (asked["alive"], asked["area"]) == (["E9"], ["A9-D8"])
    work_off()
    done = referee.read(f"{where}1/")
    assert [chain["status"] for chain in done["chains"]] == ["dead", "dead"]


def test_what_would_be_searched_is_told_before_it_is_asked(
    referee: Api, where: str, body: dict[str, Any]
) -> None:
    body = {**body, "agreed_dead": [], "area": ["A9-D8"], "propose": True}
    told_first = told(referee.post(f"{where}outlook/", body))
    (region,) = told_first["regions"]
    assert (region["size"], region["empty"], len(region["points"])) == (8, 3, 5)
    assert {one["why"] for one in region["assumptions"]} == {"benson"}
    assert told_first["kept_open_by"] == []
    for name, wrong in (("points", ["A9"]), ("area", ["A9-C8"]), ("alive", ["D9"])):
        refused = referee.post(f"{where}outlook/", {**body, name: wrong})
        assert refused.status_code == 400
        assert told(refused)["errors"][0]["field"] == name
    assert not Confirmation.objects.exists()


def test_the_same_call_asks_once(referee: Api, where: str, body: dict[str, Any]) -> None:
    for _ in range(2):
        assert (
            referee.post(where, body, key="7b1c2c1e-0000-4000-8000-000000000001").status_code == 202
        )
    assert Confirmation.objects.count() == 1


def test_one_waits_for_the_other_or_cancels_it(
    referee: Api, where: str, body: dict[str, Any]
) -> None:
    referee.done("POST", where, body)
    refused = referee.post(where, {**body, "points": ["E9"]})
    assert (refused.status_code, told(refused)["code"]) == (409, "confirmation_live")
    assert referee.done("POST", f"{where}1/cancel/")["state"] == "cancelled"
    assert referee.done("POST", where, body)["number"] == 2


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("points", {"points": []}),
        ("points", {"points": ["A9"]}),
        ("points", {"points": "D9"}),
        ("move", {"move": 77}),
        ("budget", {"budget": 10}),
        ("assume", {"assume": "all"}),
        ("agreed_dead", {"agreed_dead": ["Z9"]}),
        ("submission", {"submission": 10**9}),
        ("alive", {"alive": ["E9"]}),
        ("area", {"area": ["A9-C8"]}),
        ("area", {"area": ["everything"]}),
    ],
)
def test_what_is_wrong_is_told_by_its_field(
    referee: Api, where: str, body: dict[str, Any], field: str, more: dict[str, Any]
) -> None:
    refused = referee.post(where, {**body, **more})
    assert refused.status_code == 400
    assert told(refused)["errors"][0]["field"].partition(".")[0] == field


def test_rules_without_such_a_proof_refuse_it(
    referee: Api, where: str, body: dict[str, Any]
) -> None:
    Tournament.objects.update(rules="french")
    refused = referee.post(where, body)
    assert (refused.status_code, told(refused)["code"]) == (400, "no_confirmation")


def test_players_neither_ask_nor_read(
    world: World, referee: Api, where: str, body: dict[str, Any]
) -> None:
    referee.done("POST", where, body)
    player = player_api(world, 0)
    assert player.get(where).status_code == 403
    assert player.get(f"{where}1/").status_code == 403
    assert player.post(where, body).status_code == 403


@pytest.mark.parametrize("rest", ["2/", "1/certificates/0/", "2/certificates/0/"])
def test_what_is_not_there_is_not_found(
    referee: Api, where: str, body: dict[str, Any], rest: str
) -> None:
    referee.done("POST", where, body)
    assert referee.get(where + rest).status_code == 404
