"""Rulings through the API: decided once, on what was read, and told to everybody without names."""

from typing import Any

import pytest
from django.utils import timezone

from adjudication.models import Case, Ruling
from adjudication.rulings.services.finality import make_final
from jobs.worker import run_job
from tests.api.client import Api, player_api, staff_api, told
from tests.support.answering import contest_as_read
from tests.support.desk_world import new_case
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, Role, Tournament

pytestmark = pytest.mark.django_db
BLACK = {"winner": "black"}
DRAW = {"effect": "result", "result": {"winner": "draw"}, "reasons": "Nobody is ahead, says Aki."}


@pytest.fixture
def referee(world: World) -> Api:
    return staff_api(world, Role.REFEREE)


@pytest.fixture
def at(world: World, referee: Api) -> str:
    """Return the address of a case that the referee has taken."""
    Game.objects.update(komi_half=12)  # where a draw can be
    address = f"/tournaments/coupe/cases/{new_case(world).number}/"
    referee.done("POST", f"{address}take/")
    return address


def version(referee: Api, at: str) -> int:
    found: int = referee.read(at)["version"]
    return found


def test_what_was_said_meanwhile_is_read_before_it_is_ruled(
    world: World, referee: Api, at: str
) -> None:
    seen = referee.read(at)
    player_api(world, 0).done("POST", f"/cases/{seen['id']}/statements/", {"text": "Wait!"})
    late = referee.post(f"{at}rulings/", {**DRAW, "version": seen["version"]})
    assert (late.status_code, told(late)["code"]) == (409, "stale_version")
    assert not Ruling.objects.exists()
    referee.done("POST", f"{at}rulings/", {**DRAW, "version": version(referee, at)})
    assert world.games[0].pk == referee.read(at)["game"]
    assert referee.read(f"/games/{world.games[0].pk}/")["result"]["winner"] == "draw"


def test_a_preview_changes_nothing_and_knows_what_is_wrong(
    world: World, referee: Api, at: str
) -> None:
    before = version(referee, at)
    seen = referee.done("POST", f"{at}rulings/preview/", DRAW)
    assert seen["decision"]["sentences"]
    assert (seen["game"]["state"], seen["reopens"]) == ("ruled", False)
    assert version(referee, at) == before
    assert not Ruling.objects.exists()
    wrong = told(referee.post(f"{at}rulings/preview/", {**DRAW, "articles": ["x:1"]}))
    assert [one["field"] for one in wrong["errors"]] == ["articles"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({}, "result.winner"),
        ({"result": {**BLACK, "reason": "score", "margin": 600}}, "result.margin"),
    ],
)
def test_what_cannot_be_is_asked_about_before_it_is_ruled(
    referee: Api, at: str, change: dict[str, object], field: str
) -> None:
    Game.objects.update(komi_half=13)
    doubtful = {**DRAW, **change}
    seen = referee.done("POST", f"{at}rulings/preview/", doubtful)
    assert len(seen["doubts"]) == 1
    body = {**doubtful, "version": version(referee, at)}
    asked = told(referee.post(f"{at}rulings/", body))
    assert (asked["code"], asked["errors"][0]["field"]) == ("result_cannot_be", field)
    assert asked["detail"].startswith(seen["doubts"][0])
    assert not Ruling.objects.exists()
    assert referee.read(at)["state"] == "taken"
    referee.done("POST", f"{at}rulings/", {**body, "sure": True})
    again = {**body, "note": "I looked again.", "version": version(referee, at)}
    assert told(referee.post(f"{at}rulings/revision/", again))["code"] == "result_cannot_be"
    referee.done("POST", f"{at}rulings/revision/", {**again, "sure": True})


def test_stones_that_the_players_play_on_over_are_asked_about(world: World, referee: Api) -> None:
    Tournament.objects.update(rules="nz")
    game = world.games[2]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    judge_all()
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    at = f"/tournaments/coupe/cases/{Case.objects.get(game=game).number}/"
    referee.done("POST", f"{at}take/")
    result = {"winner": "white", "reason": "score", "margin": 15.5}
    body = {"effect": "result", "result": result, "reasons": "They are dead."}
    assert any("Partie (4)" in text for text in preview(referee, at, body)["doubts"])
    asked = told(referee.post(f"{at}rulings/", {**body, "version": version(referee, at)}))
    assert asked["code"] == "article_contradicts"
    agreed = "Both players now say the same, so that is the result."
    assert not preview(referee, at, {**body, "reasons": agreed})["doubts"]


def preview(referee: Api, at: str, body: dict[str, object]) -> Any:
    return referee.done("POST", f"{at}rulings/preview/", body)


def test_a_move_that_no_record_has_is_asked_about(world: World, referee: Api) -> None:
    game = world.games[2]
    report(game, game.black, "W+R", sgf(KO, KM="6.5"))
    while run_job():
        pass
    at = f"/tournaments/coupe/cases/{Case.objects.get(game=game).number}/"
    referee.done("POST", f"{at}take/")
    body = {"effect": "resume", "resume_move": 57, "reasons": "From there, says Black."}
    body["version"] = version(referee, at)
    asked = told(referee.post(f"{at}rulings/", body))
    assert (asked["code"], asked["errors"][0]["field"]) == ("result_cannot_be", "resume_move")
    assert not Ruling.objects.exists()
    referee.done("POST", f"{at}rulings/", {**body, "resume_move": 9})


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"effect": "magic"}, "effect"),
        ({"result": None}, "result.winner"),
        ({"result": {**BLACK, "reason": "score"}}, "result.margin"),
        ({"result": {**BLACK, "margin": 0.25}}, "result.margin"),
        ({"result": {**BLACK, "margin": "3"}}, "result.margin"),
        ({"effect": "resume", "result": None}, "resume_move"),
        ({"effect": "resume", "result": None, "resume_move": 2001}, "resume_move"),
        ({"resume_move": 9}, "resume_move"),
        ({"effect": "nothing", "result": None, "resume_move": 9}, "resume_move"),
        ({"resume_record": "0" * 64}, "resume_record"),
        ({"finding": "nothing.known"}, "finding"),
        ({"reasons": " "}, "reasons"),
        ({"penalties": [{"player": 5, "kind": "warning"}]}, "penalties"),
        ({"penalties": [{"player": 1, "kind": "points"}]}, "penalties"),
        ({"penalties": [{"player": 1, "kind": "whip"}]}, "penalties.0.kind"),
        ({"penalties": [{"player": 1, "kind": "warning", "by": "me"}]}, "penalties.0.by"),
        ({"taken_by": 1}, "taken_by"),
        ({"version": None}, "version"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_told_with_its_field(
    referee: Api, at: str, change: dict[str, object], field: str
) -> None:
    body = {**DRAW, "version": version(referee, at), **change}
    answer = told(referee.post(f"{at}rulings/", body))
    assert [one["field"] for one in answer["errors"]] == [field]
    assert not Ruling.objects.exists()


def test_only_who_has_the_case_rules(world: World, referee: Api, at: str) -> None:
    body = {**DRAW, "version": version(referee, at)}
    assert staff_api(world, Role.DIRECTOR).post(f"{at}rulings/", body).status_code == 409
    assert not Ruling.objects.exists()


def test_a_ruling_is_revised_while_it_can_be_appealed(referee: Api, at: str) -> None:
    referee.done("POST", f"{at}rulings/", {**DRAW, "version": version(referee, at)})
    body = {
        "effect": "replay",
        "reasons": "The position is lost.",
        "penalties": [{"player": 2, "kind": "points", "points": 1.5, "note": "Late."}],
        "version": version(referee, at),
        "note": "I looked again.",
    }
    made = referee.done("POST", f"{at}rulings/revision/", body)
    assert (made["number"], made["kind"], made["stands"]) == (2, "revised", True)
    assert made["penalties"][0]["points"] == 1.5
    both = referee.read(f"{at}rulings/")["results"]
    assert [(one["number"], one["stands"]) for one in both] == [(2, True), (1, False)]
    stale = referee.post(f"{at}rulings/revision/", body)
    assert told(stale)["code"] == "stale_version"


def test_everybody_reads_final_rulings_without_names(
    world: World, referee: Api, at: str, anybody: Api
) -> None:
    referee.done("POST", f"{at}rulings/", {**DRAW, "version": version(referee, at)})
    made = Ruling.objects.get().pk
    assert anybody.get(f"/rulings/{made}/").status_code == 404
    Case.objects.update(appeal_until=timezone.now())
    make_final(timezone.now())
    seen = anybody.read(f"/rulings/{made}/")
    assert (seen["result"]["winner"], seen["reasons"]) == ("draw", "Nobody is ahead, says Black.")
    assert seen["tournament"] == {"slug": "coupe", "name": "Coupe d’été"}
    assert "Aki" not in anybody.get(f"/rulings/{made}/").content.decode()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", 1), ("?rules=japanese", 1), ("?rules=aga", 0), ("?cause=contested", 1),
        ("?article=j1989:9", 0), ("?finding=illegal", 0), ("?words=nobody%20ahead", 1),
        ("?words=Aki", 0), ("?tournament=coupe", 1), ("?tournament=other", 0),
    ],
)  # fmt: skip
def test_rulings_are_looked_for(
    referee: Api, at: str, anybody: Api, asked: str, found: int
) -> None:
    referee.done("POST", f"{at}rulings/", {**DRAW, "version": version(referee, at)})
    Case.objects.update(appeal_until=timezone.now())
    make_final(timezone.now())
    assert len(anybody.read(f"/rulings/{asked}")["results"]) == found


def test_rulings_come_in_parts(world: World, referee: Api, anybody: Api) -> None:
    for index in range(3):
        at = f"/tournaments/coupe/cases/{new_case(world, index).number}/"
        referee.done("POST", f"{at}take/")
        referee.done(
            "POST", f"{at}rulings/", {**DRAW, "sure": True, "version": version(referee, at)}
        )
    Case.objects.update(appeal_until=timezone.now())
    make_final(timezone.now())
    for words in ("", "words=nobody&"):
        first = anybody.read(f"/rulings/?{words}limit=2")
        rest = anybody.read(first["next"].removeprefix("http://testserver"))
        ids = [one["id"] for one in (*first["results"], *rest["results"])]
        assert (ids, rest["next"]) == (sorted(ids, reverse=True), None)
        assert len(set(ids)) == 3
