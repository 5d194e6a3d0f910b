"""A replay that never ends does not hold the only worker of the embedded server for ever."""

import threading
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from adjudication.management.overtime import Overtime
from adjudication.verdicts.services import likeness
from jobs import worker
from tests.factories import JobFactory
from tests.support.processes import wait_until


def never_ends(*_: object) -> None:
    while True:
        pass


@pytest.mark.django_db
def test_a_replay_that_never_ends_is_interrupted_and_its_attempt_counts():
    job = JobFactory()
    overtime = Overtime(soft=0, hard=60)
    began, ended = threading.Event(), threading.Event()

    def watch() -> None:
        began.wait(10)
        while not ended.is_set():
            overtime.check()

    watcher = threading.Thread(target=watch)
    watcher.start()

    def read(data: bytes) -> None:
        overtime.begin()
        began.set()
        never_ends()

    with patch.object(likeness, "read_record", side_effect=read):
        assert worker.run_job(job_id=job.pk)
    overtime.finish()
    ended.set()
    watcher.join()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("ready", 1)
    assert "SoftTimeLimitExceeded" in job.last_error


def test_a_job_that_cannot_be_interrupted_ends_the_process():
    gave_up = threading.Event()
    release = threading.Event()
    overtime = Overtime(soft=60, hard=0, give_up=gave_up.set)

    def work() -> None:
        overtime.begin()
        release.wait(10)
        overtime.finish()

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: overtime.check() or gave_up.is_set(), "the hard limit", 10)
    release.set()
    thread.join()


def test_a_message_may_give_its_job_longer_or_less():
    gave_up = threading.Event()
    overtime = Overtime(soft=0, hard=0, give_up=gave_up.set)
    overtime.begin(task=asked(hard=60, soft=50))
    overtime.check()
    assert not gave_up.is_set()
    overtime.begin(task=asked(hard=None, soft=None))
    wait_until(lambda: overtime.check() or gave_up.is_set(), "the hard limit", 10)
    gave_up.clear()
    overtime = Overtime(soft=60, hard=60, give_up=gave_up.set)
    overtime.begin(task=asked(hard=0, soft=0))
    wait_until(lambda: overtime.check() or gave_up.is_set(), "the message's limit", 10)


def asked(*, hard: int | None, soft: int | None) -> Any:
    return SimpleNamespace(request=SimpleNamespace(timelimit=[hard, soft]))


def test_what_has_ended_is_left_alone():
    overtime = Overtime(soft=0, hard=0, give_up=never_ends)
    overtime.begin()
    overtime.finish()
    overtime.check()
