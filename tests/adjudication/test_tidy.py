"""What nobody needs any more goes."""

import io
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from adjudication.models import Verdict
from jobs.models import Job, JobState
from tests.factories import JobFactory, VerdictFactory

pytestmark = pytest.mark.django_db


def done(days: int, **columns: str) -> Job:
    at = timezone.now() - timedelta(days=days)
    return JobFactory(state=JobState.DONE, finished_at=at, **columns)


def test_old_jobs_and_ended_sessions_go_and_nothing_else(monkeypatch):
    monkeypatch.setattr("adjudication.management.commands.tidy.AT_ONCE", 2)
    now = timezone.now()
    for _ in range(5):
        done(31)
    kept = {
        done(29),
        done(31, kind="announce"),
        JobFactory(created_at=now - timedelta(days=99)),
        JobFactory(state=JobState.FAILED, finished_at=now - timedelta(days=99)),
    }
    VerdictFactory()
    for number, hours in enumerate((-1, 1)):
        Session.objects.create(
            session_key=str(number), session_data="", expire_date=now + timedelta(hours=hours)
        )
    out = io.StringIO()
    call_command("tidy", stdout=out)
    assert set(Job.objects.all()) == kept
    assert "5 jobs removed" in out.getvalue()
    assert Verdict.objects.count() == 1
    assert [one.session_key for one in Session.objects.all()] == ["1"]
