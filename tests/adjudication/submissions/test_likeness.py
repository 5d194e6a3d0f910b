"""The record of one game sent for another: as it is, with another header, turned, or nearly so."""

import io
import re
from datetime import timedelta
from pathlib import Path

import pytest

from adjudication.archive.services.archive import restore_archive
from adjudication.cases.selectors.statements import statements_about
from adjudication.demo import plan
from adjudication.models import Fingerprint, Inquiry, Likeness, Submission, Verdict
from adjudication.verdicts.models import statement_judging_job
from adjudication.verdicts.selectors.submissions import submission_by_id
from adjudication.verdicts.selectors.verdicts import details_of
from jobs.models import Job
from jobs.tasks import run_job
from language.messages import message_from
from tests.adjudication.archives import archive_of
from tests.factories import (
    CaseFactory,
    GameFactory,
    GameRecordFileFactory,
    JobFactory,
    StatementFactory,
    SubmissionFactory,
)
from tests.support.badges import verdict_badges
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
UNDOUBTED = "said"
"""What stands beside the record of a resignation that nothing puts in doubt: its result line says
so, its moves cannot."""


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


def slid(data: bytes) -> bytes:
    """With the last stone on another point."""
    last = re.findall(rb";[BW]\[[a-i]{2}\]", data)[-1]
    free = next(
        point
        for point in (a + b for a in "abcdefghi" for b in "abcdefghi")
        if not re.search(rb";[BW]\[" + point.encode(), data)
    )
    return data.replace(last, last[:3] + free.encode() + b"]", 1)


def badge_of_report(verdict: Verdict) -> str:
    """What stands beside the report of a verdict now."""
    shown = submission_by_id(verdict.submission_id)
    assert shown is not None
    return shown.badge


def answered(verdict: Verdict) -> dict[str, object]:
    """How the other player's report is settled, of the game of a verdict."""
    game = verdict.submission.game
    return {
        "player": game.white,
        "answered_by": game.black,
        "answered_at": verdict.submission.created_at + timedelta(hours=1),
    }


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

    assert first.verdict == "confirmed"
    assert badge() == UNDOUBTED
    second = judge(shortened(PLAYED), beside(first))
    assert badge() == "doubted"
    (doubt,) = details_of([report])[report].doubts
    assert f"board {second.submission.game.board_number}" in str(doubt.message)
    Submission.objects.filter(pk=second.submission_id).update(state="withdrawn")
    assert badge() == UNDOUBTED
    assert details_of([report])[report].doubts == ()


def test_that_two_records_of_one_other_game_are_alike_is_told_once() -> None:
    """One came before and is in the verdict; the other came later, from the opponent there."""
    first = judge(PLAYED)
    copied = judge(shortened(PLAYED), beside(first))
    there = first.submission.game
    settled = {"state": "contested", **answered(first)}
    Submission.objects.filter(pk=first.submission_id).update(
        state="contested", answered_by=there.white_id, answered_at=settled["answered_at"]
    )
    judge(PLAYED.replace(b"KM[", b"PC[Elsewhere]KM["), there, **settled)
    assert Likeness.objects.filter(other=copied.submission.record, other_doubted=True).exists()
    (doubt,) = details_of([copied.submission_id])[copied.submission_id].doubts
    assert f"board {there.board_number}" in str(doubt.message)


def named(data: bytes, game: Game) -> bytes:
    """With the names of a game's players in the header."""
    names = f"PB[{game.black.name}]PW[{game.white.name}]KM["
    return data.replace(b"KM[", names.encode(), 1)


@pytest.mark.parametrize("change", [bytes, shortened])
@pytest.mark.parametrize("owner_first", [True, False])
def test_only_the_board_whose_players_it_does_not_name_is_in_doubt(change, owner_first) -> None:
    owner = GameFactory(round__tournament__board_size=9, komi_half=15)
    other = GameFactory(round=owner.round, komi_half=15)
    data = named(PLAYED, owner)
    if owner_first:
        own, copy = judge(data, owner), judge(change(data), other)
    else:
        copy, own = judge(change(data), other), judge(data, owner)
    assert badge_of_report(own) == UNDOUBTED
    assert details_of([own.submission_id])[own.submission_id].doubts == ()
    assert badge_of_report(copy) == "doubted"
    about = details_of([copy.submission_id])[copy.submission_id].doubts
    assert "record.duplicate" in {one.code for one in about}
    assert [one.game for one in Inquiry.objects.all()] in ([], [other])


def test_a_copy_with_its_own_players_names_leaves_both_in_doubt() -> None:
    owner = GameFactory(round__tournament__board_size=9, komi_half=15)
    other = GameFactory(round=owner.round, komi_half=15)
    both = judge(named(PLAYED, owner), owner), judge(named(PLAYED, other), other)
    assert {badge_of_report(one) for one in both} == {"doubted"}


def test_every_record_of_the_other_game_is_in_doubt() -> None:
    first = judge(PLAYED)
    own = judge(slid(PLAYED), first.submission.game, state="contested", **answered(first))
    copy = judge(shortened(PLAYED), beside(first))
    assert {badge_of_report(one) for one in (first, own)} == {"doubted"}
    Submission.objects.filter(pk=copy.submission_id).update(state="withdrawn")
    assert {badge_of_report(one) for one in (first, own)} == {"differing"}


def test_no_record_agrees_while_another_of_the_game_tells_other_moves() -> None:
    first = judge(PLAYED)
    assert badge_of_report(first) == UNDOUBTED
    second = judge(slid(PLAYED), first.submission.game, state="contested", **answered(first))
    assert badge_of_report(first) == badge_of_report(second) == "differing"
    assert verdict_badges(first.submission.game.round.tournament_id) == {
        first.submission.game.pk: "differing"
    }


def test_one_that_ends_earlier_says_nothing_against_the_longer_one() -> None:
    first = judge(PLAYED)
    moves = list(re.finditer(rb";[BW]\[[a-i]{2}\]", PLAYED))
    cut = PLAYED[: moves[40].start()] + b")"
    second = judge(cut, first.submission.game, state="contested", **answered(first))
    assert badge_of_report(first) == UNDOUBTED
    assert badge_of_report(second) == "differing"


def test_a_record_that_came_with_a_statement_is_held_against_the_reports() -> None:
    first = judge(PLAYED)
    game = first.submission.game
    case = CaseFactory(game=game, tournament=game.round.tournament)
    said = StatementFactory(case=case, record=GameRecordFileFactory(data=slid(PLAYED)))
    job = statement_judging_job(said.pk, game.round.tournament_id)
    run_job(JobFactory(submission=first.submission, **job).pk)
    assert badge_of_report(first) == "differing"
    copy = judge(shortened(slid(PLAYED)), beside(first))
    assert told(copy)
    (shown,) = statements_about(game.pk)
    assert shown.verdict is not None
    assert shown.verdict.badge == "doubted"
    assert shown.detail is not None
    assert [one.code for one in shown.detail.doubts] == ["record.duplicate"]


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
    numbers = Fingerprint.objects.filter(record=first.submission.record)
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
    like = Likeness.objects.get(game__round__tournament=restored)
    (other,) = like.other.submissions.all()
    assert other.game.board_number == first.submission.game.board_number
    assert like.game.board_number == second.submission.game.board_number
