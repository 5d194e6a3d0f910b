"""A record that differs from its game and shows an illegal move: first of all, whose is it?"""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.models import Case, Inquiry, RecordReading, Submission, Verdict
from adjudication.policy.causes import Cause
from adjudication.proofs.verdicts import check_reports
from tests.api.client import player_api
from tests.factories.records import ILLEGAL_KO
from tests.stories.court import BLACK, WHITE, Court, form_with, open_court
from tests.stories.test_damaged_records import accusing, everywhere
from tests.support.desk_world import at
from tests.support.world import judge_all
from tournament.models import AuditEvent, Game, Verb

pytestmark = pytest.mark.django_db

UNLIKE = {
    "colours": b"PB[B\xc3\xa9a]PW[Aki]",
    "somebody else's": b"PB[Chris]PW[Dora]",
    "nicknames": b"PB[stonefox]PW[kofan]",
    "komi": b"KM[7.5]",
    "handicap": b"HA[2]",
}
"""What the root says, where the game is Aki's with Black against Béa, even, with komi 0.5."""


def unlike(root: bytes) -> bytes:
    """The record of a ko that White takes back at once, at move 10, with another root."""
    without = ILLEGAL_KO.replace(b"KM[0.5]", b"") if root.startswith(b"KM") else ILLEGAL_KO
    return without.replace(b"SZ[5]", b"SZ[5]" + root)


@pytest.fixture
def court() -> Court:
    return open_court(size=5, komi=0.5)


@pytest.mark.parametrize("what", UNLIKE)
def test_it_is_asked_first_and_nobody_is_accused(court: Court, what: str) -> None:
    before = accusing(everywhere(court))
    court.report(BLACK, "black", "resignation", record=unlike(UNLIKE[what]))
    assert not Case.objects.exists()
    assert court.outcome == ("reported", "black", "resignation", None)
    assert Inquiry.objects.get().kind == "wrong_record"
    assert Verdict.objects.get().verdict == "undetermined"
    assert accusing(everywhere(court)) == before
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "black", "resignation", None)


@pytest.mark.parametrize("what", UNLIKE)
def test_once_both_say_that_it_is_theirs_it_counts(court: Court, what: str) -> None:
    court.report(BLACK, "white", "resignation", record=unlike(UNLIKE[what]))
    assert "including any illegal move" in unescape(court.page(WHITE, "question/"))
    court.answer(WHITE, "ours")
    assert not Case.objects.exists()
    court.answer(BLACK, "ours")
    judge_all()
    case = court.case()
    assert (case.cause, court.outcome[0]) == (Cause.ILLEGAL_MOVE, "disputed")
    assert case.proposal is not None
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "forfeit")
    assert (court.game.komi_half, court.game.handicap) == (1, 0)
    proof = json.loads(json.dumps(proof_of(court.game.pk, timezone.now())))
    assert check_reports(proof)[0] == []
    assert proof["reports"][-1]["verdict"]["read_as"]["of_this_game"] is True
    assert len(Inquiry.objects.all()) == 1


def test_the_game_is_mended_and_the_move_counts_then(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(b"PB[B\xc3\xa9a]PW[Aki]"))
    page = unescape(court.page(WHITE, "question/"))
    assert "Béa has Black" in page
    court.answer(WHITE, "mend")
    said = court.answer(BLACK, "mend")
    assert "Confirm the result" not in said
    assert (court.game.black.surname, court.game.komi_half) == ("Béa", 1)
    judge_all()
    assert court.case().cause == Cause.ILLEGAL_MOVE
    # In the mended game White, who took the ko back, is Aki, who had reported a win.
    assert court.case().proposal["winner"] == "black"


def test_it_is_another_games(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(UNLIKE["colours"]))
    court.answer(WHITE, "not_this_game")
    court.answer(BLACK, "not_this_game")
    judge_all()
    assert court.outcome == ("reported", "black", "resignation", None)
    assert not Case.objects.exists()
    court.confirm(WHITE)
    assert court.outcome[0] == "confirmed"


@pytest.fixture
def disagreed(court: Court) -> Case:
    """Béa says that the record is of another game, Aki that it is theirs; a referee has it."""
    court.report(BLACK, "black", "resignation", record=unlike(UNLIKE["colours"]))
    court.answer(WHITE, "not_this_game")
    court.answer(BLACK, "ours")
    case = court.case()
    assert (case.cause, case.proposal) == (Cause.WRONG_RECORD, None)
    page = court.take(case)
    assert [
        answer for answer in ("ours", "not_this_game", "mend") if f'value="{answer}"' in page
    ] == ["ours", "not_this_game"]
    return case


def test_they_differ_and_the_referee_says_that_it_is_theirs(court: Court, disagreed: Case) -> None:
    court.rita.post(at(disagreed, "do/"), {"what": "read", "answer": "ours"})
    judge_all()
    disagreed.refresh_from_db()
    assert RecordReading.objects.get().case == disagreed
    assert disagreed.cause == Cause.ILLEGAL_MOVE
    assert "retakes the ko" in court.form(disagreed)


def test_they_differ_and_the_referee_says_that_it_is_not(court: Court, disagreed: Case) -> None:
    page = court.rita.get(at(disagreed)).text
    assert "retakes the ko" in page
    said = court.rita.post(at(disagreed, "do/"), {"what": "read", "answer": "not_this_game"})
    why = {"why": "other_game", "note": "Aki and Béa did not play it."}
    court.rita.post(said["Location"], why)
    judge_all()
    disagreed.refresh_from_db()
    assert (disagreed.cause, disagreed.proposal) == (Cause.WRONG_RECORD, None)
    removed, kept = Submission.objects.order_by("pk")
    assert (removed.removed_as, kept.record) == ("other_game", None)
    assert "retakes the ko" not in court.rita.get(at(disagreed)).text


def test_who_does_not_know_is_not_said_to_disagree(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(UNLIKE["komi"]))
    court.answer(WHITE, "ours")
    said = court.answer(BLACK, "neither")
    assert "You do not agree" not in said
    assert "referee" in said


def test_the_changes_are_in_the_api_too(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(b"KM[7.5]HA[3]"))
    api = player_api(court.world, WHITE)
    [asked] = api.read(f"/games/{court.game.pk}/inquiries/")["results"]
    [question] = asked["questions"]
    words = {one["word"]: one["leads_to"] for one in question["answers"]}
    assert "mend" not in words
    assert all(term in words["other_terms"] for term in ("7.5", "0.5", "3"))


@pytest.mark.parametrize("allowed", [True, False])
def test_the_komi_is_the_tournaments_and_no_two_players_can_change_it(
    court: Court, *, allowed: bool
) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(b"KM[7.5]"))
    court.answer(WHITE, "other_terms")
    court.answer(BLACK, "other_terms")
    assert (court.game.komi_half, court.case().cause) == (1, Cause.WRONG_RECORD)
    assert court.outcome == ("reported", "black", "resignation", None)
    case = court.case()
    taken = court.take(case)
    assert 'value="other_terms"' in taken
    assert "It is this game, but" in taken, "the referee says it, not a player"
    word = "other_terms" if allowed else "ours"
    court.rita.post(at(case, "do/"), {"what": "read", "answer": word})
    judge_all()
    assert court.game.komi_half == (15 if allowed else 1)
    assert Verdict.objects.latest("pk").verdict == "forfeit"
    assert 'value="other_terms"' not in court.rita.get(at(case)).text, "that is decided"
    told = AuditEvent.objects.filter(verb=Verb.RECORD_MENDED)
    assert [(one.before["komi_half"], one.after["komi_half"]) for one in told] == [
        (1, 15)
    ] * allowed


def test_what_a_referee_holds_no_player_ends_under_their_hand(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(b"KM[7.5]"))
    court.answer(WHITE, "other_terms")
    court.answer(BLACK, "ours")
    case = court.case()
    open_before = form_with(court.page(WHITE), 'id="confirm"')
    court.take(case)
    assert 'id="confirm"' not in court.page(WHITE)
    court.players[WHITE].post(court.address("confirm/"), open_before)
    assert court.outcome == ("reported", "black", "resignation", None)
    court.rita.post(at(case, "do/"), {"what": "return"})
    court.confirm(WHITE)
    assert court.outcome[0] == "confirmed"


def test_a_mend_of_which_another_was_shown_is_the_referees(court: Court) -> None:
    court.report(BLACK, "black", "resignation", record=unlike(UNLIKE["colours"]))
    court.answer(WHITE, "mend")
    Game.objects.filter(pk=court.game.pk).update(komi_half=13)
    court.answer(BLACK, "mend")
    assert court.game.komi_half == 13
    assert court.case().cause == Cause.WRONG_RECORD
