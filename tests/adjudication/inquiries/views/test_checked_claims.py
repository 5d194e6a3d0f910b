"""What a player says happened is held against every record at hand before anybody is asked."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.models import Case, Statement, StatementVerdict, Submission
from adjudication.policy.causes import Cause
from adjudication.records.models import MAX_RECORD_BYTES
from tests.api.client import player_api
from tests.support.desk_world import at
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, Role, Tournament

pytestmark = pytest.mark.django_db

WITH_KO, WITHOUT = sgf(KO, KM="6.5"), sgf(WALLS, KM="6.5")
SAID = {"matter": "illegal_move", "move": "10", "note": "He took the ko back"}


@pytest.fixture
def played() -> World:
    """A counted game of which Black has sent the record, and White has still to answer."""
    world = make_world()
    report(world.games[0], world.games[0].black, "W+15.5", WITHOUT, DEAD.split())
    judge_all()
    return world


def wrong(world: World, sent: dict[str, Any], player: int = 1) -> Any:
    return world.player(player).post(f"/games/{world.games[0].pk}/wrong/", sent)


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def question(world: World, player: int) -> str:
    return text_of(world.player(player), f"/games/{world.games[0].pk}/question/")


def own_case(world: World, player: int) -> str:
    return text_of(world.player(player), f"/games/{world.games[0].pk}/case/")


def file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("mine.sgf", data)


def test_a_move_that_a_complete_record_shows_to_be_legal_is_asked_about_first(
    played: World,
) -> None:
    answer = wrong(played, SAID)
    page = unescape(answer.content.decode())
    assert answer.status_code == 400
    assert "move 10 is White at E9" in page
    assert "He took the ko back" in page  # nothing typed is lost
    assert "<title>Something is wrong" in page  # it is only asked about
    assert not Case.objects.exists()
    assert Game.objects.get(pk=played.games[0].pk).state == "reported"


def test_who_means_it_all_the_same_is_heard_and_both_read_what_the_record_shows(
    played: World,
) -> None:
    assert wrong(played, {**SAID, "sure": "1"}).status_code == 302
    for player in (0, 1):
        page = own_case(played, player)
        assert "The record that Aki sent:" in page
        assert "move 10 is White at E9" in page
        assert "taken back at the board" in page


def test_the_referee_reads_it_beside_the_claim(played: World) -> None:
    wrong(played, {**SAID, "sure": "1"})
    page = text_of(played.client(Role.REFEREE), at(Case.objects.get(), ""))
    assert "No move in the record is illegal" in page


def test_the_accused_reads_that_the_record_names_other_players(played: World) -> None:
    foreign = sgf(KO, KM="6.5", PB="Sai", PW="Akira")
    wrong(played, {**SAID, "record": file(foreign)}, player=1)
    assert own_case(played, 0).count("data-doubted") == 1  # beside what it shows
    judge_all()
    page = own_case(played, 0)
    assert page.count("data-doubted") == 2  # and beside its verdict
    assert page.count("Sai (Black) and Akira (White)") == 2
    referee = text_of(played.client(Role.REFEREE), at(Case.objects.get(), ""))
    assert "data-doubted" in referee


def test_without_a_record_nothing_is_asked_back() -> None:
    world = make_world()
    assert wrong(world, SAID).status_code == 302
    assert "the record shows" not in question(world, 0)


def test_a_record_comes_with_the_claim_and_is_judged(played: World) -> None:
    """The opponent's record shows no illegal move, and the player's own one does."""
    sent = {**SAID, "record": file(WITH_KO)}
    assert wrong(played, sent).status_code == 302
    statement = Statement.objects.get()
    assert (statement.player_id, statement.text) == (played.players[1].pk, "")
    assert "Record with the statement of Béa:" in own_case(played, 0)
    judge_all()
    assert StatementVerdict.objects.get().verdict == "forfeit"
    assert len(Case.objects.get().grounds) == 2  # what they say, and what the record shows


def test_the_same_record_twice_is_one_statement(played: World) -> None:
    for _ in range(2):
        wrong(played, {**SAID, "record": file(WITH_KO)})
    assert Statement.objects.count() == 1


def test_a_large_file_is_refused_and_the_note_stays(played: World) -> None:
    answer = wrong(played, {**SAID, "record": file(b" " * (MAX_RECORD_BYTES + 1))})
    assert answer.status_code == 400
    page = unescape(answer.content.decode())
    assert "larger than a game record may be" in page
    assert "He took the ko back" in page
    assert not Case.objects.exists()


def test_a_stone_that_slid_is_looked_up_in_the_record(played: World) -> None:
    wrong(played, {"matter": "displaced_stone", "point": "D5"})
    assert "Black played D5 with move 1" in question(played, 0)
    page = text_of(played.client(Role.REFEREE), at(Case.objects.get(), ""))
    assert "Black played D5 with move 1" in page


@pytest.mark.parametrize("whose", ["black", "white"])
def test_the_clocks_in_the_record_stand_beside_a_claim_of_time(whose: str) -> None:
    world = make_world()
    Tournament.objects.update(clock={"system": "STDBYOYOMI", "basic_minutes": 30})
    timed = WITHOUT.replace(b";B[dd]", b";B[dd]BL[-12]").replace(b"KM[6.5]", b"KM[6.5]TM[60]")
    report(world.games[0], world.games[0].black, "W+15.5", timed, DEAD.split())
    judge_all()
    wrong(world, {"matter": "time", "clock": "fell", "whose": whose, "sure": "1"})
    page = text_of(world.client(Role.REFEREE), at(Case.objects.get(), ""))
    assert "the time of Black was over with move 3, by 12\N{NO-BREAK SPACE}s" in page
    assert ("No time in the record shows that the clock of White fell" in page) is (
        whose == "white"
    )
    assert "The record was played with another time" in page
    sent = Submission.objects.get().pk
    there = f"?move-{sent}=3#board-{sent}-figure"
    assert f'href="{there}"' in page
    assert re.search(rf'name="move-{sent}" min="0" max="\d+" value="3"', page)
    for player in (0, 1):
        assert f"/games/{world.games[0].pk}/{there}" in own_case(world, player)
    assert Game.objects.get(pk=world.games[0].pk).winner == ""


def test_a_lost_count_leads_to_the_end_of_the_record(played: World) -> None:
    wrong(played, {"matter": "count_lost"})
    sent = Submission.objects.get().pk
    page = text_of(played.client(Role.REFEREE), at(Case.objects.get(), ""))
    last = re.search(rf'name="move-{sent}" min="0" max="(\d+)"', page)
    assert last
    assert f"?move-{sent}={last[1]}#board-{sent}-figure" in page
    assert "where the count was lost" in own_case(played, 0)


def test_whether_play_had_stopped_is_looked_up(played: World) -> None:
    wrong(played, {"matter": "effective_move"})
    assert "What the record shows" in question(played, 0)


def test_the_result_that_the_record_gives_stands_beside_an_objection() -> None:
    world = make_world()
    record = sgf(WALLS, KM="6.5", RE="B+2.5")
    report(world.games[0], world.games[0].black, "W+15.5", record, DEAD.split())
    judge_all()
    wrong(world, {"matter": "objection", "note": ""})
    assert "itself says B+2.5" in question(world, 0)


def test_the_page_of_a_question_the_program_asks_shows_its_finding_only() -> None:
    world = make_world()
    report(world.games[0], world.games[0].black, "void", sgf("ab ba", KM="6.5"))
    judge_all()
    assert "the record shows" not in text_of(
        world.player(1), f"/games/{world.games[0].pk}/question/"
    )


def test_programs_are_asked_too_and_may_send_a_record(played: World) -> None:
    api = player_api(played, 1)
    address = f"/games/{played.games[0].pk}/matters/"
    body = {"cause": Cause.ILLEGAL_MOVE, "move": 10, "note": "He took the ko back"}
    asked = api.post(address, body)
    assert asked.status_code == 400
    assert asked.json()["code"] == "record_shows_none"
    sent = api.post(address, {**body, "record": WITH_KO.decode(), "filename": "mine.sgf"})
    assert sent.status_code == 200, sent.content
    assert Statement.objects.get().record is not None
