"""Disputes that were about no board: the players say theirs and appeal on the case's own page."""

from __future__ import annotations

import pytest

from adjudication.models import Penalty
from tests.stories.court import BLACK, WHITE, open_court

pytestmark = pytest.mark.django_db


def test_ewgc_2016_the_order_that_was_announced_stands_and_the_committee_upholds_it() -> None:
    court = open_court()
    court.report(WHITE, "white", "resignation")
    court.confirm(BLACK)
    note = "The tie-breaks of the final table were not those announced."
    case = court.heard("other", note, BLACK, WHITE)
    court.say(BLACK, "I had beaten her: direct comparison comes first.", case=case)
    court.say(WHITE, "SOS-2 and SOS-1 come before it.", case=case)
    assert "SOS-2 and SOS-1 come before it." in court.take(case)
    court.rule(
        case,
        effect="nothing",
        articles=["event:silent"],
        reasons="The order announced before the first round holds; no game changes.",
    )
    assert "The order announced before the first round holds" in court.reads(BLACK, case)
    court.appeal(BLACK, "Nobody had understood it so.", case=case)
    assert "Nobody had understood it so." in court.reads(WHITE, case)
    appeal = court.committee(case)
    uphold = appeal.motions.get(decision__isnull=True)
    assert "Your vote is counted." in court.vote(case, uphold, 2, 3)
    assert "Everybody has voted: the ruling is final." in court.vote(case, uphold, 4)
    assert "The committee upholds the ruling." in court.reads(BLACK, case)
    assert "Member 4 has heard nothing that speaks against it." in court.reads(BLACK, case)
    assert court.outcome == ("confirmed", "white", "resignation", None)
    case.refresh_from_db()
    assert (case.state, case.rulings.latest("number").effect) == ("final", "nothing")


def test_a_telephone_in_the_corridor_is_a_case_without_a_board_and_costs_a_warning() -> None:
    court = open_court()
    case = court.heard("outside_help", "Black was seen in the corridor with a telephone.", BLACK)
    opponent = court.players[WHITE]
    assert " is about you." not in opponent.get("/me/").text
    assert opponent.get(court.hall(case)).status_code == 404
    court.say(BLACK, "I called my mother; there is no Go on it.", case=case)
    assert "I called my mother" in court.take(case)
    court.rule(
        case,
        effect="nothing",
        warn_of_1="1",
        articles=["event:outside-help"],
        reasons="Nothing shows that he had help. The telephone is to be off.",
    )
    page = court.reads(BLACK, case)
    assert "Aki is warned." in page
    assert "Nothing shows that he had help." in page
    court.appeal(BLACK, "Nobody had said that telephones are to be off.", case=case)
    court.committee(case)
    motion = court.move(
        case, 2, effect="nothing", warn_of_1="", reasons="It had not been announced: no warning."
    )
    assert "has the majority" in court.vote(case, motion, 2, 3, 4)
    page = court.reads(BLACK, case)
    assert "It had not been announced: no warning." in page
    assert not Penalty.objects.filter(ruling__superseded_by=None).exists()
    assert court.outcome == ("open", "", "", None)
    court.report(BLACK, "black", "resignation")
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "black", "resignation", None)
