"""The record of one game sent for another: as it is, with another header, turned, or nearly so."""

import io
import re
from pathlib import Path

import pytest

from adjudication.archive.services.archive import restore_archive
from adjudication.demo import plan
from adjudication.models import Fingerprint, Inquiry, Likeness, Submission, Verdict
from adjudication.verdicts.selectors.submissions import submission_by_id
from adjudication.verdicts.selectors.verdicts import details_of
from jobs.models import Job
from jobs.tasks import run_job
from language.messages import message_from
from tests.adjudication.archives import archive_of
from tests.factories import GameFactory, GameRecordFileFactory, JobFactory, SubmissionFactory
from tests.support.records import sgf
from tournament.models import Game, GameState

pytestmark = pytest.mark.django_db

RECORDS = Path(plan.__file__).parent / "records"


def nameless(name: str) -> bytes:
    """A record of the demo without the names of its players, which says that Black won."""
    data = re.sub(rb"P[BW]\[[^]]*\]", b"", (RECORDS / name).read_bytes())
    return re.sub(rb"RE\[[^]]*\]", b"RE[B+R]", data)


PLAYED = nameless("small-1-1.sgf")
OTHER = nameless("small-1-2.sgf")
LETTERS = "abcdefghi"


def mirrored(data: bytes) -> bytes:
    """The same moves with left and right changed, as from the other side of a mirror."""
    text = re.sub(
        r"(;[BW]\[)([a-i])", lambda m: m[1] + LETTERS[8 - LETTERS.index(m[2])], data.decode()
    )
    return text.encode()


def shortened(data: bytes) -> bytes:
    """Without the fifth and the sixth move."""
    moves = re.findall(rb";[BW]\[[a-i]{2}\]", data)
    return data.replace(moves[4] + moves[5], b"", 1)


def judge(data: bytes, game: Game | None = None, **submission) -> Verdict:
    """Judge a record that claims what it gives, of a game that waits for the other player."""
    game = game or GameFactory(
        round__tournament__board_size=9, round__number=1, board_number=1, komi_half=15
    )
    made = SubmissionFactory(
        game=game,
        record=GameRecordFileFactory(data=data),
        claim_winner="black",
        claim_reason="resignation",
        claim_margin_half=None,
        **submission,
    )
    Game.objects.filter(pk=game.pk).update(
        state=GameState.REPORTED,
        winner="black",
        reason="resignation",
        reported_at=made.created_at,
    )
    run_job(JobFactory(submission=made).pk)
    return made.verdict


def beside(verdict: Verdict) -> Game:
    """Another game of the same round."""
    return GameFactory(round=verdict.submission.game.round, komi_half=15)


def told(verdict: Verdict) -> list[str]:
    """What is said of the same record elsewhere."""
    found = [one for one in verdict.findings if one["code"] == "record.duplicate"]
    return [str(message_from(one["message"])) for one in found]


@pytest.mark.parametrize(
    ("copied", "said"),
    [
        (PLAYED.replace(b"KM[", b"PC[Elsewhere]KM["), "A record of the same moves was sent"),
        (mirrored(PLAYED), "A record of the same moves was sent"),
        (shortened(PLAYED), "Nearly the same record (45 of 47 moves) was sent"),
        (mirrored(shortened(PLAYED)), "Nearly the same record (45 of 47 moves) was sent"),
    ],
)
def test_it_is_found_whatever_was_done_to_it(copied: bytes, said: str) -> None:
    first = judge(PLAYED)
    sent = first.submission.game
    second = judge(copied, beside(first))
    where = f"round {sent.round.number}, board {sent.board_number}"
    assert told(second) == [f"{said} for another game: {where}."]
    assert Inquiry.objects.get().game == second.submission.game


def test_neither_board_has_a_record_that_agrees_until_it_is_settled() -> None:
    first = judge(PLAYED)
    report = first.submission.pk

    def badge() -> str:
        shown = submission_by_id(report)
        assert shown is not None
        return shown.badge

    assert badge() == first.verdict == "confirmed"
    second = judge(shortened(PLAYED), beside(first))
    assert badge() == "doubted"
    (doubt,) = details_of([report])[report].doubts
    assert f"board {second.submission.game.board_number}" in str(doubt.message)
    Submission.objects.filter(pk=second.submission_id).update(state="withdrawn")
    assert badge() == "confirmed"
    assert details_of([report])[report].doubts == ()


def test_another_game_and_another_tournament_are_not_like_it() -> None:
    first = judge(PLAYED)
    assert told(judge(OTHER, beside(first))) == []
    assert told(judge(shortened(PLAYED))) == []
    assert not Likeness.objects.exists()


def test_a_short_game_may_be_played_twice() -> None:
    moves = "B C3 W G7 B C7 W G3 B E5 W E3 B E7 W C5 B D3 W F7"
    first = judge(sgf(moves, RE="B+R"))
    assert told(judge(sgf(moves, RE="B+R", RO="2"), beside(first))) == []


def test_it_is_looked_for_in_its_tournament_alone() -> None:
    first = judge(PLAYED)
    for _number in range(3):
        judge(OTHER)
    numbers = Fingerprint.objects.filter(submission=first.submission)
    assert numbers.count() == 8
    assert {one.tournament_id for one in numbers} == {first.submission.game.round.tournament_id}


def test_a_restored_tournament_finds_it_again() -> None:
    first = judge(PLAYED)
    second = judge(shortened(PLAYED), beside(first))
    tournament = first.submission.game.round.tournament
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    for job in Job.objects.filter(kind="fingerprints"):
        run_job(job.pk)
    there = Fingerprint.objects.filter(tournament=restored)
    assert there.count() == Fingerprint.objects.filter(tournament=tournament).count() > 0
    like = Likeness.objects.get(submission__game__round__tournament=restored)
    assert like.other.game.board_number == first.submission.game.board_number
    assert like.submission.game.board_number == second.submission.game.board_number
