"""The main job: from a submission's record to its verdict."""

import re
from unittest.mock import patch

import pytest

from adjudication.models import Verdict
from adjudication.policy.damage import Reading
from adjudication.rules.version import ENGINE_VERSION
from adjudication.submissions.services import judging
from adjudication.verdicts.selectors.submissions import submission_by_id
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services import likeness
from jobs import table, worker
from jobs.models import Job, JobState
from jobs.tasks import run_job, sweep
from language.messages import message_from
from tests.factories import (
    COUNTED,
    ILLEGAL_KO,
    UNREADABLE,
    GameFactory,
    GameRecordFileFactory,
    JobFactory,
    SubmissionFactory,
)
from tests.support.answering import confirm_as_read
from tests.support.badges import verdict_badges
from tournament.models import Game, GameState
from tournament.spoken import in_every_language

pytestmark = pytest.mark.django_db


def judge(data: bytes = COUNTED, **submission) -> Verdict:
    """Return the verdict on White's win by half a point, claimed with this record."""
    made = SubmissionFactory(record=GameRecordFileFactory(data=data), **submission)
    job = JobFactory(submission=made)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.last_error
    return made.verdict


def codes(verdict: Verdict) -> list[str]:
    return [finding["code"] for finding in verdict.findings]


def test_a_claim_that_agrees():
    verdict = judge()
    assert verdict.verdict == "confirmed"
    assert verdict.claim == verdict.computed["result"] == "W+0.5"
    assert verdict.computed["white_sum"]["territory"] == 5
    assert verdict.computed["white_sum"]["komi"] == 0.5
    assert verdict.computed["black_territory"] == ["A5", "A4", "A3", "A2", "A1"]
    assert (verdict.engine_version, verdict.rules) == (ENGINE_VERSION, "japanese")
    assert (verdict.size, verdict.moves, verdict.end) == (5, 12, "two_passes")


def test_a_claim_that_does_not():
    verdict = judge(claim_margin_half=3)
    assert verdict.verdict == "contradicted"
    assert "score.mismatch" in codes(verdict)


def test_an_illegal_move_with_move_and_article_in_both_languages():
    verdict = judge(ILLEGAL_KO)
    finding = next(one for one in verdict.findings if one["code"] == "illegal.ko")
    assert verdict.verdict == "forfeit"
    assert verdict.decisive_move == finding["move"] == 10
    assert (finding["point"], finding["color"]) == ("B4", "W")
    assert "Art. 6" in finding["article"]
    assert len(set(in_every_language(message_from(finding["message"])).values())) == 2


def test_a_record_that_cannot_be_read_is_a_verdict():
    verdict = judge(UNREADABLE)
    assert verdict.verdict == "unreadable"
    assert codes(verdict) == ["unreadable.not_sgf"]
    assert len(set(in_every_language(message_from(verdict.findings[0]["message"])).values())) == 2
    assert verdict.computed is None


@pytest.mark.parametrize(
    "data",
    [
        UNREADABLE,
        b"(;SZ[9];B[ee])(;SZ[9];B[ee])",
        b"(;CA[zip]SZ[9];B[ee])",
        b"\xff\xfe(",
        b"(;SZ[9]\x00)",
    ],
)
def test_a_record_that_cannot_be_read_asks_nothing_of_those_who_did_not_send_it(data: bytes):
    (finding,) = judge(data).findings
    text = str(message_from(finding["message"]))
    assert not re.search(r"\b(Send|Save)\b", text)


def test_the_tournaments_rules_decide_not_the_records():
    verdict = judge(game__round__tournament__rules="aga", game__komi_half=15)
    assert verdict.rules == "aga"
    assert verdict.computed["result"] == "W+7.5"
    assert "record.komi_differs" in codes(verdict)


def test_the_players_dead_stones_count_before_the_marks():
    verdict = judge(dead_stones=[f"B{n}" for n in range(1, 6)])
    assert verdict.computed["black"] == 0


@pytest.mark.parametrize("rules", ["japanese", "chinese", "nz"])
def test_dead_stones_that_cannot_be_right_are_asked_about_and_change_no_verdict(rules: str):
    terms = {"game__round__tournament__rules": rules}
    right = judge(dead_stones=[], **terms)
    wrong = judge(dead_stones=["B1"], **terms)
    assert "marks.suspicious" not in codes(right)
    [asked] = [one for one in wrong.findings if one["code"] == "marks.suspicious"]
    assert asked["detail"]["alarm"] == "dead_with_two_eyes"
    assert len(set(in_every_language(message_from(asked["message"])).values())) == 2


def test_a_record_of_another_board_is_told_not_crashed_on():
    verdict = judge(game__round__tournament__board_size=19, dead_stones=["Q16"])
    assert "record.size_differs" in codes(verdict)


@pytest.mark.parametrize("data", [COUNTED, ILLEGAL_KO])
def test_a_record_of_another_board_proves_nothing(data: bytes):
    verdict = judge(data, game__round__tournament__board_size=19)
    assert (verdict.verdict, verdict.decisive_move) == ("undetermined", None)
    assert verdict.size == 5


def test_a_record_with_other_names_or_swapped_colours():
    game = GameFactory(black__surname="Ada", white__surname="Bo")
    swapped = COUNTED.replace(b"SZ[5]", b"SZ[5]PB[Bo]PW[Ada]")
    assert "record.colours_swapped" in codes(judge(swapped, game=game))
    other = COUNTED.replace(b"SZ[5]", b"SZ[5]PB[Cy]PW[Ada]")
    assert "record.names_differ" in codes(judge(other, game=GameFactory(white__surname="Ada")))


def test_the_same_record_for_two_games_of_a_tournament():
    first = judge()
    assert "record.duplicate" not in codes(first)
    game = first.submission.game
    second = judge(game=GameFactory(round=game.round))
    finding = next(one for one in second.findings if one["code"] == "record.duplicate")
    assert f"board {game.board_number}" in str(message_from(finding["message"]))
    assert "record.duplicate" not in codes(judge())


def shown(verdict: Verdict) -> tuple[str, str, int]:
    """Return the badge of a verdict in a list and on the game's page, and what puts it in doubt."""
    report = verdict.submission
    game = Game.objects.get(pk=report.game_id)
    Game.objects.filter(pk=game.pk).update(
        state=GameState.REPORTED,
        winner=report.claim_winner,
        reason=report.claim_reason,
        margin_half=report.claim_margin_half,
        reported_at=report.created_at,
    )
    listed = verdict_badges(game.round.tournament_id)[game.pk]
    page = submission_by_id(report.pk)
    assert page is not None
    return listed, page.badge, len(details_of([report.pk])[report.pk].doubts)


def test_a_record_that_agrees_but_may_be_of_another_game_is_not_shown_as_agreeing():
    first = judge()
    assert shown(first) == ("confirmed", "confirmed", 0)
    second = judge(game=GameFactory(round=first.submission.game.round))
    assert second.verdict == "confirmed"
    assert shown(second) == ("doubted", "doubted", 1)
    other = COUNTED.replace(b"SZ[5]", b"SZ[5]PB[Cy]PW[Dee]")
    assert shown(judge(other)) == ("doubted", "doubted", 1)


def test_nicknames_on_a_server_do_not_put_a_record_in_doubt():
    nicknamed = COUNTED.replace(b"SZ[5]", b"SZ[5]PB[tengen7]PW[moyo]")
    verdict = judge(nicknamed, game__round__tournament__internet=True)
    assert "record.names_differ" in codes(verdict)
    assert shown(verdict) == ("confirmed", "confirmed", 0)


def test_a_record_that_somebody_said_is_of_this_game_is_not_in_doubt():
    other = COUNTED.replace(b"SZ[5]", b"SZ[5]PB[Cy]PW[Dee]")
    ours = Reading(of_this_game=True)
    with patch.object(judging, "readings_of", return_value=[ours]):
        assert shown(judge(other)) == ("confirmed", "confirmed", 0)


@pytest.mark.parametrize("state", ["superseded", "withdrawn"])
def test_a_record_taken_back_elsewhere_accuses_nobody(state: str):
    first = judge(state=state)
    rightful = judge(game=GameFactory(round=first.submission.game.round))
    assert "record.duplicate" not in codes(rightful)


def test_a_verdict_never_changes_a_result():
    submission = SubmissionFactory(
        game__state="reported",
        game__winner="white",
        game__reason="score",
        game__margin_half=1,
        game__reported_at="2026-01-01T00:00Z",
        record=GameRecordFileFactory(data=ILLEGAL_KO),
    )
    confirm_as_read(submission_id=submission.pk, player_id=submission.game.white_id)
    run_job(JobFactory(submission=submission).pk)
    game = submission.game
    game.refresh_from_db()
    assert submission.verdict.verdict == "forfeit"
    assert submission.verdict.created_at > game.confirmed_at
    assert (game.state, game.winner, game.version) == (GameState.CONFIRMED, "white", 1)


def test_a_hint_that_comes_twice_judges_once():
    job = JobFactory()
    run_job(job.pk)
    with patch.object(likeness, "read_record", side_effect=AssertionError):
        run_job(job.pk)
    assert Verdict.objects.count() == 1


def test_who_lost_the_lease_while_judging_writes_no_verdict():
    job = JobFactory()
    late = table.claim()
    table.sweep(abandoned=True)
    assert not judging.judge_submission(late)
    assert not Verdict.objects.exists()
    run_job(job.pk)
    assert Verdict.objects.count() == 1


def test_one_poison_job_stops_no_other():
    poison, good = JobFactory(), JobFactory()
    real = likeness.read_record

    def read(data: bytes):
        if not Verdict.objects.exists() and Job.objects.get(pk=poison.pk).state == "running":
            raise MemoryError("poison")
        return real(data)

    with patch.object(likeness, "read_record", side_effect=read):
        assert worker.run_job()
        assert worker.run_job()
        assert not worker.run_job()
    poison.refresh_from_db()
    good.refresh_from_db()
    assert (poison.state, poison.last_error) == ("ready", "MemoryError: poison")
    assert good.state == "done"


def test_a_job_of_an_unknown_kind_waits_for_a_newer_worker():
    tea, known = JobFactory(kind="make_tea", priority=-1), JobFactory()
    run_job(tea.pk)
    assert worker.run_job()
    assert not worker.run_job()
    tea.refresh_from_db()
    known.refresh_from_db()
    assert (tea.state, tea.attempts, known.state) == ("ready", 0, "done")


def test_the_sweep_task_gives_up_and_offers():
    JobFactory()
    table.claim()
    sweep()
    assert Job.objects.get().state == JobState.RUNNING
