"""A round through the API: paired with reasons, changed by hand, published, entered, corrected."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.result_entry.services import enter_result
from tests.api.client import Api, told
from tests.support.records import sgf
from tests.support.world import World, both_report, judge_all, make_world, report
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    PlannedRound,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournament.rounds.services.clock import set_clock
from tournament.rounds.services.rounds import create_round

BLACK, WHITE = {"winner": "black"}, {"winner": "white"}
T = "/tournaments/coupe"
TWO = f"{T}/rounds/2"


@pytest.fixture
def played(world: World) -> World:
    """Round 1 is played: Black won everywhere."""
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    return world


def test_a_round_is_paired_published_played_and_closed(played: World, director: Api) -> None:
    pairing = director.done("POST", f"{TWO}/pairing/", {})
    assert len(pairing["boards"]) == 4
    assert pairing["drawn"]
    board = pairing["boards"][0]
    assert board["weight"] == 1 + sum(board["components"].values())
    shown = director.done("PUT", f"{TWO}/publication/")
    assert shown["state"] == "published"
    for game in shown["games"]:
        path = f"{T}/games/{game['id']}/result/"
        entered = director.done(
            "PUT", path, {"result": {"winner": "white", "margin": 3.5}, "version": 0}
        )
        assert entered["result"] == {"winner": "white", "reason": "score", "margin": 3.5}
    assert director.done("PUT", f"{TWO}/finish/")["state"] == "finished"
    rounds = director.read(f"{T}/rounds/")["results"]
    assert [(one["number"], one["results"]) for one in rounds] == [(1, 4), (2, 4)]
    assert set(AuditEvent.objects.filter(round_number=2).values_list("actor_role", flat=True)) == {
        "director"
    }


def test_a_record_that_speaks_against_its_result_is_told_before_a_round_is_closed(
    world: World, director: Api
) -> None:
    doubted, *others = world.games
    for game in others:
        both_report(game, "W+R")
    report(doubted, doubted.black, "B+R", sgf("ee cc", RE="W+R"))
    report(doubted, doubted.white, "B+R")
    judge_all()
    path = f"{T}/rounds/1/finish/"
    answer = director.put(path)
    assert answer.status_code == 400
    problem = told(answer)
    assert (problem["code"], problem["errors"][0]["field"]) == ("records_in_doubt", "leaves")
    done = director.done("PUT", path, {"leaves": [doubted.pk]})
    assert done["state"] == "finished"


def test_it_says_why(played: World, director: Api) -> None:
    director.done("POST", f"{TWO}/pairing/", {})
    found = director.read(f"{TWO}/why/1/")
    assert found["opponent"] in range(2, 9)
    assert found["sentences"]
    assert found["weight"] == 1 + sum(part["weight"] for part in found["components"])
    assert all(other["sentence"] for other in found["others"])
    director.language = "fr"
    assert director.read(f"{TWO}/why/1/")["sentences"] != found["sentences"]
    assert director.read(f"{TWO}/verification/") == {
        "intact": True, "differences": [], "input_changed": False, "changed_by_hand": 0,
    }  # fmt: skip


def test_a_draft_is_changed_by_hand(played: World, director: Api) -> None:
    director.done("PUT", f"{T}/players/8/rounds/2/", {"plays": False})
    pairing = director.done("POST", f"{TWO}/pairing/", {"bye": 7})
    assert [one["number"] for one in pairing["byes"]] == [7]
    first, second = pairing["boards"][:2]
    one, other = first["black"]["number"], second["white"]["number"]
    swapped = director.done("POST", f"{TWO}/swap/", {"first": one, "second": other})
    assert swapped["boards"][1]["white"]["number"] == one
    path = f"{TWO}/boards/{first['game']}/"
    terms = director.done("PATCH", path, {"handicap": 2, "komi": 0.5, "locked": True})
    assert (terms["handicap"], terms["komi"]) == (2, 0.5)
    before = terms["black"]["number"]
    assert director.done("POST", f"{path}colours/")["white"]["number"] == before
    director.done("DELETE", f"{TWO}/pairing/")
    kept = director.read(f"{TWO}/pairing/")
    assert [board["game"] for board in kept["boards"]] == [first["game"]]
    director.done("DELETE", path)
    free = [one["number"] for one in director.read(f"{TWO}/pairing/")["unpaired"]]
    assert sorted(free) == [1, 2, 3, 4, 5, 6, 7]
    seated = director.done("POST", f"{TWO}/boards/", {"black": 1, "white": 3})
    assert (seated["black"]["number"], seated["white"]["number"]) == (1, 3)
    assert director.done("PUT", f"{TWO}/bye/", {"player": 5})["byes"][0]["number"] == 5
    assert director.done("PUT", f"{TWO}/bye/", {"player": None})["byes"] == []


def test_what_was_decided_on_another_draft_is_refused(played: World, director: Api) -> None:
    seen = director.done("POST", f"{TWO}/pairing/", {})["version"]
    director.done("POST", f"{TWO}/pairing/", {"version": seen})
    games = [board["game"] for board in director.read(f"{TWO}/pairing/")["boards"]]
    director.done("DELETE", f"{TWO}/boards/{games[0]}/")
    refused = director.post(f"{TWO}/pairing/", {"version": seen})
    assert (refused.status_code, told(refused)["code"]) == (409, "stale_version")


def test_drafts_are_not_for_the_public(
    world: World, director: Api, anybody: Api, player: Api, helper: Api
) -> None:
    director.done("POST", f"{T}/rounds/", {})
    director.done("POST", f"{TWO}/boards/", {"black": 1, "white": 3})
    for caller in (anybody, player, helper):
        assert caller.get(f"{TWO}/").status_code == 404
        assert caller.get(f"{TWO}/clock/").status_code == 404
        assert [one["number"] for one in caller.read(f"{T}/rounds/")["results"]] == [1]
    assert [one["number"] for one in director.read(f"{T}/rounds/")["results"]] == [1, 2]
    assert len(director.read(f"{TWO}/")["games"]) == 1


def test_the_schedule_says_why_a_round_that_is_due_is_not_open(world: World, director: Api) -> None:
    due = timezone.now() - timedelta(hours=1)
    PlannedRound.objects.create(tournament=world.tournament, number=3, opens_at=due)
    rows = director.read(f"{T}/schedule/")["results"]
    assert [(one["number"], one["state"]) for one in rows[:2]] == [(1, "published"), (2, "")]
    assert rows[0]["waits"] is None
    assert (rows[2]["waits"]["code"], rows[2]["waits"]["since"]) == (
        "round_missing",
        due.isoformat(),
    )
    assert rows[2]["waits"]["text"].startswith("Round 2 ")
    Tournament.objects.update(schedule_held_at=timezone.now())
    rows = director.read(f"{T}/schedule/")["results"]
    assert rows[2]["waits"]["code"] == "schedule_held"
    for _ in range(2):
        director.done("PUT", f"{T}/schedule/resumption/")
    assert Tournament.objects.get(pk=world.tournament.pk).schedule_held_at is None
    why = {"code": "not_paired", "message": {"id": "Not paired."}}
    drafted = create_round(tournament_id=world.tournament.pk)
    type(drafted).objects.filter(pk=drafted.pk).update(opens_at=due, opening_refused=why)
    refused = director.read(f"{T}/schedule/")["results"][1]["refused"]
    assert refused == {"code": "not_paired", "text": "Not paired.", "since": due.isoformat()}


def test_all_rounds_come_with_their_games_in_one_call(
    world: World, director: Api, anybody: Api
) -> None:
    director.done("POST", f"{TWO}/boards/", {"black": 1, "white": 3})
    Player.objects.filter(number=1).update(hidden=True)
    for caller, number in ((anybody, 1), (director, 2)):
        rounds = caller.read(f"{T}/rounds/?expand=games")["results"]
        assert rounds == [caller.read(f"{T}/rounds/{n}/") for n in range(1, number + 1)]
    assert not {"games", "byes"} & director.read(f"{T}/rounds/")["results"][0].keys()
    assert director.get(f"{T}/rounds/?expand=players").status_code == 400


def test_more_rounds_cost_no_more_queries(world: World, director: Api) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            director.read(f"{T}/rounds/?expand=games")
        return len(asked)

    queries()
    before = queries()
    for number in range(2, 14):
        Round.objects.create(tournament=world.tournament, number=number)
    assert queries() == before
    page = director.read(f"{T}/rounds/?expand=games")
    assert [one["number"] for one in page["results"]] == list(range(1, 11))
    rest = director.read(page["next"].partition("testserver")[2])
    assert [one["number"] for one in rest["results"]] == [11, 12, 13]


def test_hidden_names_are_hidden_in_rounds(world: World, anybody: Api, helper: Api) -> None:
    Player.objects.filter(number=1).update(hidden=True)
    assert anybody.read(f"{T}/rounds/1/")["games"][0]["black"]["name"] == "#1"
    assert helper.read(f"{T}/rounds/1/")["games"][0]["black"]["name"] == "Aki"


def test_a_round_that_cannot_close_names_its_boards(world: World, director: Api) -> None:
    entered, reported, *others = world.games
    director.done("PUT", f"{T}/games/{entered.pk}/result/", {"result": BLACK})
    report(reported, reported.black, "B+R")
    refused = director.put(f"{T}/rounds/1/finish/")
    assert (refused.status_code, told(refused)["code"]) == (409, "round_unfinished")
    assert [(error["field"], error["code"]) for error in told(refused)["errors"]] == [
        (f"board.{reported.board_number}", "reported"),
        *((f"board.{game.board_number}", "open") for game in others),
    ]
    assert all(str(game.board_number) in told(refused)["detail"] for game in others)


def test_standings_after_a_round_that_is_none_name_the_parameter(
    world: World, director: Api, anybody: Api
) -> None:
    director.done("POST", f"{T}/rounds/")
    for number in (2, 9):  # a draft, and none at all
        refused = anybody.get(f"{T}/standings/?after={number}")
        assert refused.status_code == 400
        assert [error["field"] for error in told(refused)["errors"]] == ["after"]
    assert anybody.get("/tournaments/none/standings/?after=9").status_code == 404


def test_a_result_on_a_game_that_changed_is_refused(world: World, helper: Api) -> None:
    path = f"{T}/games/{world.games[0].pk}/result/"
    helper.done("PUT", path, {"result": BLACK, "version": 0})
    late = helper.put(path, {"result": WHITE, "version": 0})
    assert (late.status_code, told(late)["code"]) == (409, "stale_version")
    assert helper.done("DELETE", path)["state"] == GameState.OPEN


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"result": {"winner": "king"}}, "result.winner"),
        ({"result": {"winner": "black", "margin": 0.25}}, "result.margin"),
        ({"result": {"winner": "black", "margin": "3.5"}}, "result.margin"),
        ({"result": {"winner": "black", "margin": 1e300}}, "result.margin"),
        ({"result": {"winner": "black", "reason": "time", "margin": 3.5}}, "result.margin"),
        ({"result": {"winner": "draw", "margin": 3.5}}, "result.margin"),
        ({"result": {"winner": "white", "reason": "score"}}, "result.margin"),
        ({"result": {}}, "result.winner"),
        ({"result": {**BLACK, "by": 3}}, "result.by"),
        ({"result": "B+3.5"}, "result"),
        ({"result": None}, "result"),
        ({}, "result"),
    ],
)
def test_a_wrong_result_names_its_field(
    world: World, helper: Api, body: dict[str, object], field: str
) -> None:
    refused = helper.put(f"{T}/games/{world.games[0].pk}/result/", body)
    assert refused.status_code == 400
    assert field in {error["field"] for error in told(refused)["errors"]}
    assert not Game.objects.exclude(winner="").exists()


def test_what_was_published_is_corrected_with_a_reason(world: World, director: Api) -> None:
    path = f"{T}/games/{world.games[0].pk}"
    director.done("PUT", f"{path}/result/", {"result": BLACK})
    assert director.post(f"{path}/correction/", {"result": WHITE}).status_code == 400
    right = {"result": {**WHITE, "reason": "time"}, "note": "Misheard"}
    found = director.done("POST", f"{path}/correction/", right)
    event = AuditEvent.objects.latest("pk")
    assert (event.pk, event.reason) == (found["event"], "Misheard")
    assert director.read(f"{T}/history/?limit=1")["results"][0]["id"] == event.pk
    assert found["game"]["result"] == {"winner": "white", "reason": "time", "margin": None}
    turned = director.done("POST", f"{path}/correction/colours/", {"note": "Wrong way"})["game"]
    assert (turned["black"]["number"], turned["result"]["winner"]) == (2, "black")
    terms = {"note": "Agreed", "handicap": 2, "komi": 0.5}
    assert director.done("POST", f"{path}/correction/terms/", terms)["game"]["komi"] == 0.5
    gone = director.done("POST", f"{path}/correction/none/", {"note": "Not played"})["game"]
    assert (gone["state"], gone["result"]) == ("open", None)
    others = {"note": "They swapped", "black": 1, "white": 3}
    assert director.post(f"{path}/correction/players/", others).status_code == 409
    others = {"note": "The other way", "black": 1, "white": 2}
    assert director.done("POST", f"{path}/correction/players/", others)["game"]["black"][
        "number"
    ] == 1  # fmt: skip


def test_the_clock(world: World, director: Api, anybody: Api) -> None:
    set_clock(round_id=world.games[0].round_id, minutes=60)
    path = f"{T}/rounds/1/clock/"
    assert anybody.read(path)["remaining_seconds"] == 3600

    def done(action: str, **more: int) -> dict[str, object]:
        director.done("POST", path, {"action": action, **more})
        found: dict[str, object] = anybody.read(path)
        return found

    assert done("start")["running"]
    assert done("pause")["paused"]
    assert done("resume")["running"]
    assert 4100 < int(str(done("add", minutes=10)["remaining_seconds"])) <= 4200
    assert done("set", minutes=5)["remaining_seconds"] in (299, 300)
    refused = director.post(path, {"action": "add"})
    assert [error["field"] for error in told(refused)["errors"]] == ["minutes"]
    director.done("POST", path, {"action": "reset"})
    assert anybody.get(path).status_code == 404


def test_a_draft_that_changed_since_it_was_read_is_not_published(
    played: World, director: Api
) -> None:
    pairing = director.done("POST", f"{TWO}/pairing/", {})
    read, game = pairing["version"], pairing["boards"][0]["game"]
    director.done("POST", f"{TWO}/boards/{game}/colours/", {})
    told = director.put(f"{TWO}/publication/", {"version": read})
    assert (told.status_code, told.json()["code"]) == (409, "stale_version")
    assert director.read(f"{TWO}/")["state"] == RoundState.DRAFT
    now = director.read(f"{TWO}/pairing/")["version"]
    assert director.done("PUT", f"{TWO}/publication/", {"version": now})["state"] == "published"


def test_a_published_round_is_taken_back_until_its_first_result(
    played: World, director: Api
) -> None:
    director.done("POST", f"{TWO}/pairing/", {})
    director.done("PUT", f"{TWO}/publication/")
    director.done("DELETE", f"{TWO}/publication/")
    assert director.read(f"{TWO}/")["state"] == RoundState.DRAFT
    assert director.delete(f"{T}/rounds/1/publication/").status_code == 409


def test_games_of_another_tournament_are_not_there(world: World, director: Api) -> None:
    other = make_world(name="Elsewhere", slug="elsewhere").games[0].pk
    for method, path, body in (
        ("PUT", f"{T}/games/{other}/result/", {"result": BLACK}),
        ("POST", f"{T}/games/{other}/correction/", {"result": BLACK, "note": "x"}),
        ("PATCH", f"{T}/rounds/1/boards/{other}/", {"board": 3}),
        ("DELETE", f"{T}/rounds/1/boards/{other}/", None),
        ("POST", f"{T}/rounds/1/boards/{other}/colours/", None),
    ):
        assert director.call(method, path, body).status_code == 404


@pytest.mark.parametrize("path", [f"{T}/rounds/", f"{T}/rounds/1/", f"{T}/rounds/2/pairing/"])
def test_the_number_of_queries_does_not_grow(world: World, director: Api, path: str) -> None:
    director.done("POST", f"{TWO}/boards/", {"black": 1, "white": 3})
    director.read(path)

    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            director.read(path)
        return len(queries)

    few = counted()
    director.done("POST", f"{TWO}/boards/", {"black": 2, "white": 4})
    director.done("POST", f"{TWO}/boards/", {"black": 5, "white": 7})
    assert counted() == few
    assert few <= 18


def test_a_report_is_no_result_of_its_round_before_it_is_confirmed(
    world: World, anybody: Api
) -> None:
    first, second = world.games[:2]
    report(first, first.black, "B+R")
    both_report(second, "W+R")
    assert anybody.read(f"{T}/rounds/1/")["results"] == 1
    (listed,) = anybody.read(f"{T}/rounds/")["results"]
    assert (listed["results"], listed["boards"]) == (1, 4)
    assert "1 of 4 results are in" in Client().get("/t/coupe/").text
