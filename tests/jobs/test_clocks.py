"""The clock is put back while jobs wait and run."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import sweeper, table
from jobs.models import Job, JobState

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOUR = timedelta(hours=1)


@pytest.fixture
def jobs() -> tuple[Job, Job]:
    """One that waits and one that a worker holds, both of an hour ahead."""
    ahead = timezone.now() + HOUR
    waiting = Job.objects.create(kind="k", dedup_key="1", created_at=ahead, run_after=ahead)
    running = Job.objects.create(
        kind="k",
        dedup_key="2",
        created_at=ahead,
        run_after=ahead,
        state=JobState.RUNNING,
        attempts=1,
        lease_until=ahead + timedelta(seconds=30),
    )
    return waiting, running


def test_what_waits_is_due_and_what_runs_has_one_lease_from_now(jobs, caplog, settings):
    waiting, running = jobs
    assert table.claim(job_id=waiting.pk) is None
    with caplog.at_level(logging.WARNING):
        assert sweeper.correct_clocks(timezone.now()) == 2
    assert "clock" in caplog.text
    assert table.claim(job_id=waiting.pk) is not None
    running.refresh_from_db()
    lease = timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)
    assert timezone.now() < running.lease_until <= timezone.now() + lease


def test_whoever_is_at_work_still_writes(jobs):
    sweeper.correct_clocks(timezone.now())
    held = table.ClaimedJob(jobs[1].pk, "k", {}, 1)
    assert table.finish(held, lambda: None)


def test_ordinary_delays_and_leases_are_left_alone():
    now = timezone.now()
    later = Job.objects.create(kind="k", dedup_key="1", run_after=now + HOUR)
    table.claim(job_id=Job.objects.create(kind="k", dedup_key="2").pk)
    assert sweeper.correct_clocks(now) == 0
    later.refresh_from_db()
    assert later.run_after == now + HOUR
