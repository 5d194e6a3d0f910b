"""A damaged record, reported by a player, and what both players and a referee make of it."""

from __future__ import annotations

import pytest
from django.test import Client

from adjudication.models import Case, Inquiry, Verdict
from adjudication.policy.causes import Cause
from tests.stories.court import BLACK, WHITE, Court, open_court
from tests.support.desk_world import at, fields
from tests.support.world import judge_all
from tournament.models import AuditEvent, Verb

pytestmark = pytest.mark.django_db

FOX = b"(;GM[1]FF[4]SZ[19]AP[foxwq]HA[2]KM[0]RU[Japanese]RE[W+R]AB[pd][dp];W[dd];W[pp];B[cc];W[dc])"
"""White plays twice in a row at move 2: the server's exporter writes no passes."""
WHOLE = FOX.replace(b";W[dd];", b";W[dd];B[];")
GUILT = ("illegal", "not allow", "forfeit", "loses the game")
"""What nobody reads of the game before it is established, in any case."""


@pytest.fixture
def court() -> Court:
    court = open_court(komi=0, handicap=2)
    reported(court)
    return court


def reported(court: Court) -> None:
    court.report(WHITE, "white", "resignation", record=FOX)


def accusing(pages: list[str]) -> int:
    """How often pages have a word of guilt: of the rules they always say that there is such."""
    return sum(page.lower().count(word) for page in pages for word in GUILT)


def everywhere(court: Court) -> list[str]:
    """All that anybody reads about the game."""
    director = court.world.client("director")
    game = court.address()
    queue = "/referee/coupe/"
    return [
        *(court.page(who) for who in (BLACK, WHITE)),
        *(court.players[who].get("/me/").text for who in (BLACK, WHITE)),
        *(client.get(game).text for client in (director, court.rita, Client())),
        *(court.rita.get(path).text for path in (queue, f"{queue}games/{court.game.pk}/")),
    ]


def test_nobody_is_accused() -> None:
    court = open_court(komi=0, handicap=2)
    before = accusing(everywhere(court))
    reported(court)
    assert accusing(everywhere(court)) == before


def test_what_is_found_after_it_is_shown_as_uncertain() -> None:
    court = open_court(komi=0, handicap=2)
    counted = FOX.replace(b"W[dc])", b"W[dc];B[];W[]TB[aa])").replace(b"RE[W+R]", b"")
    court.report(WHITE, "white", "score", margin="50", record=counted, dead="none")
    page = court.page(BLACK)
    assert page.count("uncertain") > 1
    court.answer(BLACK, "pass")
    court.answer(WHITE, "pass")
    judge_all()
    assert "uncertain" not in court.page(BLACK)


def test_the_result_can_be_confirmed_meanwhile(court: Court) -> None:
    for who in (BLACK, WHITE):
        asked = court.page(who, "question/")
        assert 'id="say-pass"' in asked
        assert 'id="board-' in asked
    assert "The result is final." in court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)
    assert Inquiry.objects.get().state == "withdrawn"


def test_a_pass_was_not_written(court: Court) -> None:
    court.answer(BLACK, "pass")
    assert "is checked again" in court.answer(WHITE, "pass")
    judge_all()
    page = court.page(BLACK)
    assert "data-read-as" in page
    assert "record says so" in page
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)
    assert not Case.objects.exists()


def test_it_was_played_so(court: Court) -> None:
    court.answer(BLACK, "played")
    assert court.outcome[0] == "reported"
    court.answer(WHITE, "played")
    judge_all()
    case = court.case()
    assert (case.cause, court.outcome[0]) == (Cause.ILLEGAL_MOVE, "disputed")
    court.take(case)
    court.rule(case)
    assert court.outcome == ("ruled", "black", "forfeit", None)


def test_the_record_is_wrong_and_another_takes_its_place(court: Court) -> None:
    court.answer(BLACK, "wrong_record")
    assert "send another" in court.answer(WHITE, "wrong_record")
    assert court.outcome == ("reported", "white", "resignation", None)
    court.add_record(WHITE, WHOLE)
    assert "record says so" in court.page(BLACK)
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


def test_they_differ_and_the_referee_finds_that_a_pass_is_missing(court: Court) -> None:
    court.answer(BLACK, "played")
    court.answer(WHITE, "pass")
    case = court.case()
    assert (case.cause, case.proposal, court.outcome[0]) == (
        *(Cause.DAMAGED_RECORD, None),
        "reported",
    )
    page = court.take(case)
    assert 'value="pass"' in page
    reasons = fields(court.form(case))["reasons"]
    assert "move 2" in reasons[0]
    assert accusing(reasons) == 0
    done = court.rita.post(at(case, "do/"), {"what": "read", "answer": "pass"}, follow=True)
    assert "The record is read that way now" in done.text
    judge_all()
    assert "record says so" in court.rita.get(at(case)).text
    court.rita.post(at(case, "do/"), {"what": "settle", "note": "A pass is missing."})
    assert court.outcome == ("reported", "white", "resignation", None)
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


def test_they_differ_and_the_referee_finds_that_it_was_played_so(court: Court) -> None:
    court.answer(BLACK, "played")
    court.answer(WHITE, "pass")
    case = court.case()
    court.take(case)
    court.rita.post(at(case, "do/"), {"what": "read", "answer": "played"})
    judge_all()
    assert "loses the game" in court.form(case)
    court.rule(case)
    assert court.outcome == ("ruled", "black", "forfeit", None)


def test_handicap_stones_that_the_pairing_has_not_are_for_the_referee_to_allow() -> None:
    court = open_court(rules="french", komi=7.5)
    record = b"(;GM[1]FF[4]SZ[19]KM[0]RU[French];B[pd];B[dp];W[dd])"
    court.report(WHITE, "white", "resignation", record=record)
    asked = court.page(BLACK, "question/")
    assert "2 moves of Black" in asked
    assert 'id="board-' in asked
    court.answer(BLACK, "handicap")
    court.answer(WHITE, "handicap")
    assert court.game.handicap == 0
    case = court.case()
    court.take(case)
    court.rita.post(at(case, "do/"), {"what": "read", "answer": "handicap"})
    judge_all()
    assert (court.game.handicap, court.game.komi_half) == (2, 15)
    assert Verdict.objects.latest("pk").verdict == "confirmed"
    told = AuditEvent.objects.get(verb=Verb.RECORD_MENDED)
    assert (told.before["handicap"], told.after["handicap"]) == (0, 2)


def test_neither_knows_and_the_result_stays_on_the_table(court: Court) -> None:
    court.answer(BLACK, "unsure")
    court.answer(WHITE, "unsure")
    assert court.case().state == "open"
    assert "The result is final." in court.confirm(BLACK)
    assert court.case().state == "settled"
