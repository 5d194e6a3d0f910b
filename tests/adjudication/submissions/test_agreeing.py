"""A confirmation is of one report as it was read, with its dead stones, or it is refused."""

from typing import Any

import pytest

from adjudication.corrections.services.corrections import correct_terms
from adjudication.corrections.services.undo import undo
from adjudication.inquiries.services.answering import answer
from adjudication.models import Case, Inquiry, InquiryKind, Submission
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.services.reports import confirm_submission, submit_result
from tests.factories import GameFactory
from tests.support.answering import as_read, version_of
from tests.support.records import WALLS, sgf
from tournament.errors import Conflict
from tournament.models import Game

pytestmark = pytest.mark.django_db
RECORD = sgf(WALLS.replace("gg bb", "gg bb gf bc"))
"""White's B8 with B7, and Black's G3 with G4, are dead chains of two stones."""
OTHER_RECORD = sgf(WALLS.replace("gg bb", "gg bb gf bc hg bd"))
"""The same game as somebody wrote it down who saw a third stone in either chain."""
CLAIM = "W+15.5"


@pytest.fixture
def game() -> Game:
    return GameFactory(
        round__tournament__board_size=9, round__tournament__rules="japanese", komi_half=13
    )


def send(game: Game, *, white: bool = False, claim: str = CLAIM, **more: Any) -> int:
    game.refresh_from_db()
    return submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        **{"idempotency_key": f"{Submission.objects.count()}", **as_read(game.pk), **more},
    )


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


@pytest.mark.parametrize(
    "stones",
    [["B8"], [], ["B8", "G3", "D4"]],
    ids=["fewer", "none", "more"],
)
def test_the_same_result_with_other_dead_stones_confirms_nothing(game: Game, stones: list[str]):
    send(game, record_bytes=RECORD, dead_stones=["B8", "G3"])
    for record in (None, RECORD):
        with pytest.raises(Conflict) as refused:
            send(game, white=True, dead_stones=stones, record_bytes=record)
        assert refused.value.code == "dead_stones_differ"
    assert state(game) == "reported"
    assert Submission.objects.get().state == "pending"
    assert not Case.objects.exists()


@pytest.mark.parametrize("record", [None, RECORD, OTHER_RECORD], ids=["none", "same", "other"])
def test_dead_stones_are_chains_not_points(game: Game, record: bytes | None):
    send(game, record_bytes=RECORD, dead_stones=["B8", "G3", "G4"])
    send(game, white=True, dead_stones=["B7", "G4"], record_bytes=record)
    assert state(game) == "confirmed"


def test_without_any_record_points_are_compared(game: Game):
    send(game, dead_stones=["B8", "G3"])
    with pytest.raises(Conflict, match="dead_stones_differ"):
        send(game, white=True, dead_stones=["B7", "G3"])
    send(game, white=True, dead_stones=["g3", "b8"])
    assert state(game) == "confirmed"


def test_a_resignation_has_no_dead_stones_to_differ(game: Game):
    send(game, claim="B+R", record_bytes=RECORD, dead_stones=["B8"])
    send(game, white=True, claim="B+R", record_bytes=RECORD, dead_stones=["G3"])
    assert state(game) == "confirmed"


def test_who_names_no_stones_confirms_the_result_with_those_of_the_report(game: Game):
    send(game, record_bytes=RECORD, dead_stones=["B8", "G3"])
    send(game, white=True, record_bytes=RECORD)
    assert state(game) == "confirmed"


def test_the_marks_of_a_record_are_named_stones(game: Game):
    marked = RECORD.replace(b";B[];W[])", b";B[];W[]TB[bb][bc]TW[gg][gf])")
    assert marked != RECORD
    send(game, record_bytes=marked)
    with pytest.raises(Conflict, match="dead_stones_differ"):
        send(game, white=True, dead_stones=["B8"])
    send(game, white=True, dead_stones=["B7", "G3"])
    assert state(game) == "confirmed"


def test_points_of_one_chain_are_no_other_dead_stones_in_a_dispute(game: Game):
    send(game, claim="W+15.5", record_bytes=RECORD, dead_stones=["B8", "G3"])
    send(game, white=True, claim="W+25.5", record_bytes=RECORD, dead_stones=["B7", "G4"])
    assert state(game) == "disputed"
    assert not Inquiry.objects.filter(kind=InquiryKind.DEAD_STONES).exists()


@pytest.mark.parametrize("missing", ["expects", "version"])
def test_a_report_confirms_only_the_one_that_it_names(game: Game, missing: str):
    """Whoever does not know that the other has reported, confirms nothing."""
    send(game)
    with pytest.raises(Conflict, match="report_unnamed"):
        send(game, white=True, **{missing: None})
    assert state(game) == "reported"


def test_other_terms_make_a_confirmation_one_of_another_report(game: Game):
    waiting = send(game)
    named = as_read(game.pk)
    version = version_of(waiting)
    event = correct_terms(game_id=game.pk, komi_half=11, note="It was 5.5.")
    with pytest.raises(Conflict, match="report_changed"):
        confirm_submission(submission_id=waiting, player_id=game.white_id, version=version)
    with pytest.raises(Conflict, match="report_changed"):
        send(game, white=True, **named)
    version = version_of(waiting)
    undo(event_id=event.pk)
    with pytest.raises(Conflict, match="report_changed"):
        confirm_submission(submission_id=waiting, player_id=game.white_id, version=version)
    assert state(game) == "reported"
    version = version_of(waiting)
    for _ in range(2):
        confirm_submission(submission_id=waiting, player_id=game.white_id, version=version)
    assert state(game) == "confirmed"


def test_other_terms_make_an_acceptance_one_of_another_report(game: Game):
    theirs = send(game, claim="W+R")
    send(game, white=True, claim="B+R")
    version = version_of(theirs)
    correct_terms(game_id=game.pk, komi_half=11, note="It was 5.5.")
    with pytest.raises(Conflict, match="report_changed"):
        accept_claim(game_id=game.pk, player_id=game.white_id, expects=theirs, version=version)
    assert state(game) == "disputed"


def test_marks_sent_after_the_question_are_accepted_by_nobody(game: Game):
    """White accepts the marks that the question shows; Black has sent others meanwhile."""
    send(game, record_bytes=RECORD, dead_stones=["B8", "G3"])
    send(game, white=True, claim="W+0.5", record_bytes=RECORD, dead_stones=[])
    asked = Inquiry.objects.get(kind=InquiryKind.DEAD_STONES)
    add_record(
        game_id=game.pk,
        player_id=game.black_id,
        record_bytes=RECORD,
        dead_stones=["B8"],
        idempotency_key="late",
    )
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="keep")
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="accept")
    assert state(game) == "disputed"
    assert Case.objects.get(game=game).state == "open"
