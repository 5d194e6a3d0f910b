"""Several records of a tournament that a worker judges at a time, each as if it were alone."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.models import Case, Submission, Verdict
from adjudication.submissions.services import judging
from jobs import table, worker
from jobs.models import MOST_TOGETHER, Job, JobState, Urgency
from tests.factories import (
    COUNTED,
    ILLEGAL_KO,
    GameFactory,
    GameRecordFileFactory,
    JobFactory,
    RoundFactory,
    SubmissionFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]
FEW = 4


def waiting(*records: bytes, round_: Any = None, **job: Any) -> list[Job]:
    """Return a job for each record, all of one tournament and each of another game."""
    round_ = round_ or RoundFactory(state="published")
    return [
        JobFactory(
            submission=SubmissionFactory(
                game=GameFactory(round=round_, board_number=number),
                record=GameRecordFileFactory(data=data.replace(b"(;", b"(;C[%d]" % number, 1)),
            ),
            **job,
        )
        for number, data in enumerate(records, 1)
    ]


def drain() -> int:
    return worker.run_due_jobs(Urgency.BULK, until=time.monotonic() + 60)


def states(jobs: list[Job]) -> list[tuple[str, int]]:
    return [Job.objects.values_list("state", "attempts").get(pk=job.pk) for job in jobs]


def test_what_many_records_cost_in_statements_is_what_one_costs():
    counts = []
    for many in (2, 2 * FEW):
        jobs = waiting(*[COUNTED] * many)
        with CaptureQueriesContext(connection) as captured:
            assert drain() == many
        assert states(jobs) == [(JobState.DONE, 1)] * many
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert set(Verdict.objects.values_list("verdict", flat=True)) == {"confirmed"}


def test_a_record_that_needs_a_case_is_judged_alone_and_gets_it():
    jobs = waiting(COUNTED, ILLEGAL_KO, COUNTED)
    assert drain() == len(jobs)
    assert states(jobs) == [(JobState.DONE, 1)] * len(jobs)
    accused = Submission.objects.get(pk=jobs[1].payload["submission_id"])
    assert Case.objects.get().game_id == accused.game_id
    assert accused.verdict.verdict == "forfeit"


def test_one_that_fails_keeps_no_other_from_being_judged(monkeypatch):
    jobs = waiting(*[COUNTED] * FEW)
    bad, real = jobs[2].payload["submission_id"], judging._verdict_columns

    def judge(report: Submission, *how: Any) -> dict[str, Any]:
        if report.pk == bad:
            raise MemoryError("poison")
        return real(report, *how)

    monkeypatch.setattr(judging, "_verdict_columns", judge)
    assert drain() == FEW
    failed = Job.objects.get(pk=jobs[2].pk)
    assert (failed.state, failed.last_error) == (JobState.READY, "MemoryError: poison")
    others = [job for job in jobs if job.pk != failed.pk]
    assert states(others) == [(JobState.DONE, 1)] * len(others)
    assert Verdict.objects.count() == len(others)


def test_of_a_job_that_was_taken_away_meanwhile_nothing_is_written(monkeypatch):
    jobs = waiting(*[COUNTED] * FEW)
    lost, real = jobs[1], judging.contradictions_of_each

    def taken(sent: Any) -> Any:
        Job.objects.filter(pk=lost.pk).update(attempts=2)  # its lease ran out: another has it
        return real(sent)

    monkeypatch.setattr(judging, "contradictions_of_each", taken)
    assert drain() == FEW
    assert states([lost]) == [(JobState.RUNNING, 2)]
    judged = set(Verdict.objects.values_list("submission_id", flat=True))
    assert judged == {job.payload["submission_id"] for job in jobs if job.pk != lost.pk}


def test_only_what_is_alike_and_was_never_tried_is_taken_along():
    first, second, tried, later, bulk = waiting(*[COUNTED] * 5)
    (elsewhere,) = waiting(COUNTED)
    Job.objects.filter(pk=tried.pk).update(attempts=1)
    Job.objects.filter(pk=later.pk).update(run_after=timezone.now() + timedelta(hours=1))
    Job.objects.filter(pk=bulk.pk).update(priority=Urgency.BULK)
    held = table.claim(job_id=first.pk)
    assert held is not None
    assert [job.id for job in table.claim_alike(held, 9)] == [second.pk]
    assert table.claim_alike(held, 9) == []
    assert states([tried, elsewhere]) == [(JobState.READY, 1), (JobState.READY, 0)]


def test_so_many_are_taken_at_a_time_and_no_more(monkeypatch):
    monkeypatch.setitem(MOST_TOGETHER, Urgency.PLAYER, 3)
    waiting(*[COUNTED] * 5)
    taken: list[int] = []
    real = worker._run
    monkeypatch.setattr(worker, "_run", lambda jobs: (taken.append(len(jobs)), real(jobs)))
    assert drain() == 5
    assert taken == [3, 2]
