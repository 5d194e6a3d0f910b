"""Cases through the API: the queue, what referees do, what players read and write."""

import base64
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.models import Case, Picture, Statement
from adjudication.policy.causes import Cause
from tests.adjudication.court import photograph
from tests.api.client import Api, player_api, staff_api, told
from tests.support.desk_world import fields, new_case, taken_by
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.common import pictures
from tournament.models import Role

pytestmark = pytest.mark.django_db
CASES = "/tournaments/coupe/cases/"


@pytest.fixture
def referee(world: World) -> Api:
    return staff_api(world, Role.REFEREE)


@pytest.fixture
def case(world: World) -> Case:
    return new_case(world, note="They quarrel.")


def at(case: Case, rest: str = "") -> str:
    return f"{CASES}{case.number}/{rest}"


def test_the_list_comes_in_parts_and_by_state_cause_and_game(world: World, referee: Api) -> None:
    for index, cause in enumerate((Cause.CONTESTED, Cause.TIME, Cause.CONDUCT)):
        new_case(world, index, cause)
    first = referee.read(f"{CASES}?limit=2")
    assert [one["number"] for one in first["results"]] == [1, 2]
    rest = referee.read(first["next"].removeprefix("http://testserver"))
    assert ([one["number"] for one in rest["results"]], rest["next"]) == ([3], None)
    assert [one["number"] for one in referee.read(f"{CASES}?cause=time")["results"]] == [2]
    game = world.games[2].pk
    assert [one["number"] for one in referee.read(f"{CASES}?game={game}")["results"]] == [3]
    referee.done("POST", f"{CASES}1/take/")
    assert [one["number"] for one in referee.read(f"{CASES}?state=taken")["results"]] == [1]
    assert told(referee.get(f"{CASES}?state=lost"))["errors"][0]["field"] == "state"


def test_cases_come_with_their_games_in_one_call(world: World, referee: Api) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            referee.read(f"{CASES}?expand=game")
        return len(asked)

    new_case(world)
    queries()
    before = queries()
    new_case(world, 1, Cause.TIME)
    Case.objects.create(tournament=world.tournament, number=3, cause=Cause.CONDUCT)
    assert queries() == before
    shown = referee.read(f"{CASES}?expand=game")["results"]
    assert [one["whole_game"] and one["whole_game"]["id"] for one in shown] == [
        world.games[0].pk, world.games[1].pk, None,
    ]  # fmt: skip
    assert "whole_game" not in referee.read(CASES)["results"][0]
    assert referee.read(f"{CASES}1/")["whole_game"] == shown[0]["whole_game"]


def test_a_case_proposes_what_the_form_of_its_ruling_does(world: World, referee: Api) -> None:
    game = world.games[0]
    report(game, game.white, "W+6.5", sgf(WALLS), [])
    report(game, game.black, "W+5.5")
    judge_all()
    proposal = referee.read(f"{CASES}1/")["proposal"]
    assert proposal["effect"] == "result"
    assert proposal["result"] == {"winner": "white", "reason": "score", "margin": 6.5}
    other = world.games[1]
    report(other, other.white, "W+6.5")
    report(other, other.black, "B+5.5")
    assert referee.read(f"{CASES}2/")["proposal"] is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_proposed_comes_with_the_reasons_of_the_form(
    world: World, referee: Api, language: str
) -> None:
    game = world.games[0]
    report(game, game.white, "W+6.5", sgf(WALLS), [])
    report(game, game.black, "W+5.5")
    judge_all()
    reasons = replace(referee, language=language).read(f"{CASES}1/")["proposal"]["reasons"]
    browser = world.client(Role.REFEREE)
    taken_by(browser, Case.objects.get())
    address = "/referee/coupe/cases/1/ruling/?proposed=1"
    form = fields(browser.get(address, headers={"Accept-Language": language}).text)
    assert form["reasons"] == [reasons]
    assert ("Black reported" in reasons) is (language == "en")


def test_a_case_is_taken_kept_given_back_and_handed_over(
    world: World, referee: Api, case: Case
) -> None:
    other = staff_api(world, Role.REFEREE)
    taken = referee.done("POST", at(case, "take/"))
    assert (taken["mine"], taken["taken_by"]["name"]) == (True, "A program of the referee")
    refused = other.post(at(case, "take/"))
    assert (refused.status_code, told(refused)["code"]) == (409, "case_taken")
    Case.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    kept = referee.done("POST", at(case, "keep/"))
    assert kept["lease_until"] > timezone.now().isoformat()
    (colleague,) = [
        one
        for one in referee.read("/tournaments/coupe/referees/")["results"]
        if one["role"] == "referee"
    ]
    handed = referee.done("POST", at(case, "handover/"), {"referee": colleague["id"]})
    assert handed["mine"] is False
    assert other.done("POST", at(case, "return/"), {"note": "Tired."})["state"] == "open"


def test_a_case_is_handed_to_nobody_of_another_tournament(referee: Api, case: Case) -> None:
    referee.done("POST", at(case, "take/"))
    answer = told(referee.post(at(case, "handover/"), {"referee": 99999}))
    assert answer["errors"][0]["field"] == "referee"


def test_a_case_is_settled_with_a_reason(referee: Api, case: Case) -> None:
    referee.done("POST", at(case, "take/"))
    assert (
        told(referee.post(at(case, "settlement/"), {"note": " "}))["errors"][0]["field"] == "note"
    )
    done = referee.done("POST", at(case, "settlement/"), {"note": "They agree."})
    assert (done["state"], done["settled_note"]) == ("settled", "They agree.")
    assert told(referee.post(at(case, "take/")))["status"] == 409


def test_the_staff_opens_a_case_by_numbers(world: World, referee: Api) -> None:
    sent = {"cause": "late", "players": [3], "minutes": 20, "round": 1, "note": "Came late."}
    made = referee.post(CASES, sent)
    assert made.headers["Location"].endswith(f"{CASES}1/")
    assert [one["number"] for one in told(made)["players"]] == [3]
    assert told(made)["grounds"][0]["minutes"] == 20
    wrong = told(referee.post(CASES, {**sent, "players": [77]}))
    assert [one["field"] for one in wrong["errors"]] == ["players"]


def test_a_case_tells_what_the_clock_did(world: World, referee: Api) -> None:
    sent = {"cause": "time", "game": world.games[0].pk, "clock": "prisoners", "note": "It fell."}
    made = told(referee.post(CASES, sent))
    assert made["grounds"][0]["clock"] == "prisoners"
    assert {"j1989:5", "event:clock"} <= {one["key"] for one in made["at_stake"]}
    assert referee.post(CASES, {**sent, "clock": "broken"}).status_code == 400


def test_no_game_of_another_tournament_gets_a_case_here(world: World, referee: Api) -> None:
    from tests.support.world import make_world

    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    sent = {"cause": "time", "game": elsewhere.games[0].pk, "note": "The clock."}
    assert referee.post(CASES, sent).status_code == 404
    assert not Case.objects.exists()


def test_players_are_asked_and_the_case_is_theirs(world: World, referee: Api, case: Case) -> None:
    referee.done("POST", at(case, "take/"))
    asked = referee.done("POST", at(case, "questions/"), {"kind": "no_result"})
    assert (asked["state"], len(asked["inquiries"])) == ("asked", 1)


def test_players_write_with_a_record_and_pictures_that_both_and_the_referee_read(
    world: World, referee: Api, case: Case
) -> None:
    black, white = player_api(world, 0), player_api(world, 1)
    body = {
        "text": "Look\nhere.",
        "record": sgf(WALLS).decode(),
        "pictures": [base64.b64encode(photograph()).decode()],
    }
    first, again = (
        black.call("POST", f"/cases/{case.pk}/statements/", body, key="s") for _ in range(2)
    )
    assert (first.status_code, told(first)) == (201, told(again))
    (said,) = told(first)["statements"]
    assert (said["player"], said["text"], said["record"]["size"]) == (
        1,
        "Look\nhere.",
        len(sgf(WALLS)),
    )
    assert (Statement.objects.count(), Picture.objects.count()) == (1, 1)
    record, picture = f"statements/{said['id']}/record/", f"pictures/{said['pictures'][0]['id']}/"
    assert white.get(f"/cases/{case.pk}/{record}").content == sgf(WALLS)
    assert white.get(f"/cases/{case.pk}/{picture}")["Content-Type"] == "image/jpeg"
    assert referee.get(at(case, record)).content == sgf(WALLS)
    elsewhere = new_case(world, 1)
    assert referee.get(at(elsewhere, record)).status_code == 404
    assert player_api(world, 2).get(f"/cases/{elsewhere.pk}/{picture}").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_pictures_are_drawn_before_the_transaction_and_refused_attempts_count(
    world: World, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []
    count = pictures.increment_counter

    def watched(key: str, seconds: int) -> int:
        held.append(connection.in_atomic_block)
        return count(key, seconds)

    cache.clear()
    monkeypatch.setattr(pictures, "increment_counter", watched)
    monkeypatch.setattr(pictures, "MOST_ATTEMPTS", 2)
    black, good = player_api(world, 0), base64.b64encode(photograph()).decode()
    path = f"/cases/{case.pk}/statements/"
    sent = [{"pictures": ["aGVsbG8="]}, {"pictures": [good], "text": "x"}, {"pictures": [good]}]
    answers = [black.post(path, body) for body in sent]
    assert [one.status_code for one in answers] == [400, 201, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert held == [False] * 3


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": "x" * 4001}, "text"),
        ({"pictures": ["no!"]}, "pictures.0"),
        ({"pictures": ["aGVsbG8="]}, "pictures"),
        ({"pictures": ["aGVsbG8="] * 4}, "pictures"),
        ({"record": ""}, "record"),
    ],
)
def test_what_is_wrong_with_a_statement_is_told_with_its_field(
    world: World, case: Case, body: dict[str, object], field: str
) -> None:
    answer = told(player_api(world, 0).post(f"/cases/{case.pk}/statements/", body))
    assert [one["field"] for one in answer["errors"]] == [field]
    assert not Statement.objects.exists()


def test_a_player_is_told_neither_what_is_proposed_nor_who_suspects_whom(
    world: World, case: Case
) -> None:
    told_of = player_api(world, 0).read(f"/cases/{case.pk}/")
    assert told_of["notes"] == ["They quarrel."]
    assert not {"proposal", "severity", "version", "opened_by", "grounds"} & set(told_of)


def test_nobody_is_told_of_cases_of_others(world: World, case: Case) -> None:
    third = player_api(world, 2)
    assert third.read("/me/cases/")["results"] == []
    for path in (f"/cases/{case.pk}/", "/cases/99999/"):
        assert told(third.get(path))["code"] == "not_found"
