"""A player does not wait for an archive: a real worker takes the most urgent message first."""

from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings as django_settings
from django.db.models import Q

from adjudication.models import Submission
from adjudication.verdicts.models import judging_job
from config.cache import SharedCache
from jobs import table
from jobs.models import Job, JobState, Urgency
from jobs.table import announce_job, enqueue
from operations.models import PRESENT, Part, Sighting
from tests.factories import GameRecordFileFactory, SubmissionFactory
from tests.integration.test_worker import sending_to
from tests.support.celery_worker import running_worker
from tests.support.database import test_database_url
from tests.support.processes import wait_until
from tests.support.services import Valkey

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = 300
SHARED = {"KEY_PREFIX": "shinpan-cache", "OPTIONS": {"serializer": "config.cache.JsonSerializer"}}


def reports(count: int) -> list[Submission]:
    record = GameRecordFileFactory()
    return SubmissionFactory.create_batch(count, record=record)


def queued(submissions: list[Submission], urgency: Urgency) -> None:
    for one in submissions:
        enqueue(**judging_job(one.pk, one.game.round.tournament_id, urgency))


def test_what_waits_of_an_archive_keeps_no_player_waiting(broker: str, tmp_path: Path):
    archive = reports(WAITING)
    with sending_to(broker):
        queued(archive[:100], Urgency.ARCHIVE)
        queued(archive[100:200], Urgency.BULK)
        queued(archive[200:], Urgency.MESSAGE)
        queued(reports(1), Urgency.PLAYER)
        # One process: of two, what one does a little longer may end after all that the other does.
        with running_worker(
            tmp_path, database_url=test_database_url(), broker_url=broker, concurrency=1
        ):
            wait_until(lambda: not Job.objects.filter(~Q(state=JobState.DONE)).exists(), "done")
    ended = list(Job.objects.order_by("finished_at").values_list("priority", flat=True))
    assert ended[0] == Urgency.PLAYER
    assert set(ended[:90]) <= {Urgency.PLAYER, Urgency.MESSAGE}
    assert set(ended[-90:]) == {Urgency.ARCHIVE}


def test_the_sweep_is_not_kept_waiting_by_those_who_wait(broker: str, tmp_path: Path):
    options = django_settings.CELERY_BEAT_SCHEDULE["sweep"]["options"]
    with sending_to(broker):
        queued(reports(60), Urgency.PLAYER)
        current_app.send_task("jobs.sweep", queue=options.get("queue"))
        with running_worker(tmp_path, database_url=test_database_url(), broker_url=broker):
            wait_until(lambda: not Job.objects.filter(~Q(state=JobState.DONE)).exists(), "done")
    swept = Sighting.objects.get(part=Part.SWEEPER).seen_at
    assert Job.objects.filter(finished_at__gt=swept).count() > 30


def test_a_worker_for_players_only_leaves_the_rest(valkey: Valkey, tmp_path: Path):
    with sending_to(valkey.url):
        queued(reports(3), Urgency.ARCHIVE)
        queued(reports(3), Urgency.PLAYER)
        with running_worker(
            tmp_path, database_url=test_database_url(), broker_url=valkey.url, queues="shinpan"
        ):
            mine = Job.objects.filter(priority=Urgency.PLAYER)
            wait_until(lambda: mine.filter(state=JobState.DONE).count() == 3, "the players' jobs")
            announce_job(Job.objects.filter(priority=Urgency.ARCHIVE).first().pk, Urgency.ARCHIVE)
            extra = reports(1)
            queued(extra, Urgency.PLAYER)
            wait_until(lambda: mine.filter(state=JobState.DONE).count() == 4, "one more")
    archive = Job.objects.filter(priority=Urgency.ARCHIVE)
    assert set(archive.values_list("state", flat=True)) == {JobState.READY}


def test_a_worker_that_has_nothing_to_do_says_that_it_is_there(valkey: Valkey, tmp_path: Path):
    shared = SharedCache(valkey.url, SHARED)
    with running_worker(
        tmp_path,
        database_url=test_database_url(),
        broker_url=valkey.url,
        queues="shinpan.messages",
    ):
        wait_until(lambda: bool(shared.get(PRESENT)), "it is seen")
    assert [name.partition("@")[0] for name in shared.get(PRESENT)] == [tmp_path.name]
    assert not Sighting.objects.exists()


def test_after_a_broker_was_away_its_queues_are_looked_at_again(valkey: Valkey):
    with sending_to(valkey.url):
        assert table._queue_lengths({"shinpan"}) == {"shinpan": 0}
        queued(reports(2), Urgency.PLAYER)
        assert table._queue_lengths({"shinpan", "shinpan.bulk"}) == {
            "shinpan": 2,
            "shinpan.bulk": 0,
        }
        valkey.kill()
        assert table._queue_lengths({"shinpan"}) == {}
        valkey.start()
        assert table._queue_lengths({"shinpan"}) == {"shinpan": 0}
