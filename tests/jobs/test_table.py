"""The job table: claims, leases, the fence, attempts, hints."""

import logging
import time
from datetime import timedelta
from functools import partial
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from jobs import sweeper, table, worker
from jobs.models import MOST_ATTEMPTS, Job, JobState, Urgency, queue_of
from tests.adjudication.threads import at_once
from tests.factories import JobFactory

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def never() -> None:
    raise AssertionError("written")


def test_a_claim_takes_a_lease(settings):
    job = JobFactory()
    before = timezone.now()
    claimed = table.claim(job_id=job.pk)
    assert claimed == table.ClaimedJob(job.pk, job.kind, job.payload, 1)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    assert job.lease_until - before >= timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)


def test_a_job_is_claimed_once():
    job = JobFactory()
    assert table.claim(job_id=job.pk)
    assert table.claim(job_id=job.pk) is None
    assert table.claim() is None
    assert table.claim(job_id=0) is None


def test_without_an_id_the_most_urgent_job_is_taken():
    now = timezone.now()
    late = JobFactory(run_after=now - timedelta(seconds=1))
    early = JobFactory(run_after=now - timedelta(seconds=9))
    urgent = JobFactory(priority=-1)
    JobFactory(run_after=now + timedelta(hours=1), priority=-2)
    taken = [table.claim() for _ in range(4)]
    assert [claimed and claimed.id for claimed in taken] == [urgent.pk, early.pk, late.pk, None]


def test_a_finished_job_writes_in_the_same_transaction():
    job = JobFactory()
    claimed = table.claim()
    other = []
    assert table.finish(claimed, lambda: other.append(JobFactory()))
    job.refresh_from_db()
    assert (job.state, job.lease_until) == (JobState.DONE, None)
    assert job.finished_at is not None
    assert not table.finish(claimed, never)


def test_a_broker_that_was_away_is_left_alone_for_a_moment(monkeypatch):
    with patch.object(table.current_app, "send_task", side_effect=OSError("away")) as send:
        table.announce_job(1, Urgency.PLAYER)
        table.announce_job(2, Urgency.PLAYER)
        assert send.call_count == 1
        monkeypatch.setattr(table.broker_circuit, "_open_until", time.monotonic())
        table.announce_job(3, Urgency.PLAYER)
        assert send.call_count == 2


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_outcome_cannot_be_written_is_not_done():
    job = JobFactory()
    claimed = table.claim()

    def write() -> None:
        JobFactory(dedup_key="half written")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        table.finish(claimed, write)
    job.refresh_from_db()
    assert job.state == JobState.RUNNING
    assert not Job.objects.filter(dedup_key="half written").exists()


def test_the_pause_before_another_attempt_grows_only_so_far():
    job = JobFactory()
    Job.objects.filter(pk=job.pk).update(attempts=20, max_attempts=25)
    table.fail(table.claim(), ValueError("still no"))
    job.refresh_from_db()
    assert job.state == JobState.READY
    assert job.run_after < timezone.now() + timedelta(minutes=2)


def test_what_passes_by_itself_gives_no_job_up_for_a_day():
    job = JobFactory()
    for _ in range(MOST_ATTEMPTS + 3):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        table.fail(table.claim(), table.TransientError("away"))
    job.refresh_from_db()
    assert (job.state, job.last_error) == (JobState.READY, "TransientError: away")
    a_day_ago = timezone.now() - timedelta(hours=25)
    Job.objects.filter(pk=job.pk).update(run_after=timezone.now(), created_at=a_day_ago)
    table.fail(table.claim(), table.TransientError("away"))
    job.refresh_from_db()
    assert job.state == JobState.FAILED


def test_a_late_finisher_writes_nothing():
    job = JobFactory()
    late = table.claim()
    expire(job)
    table.sweep()
    assert not table.finish(late, never)
    second = table.claim()
    assert second.attempts == 2
    assert not table.finish(late, never)
    table.fail(late, ValueError("late"))
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.RUNNING, 2)
    assert table.finish(second, lambda: None)


def test_a_failed_attempt_is_tried_later_with_its_error():
    job = JobFactory()
    table.fail(table.claim(), ValueError("bad\x00 luck"))
    job.refresh_from_db()
    assert (job.state, job.last_error) == (JobState.READY, "ValueError: bad luck")
    assert job.run_after > timezone.now()
    assert table.claim() is None


def test_attempts_are_capped_and_the_error_stays():
    job = JobFactory()
    for _ in range(job.max_attempts):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        table.fail(table.claim(), ValueError("always"))
    job.refresh_from_db()
    assert (job.state, job.attempts, job.last_error) == ("failed", 5, "ValueError: always")
    assert table.claim() is None
    assert table.sweep() == table.SweepResult(0, 0, 0)


def test_a_job_that_kills_its_workers_is_given_up():
    job = JobFactory()
    for attempt in range(job.max_attempts):
        assert table.claim().attempts == attempt + 1
        expire(job)
        swept = table.sweep()
        assert (swept.released, swept.failed) == ((1, 0) if attempt < 4 else (0, 1))
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "worker stopped" in job.last_error


def test_a_lease_that_runs_is_left_alone():
    job = JobFactory()
    table.claim()
    assert table.sweep() == table.SweepResult(0, 0, 0)
    assert table.sweep(abandoned=True).released == 1
    job.refresh_from_db()
    assert job.state == JobState.READY


@pytest.fixture
def _empty_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_queue_lengths", lambda queues: dict.fromkeys(queues, 0))


@pytest.mark.usefixtures("_empty_queues")
def test_the_sweeper_hints_at_what_waits():
    now = timezone.now()
    forgotten = JobFactory(run_after=now - timedelta(seconds=3))
    JobFactory(run_after=now)
    JobFactory(run_after=now + timedelta(minutes=1))
    with patch.object(table, "announce_job") as hint:
        assert table.sweep().offered == 1
    hint.assert_called_once_with(forgotten.pk, Urgency.PLAYER)


@pytest.mark.usefixtures("_empty_queues")
def test_a_sweep_hints_at_so_many_only():
    Job.objects.bulk_create(
        Job(kind="k", dedup_key=str(n), run_after=timezone.now() - timedelta(minutes=1))
        for n in range(table.HINTS_A_SWEEP + 5)
    )
    with patch.object(table, "announce_job") as hint:
        table.sweep()
    assert hint.call_count == table.HINTS_A_SWEEP


@pytest.mark.usefixtures("_empty_queues")
def test_jobs_that_only_a_newer_worker_knows_hide_no_other():
    Job.objects.bulk_create(
        Job(
            kind="of a newer version",
            dedup_key=str(n),
            run_after=timezone.now() - timedelta(minutes=1),
        )
        for n in range(table.HINTS_A_SWEEP)
    )
    forgotten = JobFactory(priority=Urgency.BULK, run_after=timezone.now() - timedelta(minutes=1))
    with patch.object(table, "announce_job") as hint:
        sweeper.sweep()
    hint.assert_called_once_with(forgotten.pk, Urgency.BULK)


def test_a_queue_that_is_full_of_messages_is_not_told_again():
    Job.objects.bulk_create(
        Job(
            kind="k",
            dedup_key=f"{urgency}-{n}",
            priority=urgency,
            run_after=timezone.now() - timedelta(minutes=1),
        )
        for urgency in (Urgency.PLAYER, Urgency.BULK)
        for n in range(3)
    )
    lengths = {"shinpan": 3, "shinpan.bulk": table.HINTS_A_SWEEP - 1}
    with (
        patch.object(table, "announce_job") as hint,
        patch.object(table, "_queue_lengths", lambda _: lengths),
    ):
        assert table.sweep().offered == 4
    told = [call.args[1] for call in hint.call_args_list]
    assert told == [Urgency.PLAYER] * 3 + [Urgency.BULK]


def test_a_sweep_without_a_broker_sends_nothing_and_does_the_rest(monkeypatch, caplog):
    expired = JobFactory(
        state=JobState.RUNNING, attempts=1, lease_until=timezone.now() - timedelta(seconds=1)
    )
    monkeypatch.setattr(
        "kombu.connection.Connection.default_channel", property(lambda self: _away())
    )
    with patch.object(table, "announce_job") as hint:
        assert table.sweep() == table.SweepResult(released=1, failed=0, offered=0)
    hint.assert_not_called()
    expired.refresh_from_db()
    assert expired.state == JobState.READY
    assert "the broker does not answer" in caplog.text


def _away() -> None:
    raise OperationalError("away")


def test_the_hint_comes_after_the_commit_and_once(django_capture_on_commit_callbacks):
    with (
        patch.object(table, "announce_job") as hint,
        django_capture_on_commit_callbacks(execute=True),
        transaction.atomic(),
    ):
        for _ in range(2):
            table.enqueue(kind="k", dedup_key="one", payload={}, priority=Urgency.BULK)
        hint.assert_not_called()
    hint.assert_called_once_with(Job.objects.get().pk, Urgency.BULK)


@pytest.mark.parametrize("error", [OperationalError("away"), ConnectionRefusedError("away")])
def test_a_broker_that_is_away_is_no_error(error: Exception, caplog):
    with (
        patch.object(table.current_app, "send_task", side_effect=error) as send,
        caplog.at_level(logging.WARNING),
    ):
        table.announce_job(7, Urgency.BULK)
    send.assert_called_once_with(
        "jobs.run_job",
        [7],
        headers=None,
        queue="shinpan.bulk",
        retry=False,
        ignore_result=True,
    )
    assert "job 7 was not announced" in caplog.text


def test_what_takes_long_is_given_longer():
    with patch.object(table.current_app, "send_task") as send:
        table.announce_job(7, Urgency.REFEREE)
    send.assert_called_once_with(
        "jobs.run_job",
        [7],
        headers=None,
        queue="shinpan.confirmation",
        retry=False,
        ignore_result=True,
        soft_time_limit=540,
        time_limit=570,
    )


@pytest.mark.django_db(transaction=True)
def test_many_workers_share_the_jobs_without_overlap():
    wanted = {JobFactory().pk for _ in range(12)}
    claims = at_once([table.claim] * 12)
    taken = [claimed.id for claimed in claims if claimed is not None]
    assert len(taken) == len(set(taken))
    while (claimed := table.claim()) is not None:
        taken.append(claimed.id)
    assert sorted(taken) == sorted(wanted)


@pytest.mark.django_db(transaction=True)
def test_the_same_hint_twice_at_once_is_one_claim():
    for job in [JobFactory() for _ in range(10)]:
        claims = at_once([partial(table.claim, job_id=job.pk)] * 4)
        assert sum(claimed is not None for claimed in claims) == 1


def test_a_long_job_is_held_on_until_it_is_somebody_elses(settings):
    job = JobFactory()
    mine = table.claim()
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() + timedelta(seconds=1))
    assert table.renew_lease(mine)
    job.refresh_from_db()
    assert job.lease_until > timezone.now() + timedelta(seconds=settings.SHINPAN_LEASE_SECONDS - 5)
    table.sweep(abandoned=True)
    assert not table.renew_lease(mine)


@pytest.mark.parametrize(
    ("priority", "queue"),
    [
        (-5, "shinpan"),
        (0, "shinpan"),
        (1, "shinpan.messages"),
        (11, "shinpan.confirmation"),
        (50, "shinpan.bulk"),
        (51, "shinpan.archive"),
        (500, "shinpan.archive"),
    ],
)
def test_every_urgency_has_a_queue(priority: int, queue: str):
    assert queue_of(priority) == queue


def test_a_kind_that_is_unknown_here_waits_for_a_newer_worker(monkeypatch):
    done = []
    monkeypatch.setitem(
        worker.HANDLERS, "today", lambda job: table.finish(job, lambda: done.append(1))
    )
    newer = JobFactory(kind="tomorrow", priority=Urgency.PLAYER)
    JobFactory(kind="today", priority=Urgency.ARCHIVE)
    assert not worker.run_job(job_id=newer.pk)
    assert worker.run_job()
    assert not worker.run_job()
    newer.refresh_from_db()
    assert (newer.state, newer.attempts, done) == (JobState.READY, 0, [1])
