"""A worker that was told of one job goes on with what else waits, and keeps what it is at."""

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import table, tasks, worker
from jobs.models import Job, JobState, Urgency, drainable_with, priority_range, urgency_of
from tests.factories import JobFactory
from tests.support.processes import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = 60.0


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The jobs in the order in which they were done."""
    jobs: list[int] = []
    monkeypatch.setitem(
        worker.HANDLERS,
        "probe",
        lambda job: table.finish(job, lambda: jobs.append(job.id)),
    )
    return jobs


def waiting(*priorities: int) -> list[int]:
    return [JobFactory(kind="probe", priority=priority).pk for priority in priorities]


def test_every_priority_is_in_the_span_of_its_urgency():
    for priority in (-(2**15), -1, 0, 1, 10, 11, 20, 50, 51, 90, 500, 2**15 - 1):
        inside = [
            one for one in Urgency if priority_range(one)[0] < priority <= priority_range(one)[1]
        ]
        assert inside == [urgency_of(priority)]


def test_whoever_goes_on_takes_the_most_urgent_first(done):
    bulk, player, message = waiting(Urgency.BULK, Urgency.PLAYER, Urgency.MESSAGE)
    assert worker.run_due_jobs(Urgency.BULK, until=time.monotonic() + SOON) == 3
    assert done == [player, message, bulk]


def test_what_is_less_urgent_or_may_take_longer_is_left(done):
    player, *_ = waiting(Urgency.PLAYER, Urgency.MESSAGE, Urgency.REFEREE, Urgency.BULK)
    assert worker.run_due_jobs(Urgency.PLAYER, until=time.monotonic() + SOON) == 1
    assert done == [player]
    worker.run_due_jobs(Urgency.ARCHIVE, until=time.monotonic() + SOON)
    assert Job.objects.get(state=JobState.READY).priority == Urgency.REFEREE
    assert drainable_with(Urgency.REFEREE) == (Urgency.REFEREE,)


def test_a_worker_goes_on_for_a_while_only(done):
    waiting(*[Urgency.PLAYER] * 3)
    assert worker.run_due_jobs(Urgency.PLAYER, until=time.monotonic()) == 0
    assert done == []


def test_one_that_fails_keeps_no_other_waiting(done, monkeypatch):
    monkeypatch.setitem(worker.HANDLERS, "bad", lambda job: 1 / 0)
    JobFactory(kind="bad", priority=-1)
    good = waiting(Urgency.PLAYER)
    worker.run_due_jobs(Urgency.PLAYER, until=time.monotonic() + SOON)
    assert done == good
    assert Job.objects.get(kind="bad").state == JobState.READY


@pytest.mark.django_db(transaction=True)
def test_a_hint_leads_to_everything_that_waits(done):
    first, second, third = waiting(*[Urgency.PLAYER] * 3)
    tasks.run_job.apply(args=[second], routing_key="shinpan")
    assert done == [second, first, third]


@pytest.mark.django_db(transaction=True)
def test_a_hint_that_comes_too_late_leads_on_all_the_same(done):
    first, second = waiting(*[Urgency.PLAYER] * 2)
    assert worker.run_job(job_id=first)
    tasks.run_job.apply(args=[first], routing_key="shinpan")
    assert done == [first, second]


@pytest.mark.django_db(transaction=True)
def test_a_hint_from_nowhere_leads_to_its_job_alone(done):
    _first, second = waiting(*[Urgency.PLAYER] * 2)
    tasks.run_job.apply(args=[second])
    tasks.run_job.apply(args=[second], routing_key="elsewhere")
    assert done == [second]


@pytest.mark.django_db(transaction=True)
def test_a_job_longer_than_its_lease_stays_with_its_worker(monkeypatch, settings):
    settings.SHINPAN_LEASE_SECONDS = 1
    swept = []

    def long_work(job: table.ClaimedJob) -> bool:
        begun = timezone.now()

        def lease() -> timedelta:
            return Job.objects.get(pk=job.id).lease_until - begun

        wait_until(lambda: lease() > timedelta(seconds=2), "the lease renewed twice")
        swept.append(table.sweep())
        return table.finish(job, lambda: None)

    monkeypatch.setitem(worker.HANDLERS, "long", long_work)
    job = JobFactory(kind="long")
    assert worker.run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 1)
    assert swept == [table.SweepResult(released=0, failed=0, offered=0)]


@pytest.mark.django_db(transaction=True)
def test_a_lease_that_was_lost_is_not_taken_back(monkeypatch, settings):
    """The fence holds: who was taken for dead neither renews the lease nor ends the job."""
    settings.SHINPAN_LEASE_SECONDS = 1
    ended = []

    def presumed_dead(job: table.ClaimedJob) -> bool:
        Job.objects.filter(pk=job.id).update(lease_until=timezone.now() - timedelta(hours=1))
        table.sweep()
        other = table.claim(job_id=job.id)
        assert other is not None
        held = Job.objects.get(pk=job.id).lease_until
        time.sleep(0.8)  # two times in which a lease is renewed
        assert Job.objects.get(pk=job.id).lease_until == held
        ended.append(table.finish(job, lambda: None))
        return ended[0]

    monkeypatch.setitem(worker.HANDLERS, "dead", presumed_dead)
    job = JobFactory(kind="dead")
    worker.run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, ended) == (JobState.RUNNING, 2, [False])
