"""A real Celery worker on a real broker, with PostgreSQL."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from celery import current_app
from django.db import connection, transaction
from kombu import pools

from adjudication.demo import plan
from adjudication.models import Submission, Verdict
from adjudication.submissions.services.reports import submit_result
from adjudication.verdicts.models import judging_job
from jobs.models import Job, JobState, Urgency
from jobs.table import HINTS_A_SWEEP
from tests.factories import (
    COUNTED,
    UNREADABLE,
    GameFactory,
    GameRecordFileFactory,
    JobFactory,
    SubmissionFactory,
)
from tests.support.celery_worker import running_worker, start_worker
from tests.support.database import test_database_url
from tests.support.processes import Process, wait_until
from tests.support.services import Valkey

pytestmark = pytest.mark.django_db(transaction=True)
AGO = datetime(2026, 1, 1, tzinfo=UTC)
LONG = (plan.RECORDS / "cup-1-1.sgf").read_bytes()


@pytest.fixture
def hints(request: pytest.FixtureRequest) -> Iterator[None]:
    """Send this process's hints to the broker of the test."""
    name = "valkey" if "valkey" in request.fixturenames else "broker"
    found = request.getfixturevalue(name)
    with sending_to(found.url if isinstance(found, Valkey) else found):
        yield


class sending_to:  # noqa: N801 - reads as a phrase
    """Point Celery's producers of this process at a broker for the length of the block."""

    def __init__(self, url: str) -> None:
        self._url = url

    def _point(self, url: str) -> None:
        pools.reset()  # a pool that was closed would be given to the next who has its address
        current_app._pool = current_app.amqp._producer_pool = None
        current_app.conf.broker_url = url

    def __enter__(self) -> None:
        self._before = current_app.conf.broker_url
        self._point(self._url)

    def __exit__(self, *exception: object) -> None:
        self._point(self._before)


def submit(count: int, record: bytes = COUNTED) -> None:
    for game in GameFactory.create_batch(count):
        submit_result(
            game_id=game.pk,
            player_id=game.black_id,
            claim="W+0.5",
            record_bytes=record,
            idempotency_key="only",
        )


def judged(count: int) -> None:
    wait_until(lambda: Verdict.objects.count() >= count, f"{count} verdicts")


def each_exactly_once(count: int) -> None:
    wait_until(lambda: not Job.objects.exclude(state=JobState.DONE).exists(), "all jobs done")
    assert Submission.objects.count() == count
    assert Verdict.objects.count() == count
    assert Submission.objects.filter(verdict=None).count() == 0


@pytest.mark.usefixtures("hints")
def test_submissions_reach_their_verdicts(worker: Process):
    submit(20)
    submit(5, UNREADABLE)
    each_exactly_once(25)
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}
    assert Verdict.objects.filter(verdict="confirmed").count() == 20
    assert worker.running()


@pytest.mark.usefixtures("worker")
def test_without_any_hint_the_sweeper_finds_the_work():
    for _ in range(5):
        JobFactory()
    each_exactly_once(5)


def test_a_worker_that_was_away_finds_the_work(broker: str, tmp_path: Path):
    for _ in range(3):
        JobFactory()
    with running_worker(tmp_path, database_url=test_database_url(), broker_url=broker, beat=True):
        each_exactly_once(3)


@pytest.mark.usefixtures("hints")
def test_killed_at_work_with_the_broker_flushed(valkey: Valkey, tmp_path: Path):
    """Each time the worker is killed while it writes: the table of verdicts is locked for it."""
    total = 40

    def start(number: int) -> Process:
        folder = tmp_path / str(number)
        folder.mkdir()
        return start_worker(
            folder,
            database_url=test_database_url(),
            broker_url=valkey.url,
            beat=True,
            SHINPAN_LEASE_SECONDS="2",
            SHINPAN_SWEEP_SECONDS="1",
        )

    at_work = Job.objects.filter(state=JobState.RUNNING)
    submit(total, LONG)
    for number in range(4):
        worker = start(number)
        judged(min(total, 3 * number))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE adjudication_verdict IN SHARE MODE")
            wait_until(at_work.exists, "the worker at work")
            worker.kill()
            valkey.flush()
            assert at_work.exists()
        assert Verdict.objects.count() < total
    worker = start(9)
    try:
        each_exactly_once(total)
    finally:
        worker.stop()
    assert Job.objects.filter(attempts__gt=1).exists()


@pytest.mark.usefixtures("hints")
def test_a_broker_that_is_away_delays_and_loses_nothing(valkey: Valkey, tmp_path: Path):
    valkey.kill()
    submit(5)
    assert Job.objects.filter(state=JobState.READY).count() == 5
    valkey.start()
    with running_worker(
        tmp_path, database_url=test_database_url(), broker_url=valkey.url, beat=True
    ):
        each_exactly_once(5)


@pytest.mark.usefixtures("hints")
def test_one_sweep_is_enough_for_everything_that_waits(broker: str, tmp_path: Path):
    """More than a sweep tells of, and no second one comes."""
    count = HINTS_A_SWEEP + 100
    submissions = SubmissionFactory.create_batch(count, record=GameRecordFileFactory())
    waiting = [
        Job(**judging_job(one.pk, one.game.round.tournament_id, Urgency.PLAYER), run_after=AGO)
        for one in submissions
    ]
    Job.objects.bulk_create(waiting)
    current_app.send_task("jobs.sweep", queue="shinpan.sweep")
    with running_worker(tmp_path, database_url=test_database_url(), broker_url=broker):
        each_exactly_once(count)
