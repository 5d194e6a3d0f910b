"""Finished games that a server's program sends for its players."""

import pytest
from django.utils import timezone

from adjudication.models import ServerRecord, Submission
from adjudication.result_entry.services import enter_result
from tests.api.client import Api, staff_api, told
from tests.support.records import WALLS, sgf
from tests.support.world import World
from tournament.audit.models import AuditEvent
from tournament.models import GameState, Role, Verb
from tournament.players.services.players import change_player

pytestmark = pytest.mark.django_db
WHERE = "/tournaments/coupe/server-games/"


@pytest.fixture
def server(world: World) -> Api:
    """Return a program that may do nothing but send games."""
    for player, account in zip(world.players, ("aki9", "bea"), strict=False):
        change_player(player_id=player.pk, accounts=f"OGS: {account}")
    return staff_api(world, Role.DIRECTOR, "server")


def sent(**changes: object) -> dict[str, object]:
    body = {
        "server": "ogs",
        "black_account": "Aki9",
        "white_account": "bea",
        "result": {"winner": "white", "margin": 15.5},
    }
    return {**body, "record": record().decode(), **changes}


def record(**root: str) -> bytes:
    usual = {"PC": "OGS: https://online-go.com/game/7", "PB": "aki9", "PW": "bea", "KM": "6.5"}
    today = timezone.localdate().isoformat()
    return sgf(WALLS, **{**usual, "RU": "Japanese", "RE": "W+15.5", "DT": today, **root})


def test_a_game_waits_for_its_players_and_claims_nothing(world: World, server: Api) -> None:
    game = world.games[0]
    answer = server.done("POST", WHERE, sent(), status=201)
    assert (answer["game"], answer["undecided"]) == (game.pk, [])
    assert answer["result"] == {"winner": "white", "reason": "score", "margin": 15.5}
    game.refresh_from_db()
    assert game.state == GameState.OPEN
    assert not Submission.objects.exists()
    assert ServerRecord.objects.get().game_id == game.pk
    assert AuditEvent.objects.filter(verb=Verb.RECORD_ADDED).count() == 1


def test_the_same_call_and_the_same_record_are_one(world: World, server: Api) -> None:
    first = server.post(WHERE, sent(), key="a" * 32)
    again = server.post(WHERE, sent(), key="a" * 32)
    assert again.headers["Idempotency-Replayed"] == "true"
    other_key = server.post(WHERE, sent())
    assert {told(one)["id"] for one in (first, again, other_key)} == {told(first)["id"]}
    assert AuditEvent.objects.filter(verb=Verb.RECORD_ADDED).count() == 1


def test_numbers_name_players_too(world: World, server: Api) -> None:
    body = {"black": 1, "white": 2, "record": record(PB="x", PW="y", PC="").decode()}
    answer = server.done("POST", WHERE, body, status=201)
    assert {one["demand"] for one in answer["undecided"]} == {"players"}


@pytest.mark.parametrize(
    ("root", "demands"),
    [
        ({"KM": "0.5"}, ["komi"]),
        ({"RE": "?"}, ["result"]),
        ({"PB": "bea", "PW": "aki9"}, ["colours"]),
        ({"PB": "somebody"}, ["players"]),
        ({"RU": "Chinese", "DT": "2001-01-01"}, ["date", "rules"]),
    ],
)
def test_what_does_not_count_is_told_with_every_reason(
    world: World, server: Api, root: dict[str, str], demands: list[str]
) -> None:
    body = sent(record=record(**root).decode())
    del body["result"]
    answer = server.post(WHERE, body)
    assert (answer.status_code, told(answer)["code"]) == (409, "does_not_count")
    assert sorted(one["field"] for one in told(answer)["errors"]) == demands
    assert not ServerRecord.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"result": {"winner": "black", "reason": "resignation"}}, 400, "result_differs", "result"),
        ({"black_account": "nobody"}, 400, "player_unknown", "black"),
        ({"black": 1}, 400, "player_unnamed", "black"),
        ({"server": None}, 400, "invalid", "server"),
        ({"record": "no record"}, 400, "record", "record"),
        ({"round": 9}, 404, "no_game", "round"),
        ({"white_account": "aki9"}, 404, "no_game", "white"),
        ({"black_account": "bea", "white_account": "aki9"}, 409, "does_not_count", "colours"),
    ],
)
def test_what_cannot_be_taken_is_refused(
    world: World, server: Api, changes: dict[str, object], status: int, code: str, field: str
) -> None:
    answer = server.post(WHERE, sent(**changes))
    assert (answer.status_code, told(answer)["code"]) == (status, code)
    assert [one["field"] for one in told(answer)["errors"]] == [field]


def test_an_account_without_its_server_names_the_server(world: World, server: Api) -> None:
    body = sent()
    del body["server"]
    answer = server.post(WHERE, body)
    assert (answer.status_code, told(answer)["code"]) == (400, "player_unnamed")
    assert [one["field"] for one in told(answer)["errors"]] == ["server"]


def test_a_settled_game_takes_none(world: World, server: Api) -> None:
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    assert told(server.post(WHERE, sent()))["code"] == "game_settled"


def test_the_token_may_do_nothing_else(world: World, server: Api) -> None:
    assert server.post("/tournaments/coupe/records/", {"files": []}).status_code == 403
    assert server.get("/tournaments/coupe/players/1/entry/").status_code == 403
    assert staff_api(world, Role.DIRECTOR, "records").post(WHERE, sent()).status_code == 403


@pytest.mark.parametrize(
    ("changes", "cut", "result"),
    [
        ({"RE": "Draw"}, "", {"winner": "draw"}),
        ({"RE": "B+12"}, "", {"winner": "black", "margin": 12}),
        ({}, ";B[];W[]", {"winner": "white", "margin": 15.5}),
        ({"HA": "-3"}, "", {"winner": "white", "margin": 15.5}),
    ],
)
def test_what_is_odd_about_a_record_is_named(
    world: World, server: Api, changes: dict[str, str], cut: str, result: dict[str, object]
) -> None:
    text = record(**changes).decode().replace(cut, "")
    answer = server.done("POST", WHERE, sent(record=text, result=result), status=201)
    assert {one["demand"] for one in answer["undecided"]} == {"record"}
