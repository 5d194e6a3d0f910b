"""What is asked before a ruling is made: contradictions, and losses of who was not heard."""

from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Ruling
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import BoardCount, board_count_from
from adjudication.rulings.forms import signed_count
from jobs.worker import run_job
from tests.support.desk_world import at, fields, new_case, taken_by
from tests.support.records import sgf
from tests.support.world import World, report
from tournament.models import Role

pytestmark = pytest.mark.django_db
COUNTED = BoardCount(31, 31, "draw", dead=("F6",))


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


def taken(world: World, rita: Client, **about: Any) -> Case:
    case = new_case(world, **about)
    taken_by(rita, case)
    case.refresh_from_db()
    return case


def sent(rita: Client, case: Case, step: str = "preview", **values: Any) -> str:
    form = dict(fields(rita.get(at(case, "ruling/")).text)) | {"effect": "result"}
    answer = rita.post(at(case, "ruling/"), {**form, **values, "step": step}, follow=True)
    return unescape(answer.text)


def test_a_result_against_the_count_of_the_board_is_asked_about(world: World, rita: Client) -> None:
    case = taken(world, rita)
    typed = {"winner": "white", "reason": "score", "margin": "3.5", "reasons": "As counted."}
    page = sent(rita, case, "confirm", **typed, count=signed_count(COUNTED))
    assert "By the count of the board the result is jigo" in page
    assert "Rule all the same</button>" in page
    assert not Ruling.objects.exists()
    rita.post(at(case, "ruling/"), {**fields(page), "step": "confirm"})
    ruling = Ruling.objects.get()
    assert ruling.margin_half == 7
    assert board_count_from(ruling.counted) == COUNTED


def test_a_result_as_counted_is_not_asked_about(world: World, rita: Client) -> None:
    case = taken(world, rita)
    typed = {"winner": "white", "reason": "score", "margin": "3.5", "reasons": "As counted."}
    count = signed_count(replace(COUNTED, white=34.5, winner="white"))
    assert "By the count" not in sent(rita, case, **typed, count=count)
    # What is not signed is no count.
    assert "By the count" not in sent(rita, case, **typed, count="31-31")


def test_a_result_against_every_record_is_asked_about(world: World, rita: Client) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", sgf("C3 G7", KM="6.5", RE="W+R"))
    while run_job():
        pass
    case = taken(world, rita)
    typed = {"winner": "black", "reason": "resignation", "reasons": "So it was."}
    assert "Rule so all the same?" in sent(rita, case, **typed)
    typed["winner"] = "white"
    assert "all the same" not in sent(rita, case, **typed)


LOST = {
    "illegal": (Cause.ILLEGAL_MOVE, {"reason": "forfeit", "articles": ["j1989:14"]}),
    "time": (Cause.TIME, {"reason": "time"}),
}


@pytest.mark.parametrize("lost", LOST)
def test_a_loss_that_no_record_shows_is_asked_about_until_the_loser_was_heard(
    world: World, rita: Client, lost: str
) -> None:
    cause, how = LOST[lost]
    case = taken(world, rita, cause=cause, note="I saw it.")
    typed = {**how, "winner": "black", "reasons": "It was so."}
    page = sent(rita, case, "confirm", **typed)
    assert "Béa was not heard: ask them first, or rule all the same." in page
    assert not Ruling.objects.exists()
    assert "was not heard" not in sent(rita, case, **typed, heard="White, at the board.")
    assert case.game is not None
    write_statement(case_id=case.pk, player_id=case.game.white_id, text="No!", idempotency_key="k")
    case.refresh_from_db()
    assert "was not heard" not in sent(rita, case, **typed)


def test_proposed_reasons_name_who_ran_out_of_time_once_it_is_decided(
    world: World, rita: Client
) -> None:
    case = taken(world, rita, cause=Cause.TIME)
    Case.objects.filter(pk=case.pk).update(grounds=[{**case.grounds[0], "clock": "fell"}])
    form = fields(rita.get(at(case, "ruling/")).text)
    assert "a player" in str(form["reasons"])
    page = sent(rita, case, winner="black", reason="time")
    assert "It was reported that White ran out of time." in page
    assert "The text that was looked at" in page
