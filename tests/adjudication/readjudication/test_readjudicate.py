"""Stored records judged again: what changes, what stays, stopping and going on."""

import io
import json
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from adjudication.models import (
    Case,
    Readjudication,
    ReadjudicationPart,
    ReadjudicationState,
    Rejudgement,
    Submission,
    Verdict,
)
from adjudication.readjudication import services
from adjudication.readjudication.models import FOLLOW, PART
from adjudication.readjudication.selectors import differences, readjudication, readjudications
from adjudication.readjudication.services import (
    reports_to_judge,
    resume_readjudication,
    start_readjudication,
    stop_readjudication,
)
from adjudication.rules.version import ENGINE_VERSION
from adjudication.submissions.services import judging
from adjudication.submissions.services.reports import submit_result
from jobs import table
from jobs.models import Job, JobState, Urgency
from jobs.worker import run_job
from tests.factories import (
    COUNTED,
    ILLEGAL_KO,
    GameFactory,
    GameRecordFileFactory,
    SubmissionFactory,
    VerdictFactory,
)
from tests.support.answering import confirm_as_read
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, GameState

pytestmark = pytest.mark.django_db


def judged(record: bytes = COUNTED, **verdict: Any) -> Submission:
    """A report whose record an engine before this one has judged."""
    submission = SubmissionFactory(record=GameRecordFileFactory(data=record))
    found = [{"code": "score.confirmed", "move": None, "moot": False}]
    VerdictFactory(
        submission=submission,
        engine_version="0",
        **({"findings": found, "computed": {"result": "W+0.5"}} | verdict),
    )
    return submission


def work() -> None:
    while run_job(kinds=(PART, FOLLOW)):
        pass


def fresh(record: bytes) -> dict[str, Any]:
    """What this engine finds, as a verdict would keep it."""
    submission = SubmissionFactory(record=GameRecordFileFactory(data=record))
    columns = services.verdict_columns(submission)
    return {name: columns[name] for name in ("verdict", "findings", "computed") if name in columns}


def test_only_what_differs_is_told_and_the_verdict_stays():
    same = judged(**fresh(COUNTED))
    other = judged(ILLEGAL_KO)
    run = start_readjudication(tournament_id=None)
    assert {job.priority for job in Job.objects.all()} == {Urgency.ARCHIVE}
    work()
    view = readjudication(run.pk)
    assert view is not None
    assert (view.state, view.total, view.judged, view.changed) == ("done", 2, 2, 1)
    (one,) = differences(run.pk)
    assert (one.submission_id, one.before, one.after) == (other.pk, "confirmed", "forfeit")
    assert (one.result_before, one.result_after) == ("W+0.5", "")
    assert [finding["code"] for finding in one.findings][:1] == ["illegal.ko"]
    assert one.gone == ("score.confirmed",)
    assert set(Verdict.objects.values_list("engine_version", flat=True)) == {"0"}
    assert Rejudgement.objects.get(submission=same).changed is False


def test_confirmed_and_entered_results_stay_as_they_are():
    confirmed, entered = judged(ILLEGAL_KO), judged(ILLEGAL_KO)
    now = timezone.now()
    result = {"winner": "white", "reason": "score", "margin_half": 1, "reported_at": now}
    games = Game.objects.filter(pk__in=[confirmed.game_id, entered.game_id])
    games.filter(pk=confirmed.game_id).update(state="confirmed", confirmed_at=now, **result)
    games.filter(pk=entered.game_id).update(state="entered", **result)
    before = list(games.order_by("pk").values())
    events = AuditEvent.objects.count()
    start_readjudication(tournament_id=None)
    work()
    assert list(games.order_by("pk").values()) == before
    assert AuditEvent.objects.count() == events
    assert not Case.objects.exists()
    assert Rejudgement.objects.filter(changed=True).count() == 2


def reported(record: bytes) -> Submission:
    game = GameFactory(round__state="published")
    submission = submit_result(
        game_id=game.pk,
        player_id=game.black_id,
        claim="W+0.5",
        record_bytes=record,
        idempotency_key="k",
    )
    return Submission.objects.get(pk=submission)


def test_a_game_whose_players_are_still_at_it_gets_the_case_that_it_would_have_had():
    submission = reported(ILLEGAL_KO)
    Job.objects.all().delete()
    VerdictFactory(submission=submission, engine_version="0", findings=[])
    start_readjudication(tournament_id=None)
    work()
    assert Case.objects.get().game_id == submission.game_id
    assert Game.objects.get(pk=submission.game_id).state == GameState.DISPUTED


def test_what_the_verdict_brought_up_is_not_brought_up_again():
    submission = reported(ILLEGAL_KO)
    run_job()
    assert Case.objects.count() == 1
    events = AuditEvent.objects.count()
    start_readjudication(tournament_id=None)
    row = Rejudgement(
        readjudication_id=Readjudication.objects.get().pk,
        submission=submission,
        engine_version="1",
        before="confirmed",
        after="forfeit",
        changed=True,
    )
    row.save()
    table.enqueue(kind=FOLLOW, dedup_key="f", payload={"rejudgement_id": row.pk})
    assert run_job(kinds=(FOLLOW,))
    assert Case.objects.count() == 1
    assert AuditEvent.objects.count() == events


def test_a_result_that_is_confirmed_meanwhile_stays():
    submission = reported(ILLEGAL_KO)
    Job.objects.all().delete()
    VerdictFactory(submission=submission, engine_version="0", findings=[])
    start_readjudication(tournament_id=None)
    assert run_job(kinds=(PART,))
    assert Job.objects.filter(kind=FOLLOW, state=JobState.READY).count() == 1
    confirm_as_read(submission_id=submission.pk, player_id=submission.game.white_id)
    work()
    assert Game.objects.get(pk=submission.game_id).state == GameState.CONFIRMED
    assert not Case.objects.exists()


def test_a_dry_run_tells_and_touches_nothing():
    submission = reported(ILLEGAL_KO)
    Job.objects.all().delete()
    VerdictFactory(submission=submission, engine_version="0", findings=[])
    run = start_readjudication(tournament_id=None, dry_run=True)
    work()
    assert len(list(differences(run.pk))) == 1
    assert Game.objects.get(pk=submission.game_id).state == GameState.REPORTED
    assert reports_to_judge(Readjudication(engine_before="1")).count() == 1


def test_a_tournament_of_its_own():
    mine, other = judged(), judged()
    run = start_readjudication(tournament_id=mine.game.round.tournament_id)
    work()
    assert list(Rejudgement.objects.values_list("submission", flat=True)) == [mine.pk]
    assert run.total == 1
    assert [one.id for one in readjudications(other.game.round.tournament_id)] == []
    with pytest.raises(NotFound):
        start_readjudication(tournament_id=0)


def test_what_this_engine_has_judged_is_left_out():
    judged()
    VerdictFactory(engine_version="1")
    first = start_readjudication(tournament_id=None, engine_before="1")
    work()
    second = start_readjudication(tournament_id=None, engine_before="1")
    assert (first.total, second.total) == (1, 0)
    assert second.state == ReadjudicationState.DONE
    with pytest.raises(UserError, match="engine_before"):
        start_readjudication(tournament_id=None, engine_before="v2")


def test_a_few_jobs_at_a_time_and_every_record_once(monkeypatch):
    monkeypatch.setattr(services, "RECORDS_A_PART", 2)
    monkeypatch.setattr(services, "PARTS_AT_ONCE", 3)
    reports = [judged() for _ in range(11)]
    run = start_readjudication(tournament_id=None)
    assert Job.objects.count() == 3
    assert run_job(kinds=(PART,))
    assert Job.objects.filter(state=JobState.READY).count() == 3
    work()
    found = Rejudgement.objects.order_by("pk").values_list("submission", flat=True)
    assert sorted(found) == [one.pk for one in reports]
    assert ReadjudicationPart.objects.count() == 6
    run.refresh_from_db()
    assert run.state == ReadjudicationState.DONE


def test_stopped_and_gone_on_with(monkeypatch):
    monkeypatch.setattr(services, "RECORDS_A_PART", 1)
    monkeypatch.setattr(services, "PARTS_AT_ONCE", 2)
    for _ in range(4):
        judged()
    run = start_readjudication(tournament_id=None)
    assert run_job(kinds=(PART,))
    stop_readjudication(run_id=run.pk)
    work()
    assert Rejudgement.objects.count() == 1
    resume_readjudication(run_id=run.pk)
    work()
    view = readjudication(run.pk)
    assert view is not None
    assert (view.state, view.judged, view.lost) == ("done", 4, 0)
    with pytest.raises(Conflict):
        stop_readjudication(run_id=run.pk)


def test_a_part_that_was_given_up_is_told_and_can_be_done_again():
    judged()
    run = start_readjudication(tournament_id=None)
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now())
    services.plan_all(timezone.now())
    view = readjudication(run.pk)
    assert view is not None
    assert (view.state, view.lost) == ("done", 1)
    resume_readjudication(run_id=run.pk)
    work()
    view = readjudication(run.pk)
    assert view is not None
    assert (view.judged, view.lost) == (1, 0)


def test_the_sweeper_plans_on_where_a_worker_died(monkeypatch):
    monkeypatch.setattr(services, "RECORDS_A_PART", 1)
    monkeypatch.setattr(services, "PARTS_AT_ONCE", 1)
    judged(), judged()
    start_readjudication(tournament_id=None)
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now())
    services.plan_all(timezone.now())
    assert Job.objects.filter(state=JobState.READY).count() == 1


def test_a_record_that_makes_the_program_fail_stops_no_other():
    judged(), judged()
    run = start_readjudication(tournament_id=None)
    real, calls = judging._verdict_columns, []

    def judge(submission: Submission, *how: Any) -> dict[str, Any]:
        calls.append(submission)
        if len(calls) == 1:
            raise RuntimeError("a fault in the program")
        return real(submission, *how)

    with patch.object(judging, "_verdict_columns", judge):
        work()
    view = readjudication(run.pk)
    assert view is not None
    assert (view.judged, view.failed, view.state) == (1, 1, "done")


def test_a_part_that_somebody_else_has_now_writes_nothing(settings):
    settings.SHINPAN_LEASE_SECONDS = 0
    judged()
    start_readjudication(tournament_id=None)
    claimed = table.claim()
    assert claimed is not None
    Job.objects.update(attempts=2)
    assert services.judge_part(claimed) is False
    assert not Rejudgement.objects.exists()


def test_a_part_that_has_two_jobs_after_stopping_and_resuming_is_judged_once():
    judged(ILLEGAL_KO)
    run = start_readjudication(tournament_id=None)
    stop_readjudication(run_id=run.pk)
    resume_readjudication(run_id=run.pk)
    real, calls = judging._verdict_columns, []

    def judge(submission: Submission, *how: Any) -> dict[str, Any]:
        calls.append(submission)
        if len(calls) == 1:  # meanwhile another worker does the other job
            assert run_job(kinds=(PART,))
        return real(submission, *how)

    with patch.object(judging, "_verdict_columns", judge):
        assert run_job(kinds=(PART,))
    assert len(calls) == 2
    assert set(Job.objects.filter(kind=PART).values_list("state", "attempts")) == {("done", 1)}
    view = readjudication(run.pk)
    assert view is not None
    assert (view.judged, view.changed, view.state) == (1, 1, "done")


def test_a_worker_of_another_engine_leaves_the_part_to_others():
    judged()
    start_readjudication(tournament_id=None)
    Readjudication.objects.update(engine_version="8")
    assert run_job(kinds=(PART,))
    job = Job.objects.get()
    assert job.state == JobState.READY
    assert "OtherEngineError" in job.last_error


def test_a_run_of_an_engine_that_no_worker_has_any_more_stops(monkeypatch):
    monkeypatch.setattr(services, "RECORDS_A_PART", 1)
    monkeypatch.setattr(services, "PARTS_AT_ONCE", 1)
    judged(), judged()
    run = start_readjudication(tournament_id=None)
    Readjudication.objects.update(engine_version="8")
    services.plan_all(timezone.now())
    run.refresh_from_db()
    assert run.state == ReadjudicationState.RUNNING
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now())
    services.plan_all(timezone.now())
    run.refresh_from_db()
    assert run.state == ReadjudicationState.STOPPED
    assert Job.objects.count() == 1
    with pytest.raises(Conflict) as refused:
        resume_readjudication(run_id=run.pk)
    assert refused.value.code == "engine_changed"


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("readjudicate", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_command_works_shows_and_shows_again():
    other = judged(ILLEGAL_KO)
    text = command("--all")
    slug, round_ = other.game.round.tournament.slug, other.game.round.number
    assert f"{slug}, round {round_}, board {other.game.board_number}" in text
    assert "confirmed W+0.5 -> forfeit; illegal.ko at move 10" in text
    assert "1 of 1 records judged, 1 differ." in text
    run = Readjudication.objects.get()
    assert command("--show", str(run.pk)) == text
    told = json.loads(command("--show", str(run.pk), "--json"))
    assert told["changed"] == 1
    assert told["differences"][0]["after"] == "forfeit"
    assert f"Run {run.pk}, all tournaments, engine {ENGINE_VERSION}: done" in command("--list")


def test_ctrl_c_stops_and_says_how_to_go_on():
    judged()
    with patch(
        "adjudication.management.commands.readjudicate.run_job", side_effect=KeyboardInterrupt
    ):
        assert "stopped; 0 of 1" in command("--all")
    run = Readjudication.objects.get()
    assert "done; 1 of 1" in command("--resume", str(run.pk))


def test_mistakes_are_told():
    with pytest.raises(CommandError, match="no tournament"):
        command("--tournament", "nowhere")
    with pytest.raises(CommandError, match="There is no such run"):
        command("--show", "7")
    with pytest.raises(CommandError, match="There is no such run"):
        command("--stop", "7")
