"""Trying again what was given up: who may, what it costs the fence, and that it is written down."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import table
from jobs.models import Job, JobState
from jobs.table import retry_failed
from notices.models import Mail
from operations.work.labels import duration_text, kind_label, queue_label, reason_text
from operations.work.selectors import failed_records, work_of
from operations.work.services import retry_any, retry_work
from tests.factories import GameFactory, JobFactory, PlayerFactory, VerdictFactory
from tournament.audit.services.current_actor import SUPERUSER, Actor, acting_as
from tournament.audit.services.outbox import ANNOUNCE
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def given_up(**values) -> Job:
    job = JobFactory(**values)
    Job.objects.filter(pk=job.pk).update(
        state=JobState.FAILED, attempts=5, finished_at=timezone.now(), last_error="ValueError: no"
    )
    job.refresh_from_db()
    return job


def of_tournament() -> tuple[Tournament, Job]:
    game = GameFactory()
    return game.round.tournament, given_up(submission__game=game)


def test_what_is_tried_again_has_as_many_attempts_as_a_new_job():
    job = given_up()
    assert retry_failed([job.pk]) == [job.pk]
    for attempt in range(6, 11):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        claimed = table.claim(job_id=job.pk)
        assert claimed.attempts == attempt
        table.fail(claimed, ValueError("still no"))
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.FAILED, 10)


def test_who_held_an_earlier_attempt_stays_outside():
    job = JobFactory()
    late = table.claim(job_id=job.pk)
    Job.objects.filter(pk=job.pk).update(
        state=JobState.FAILED, lease_until=None, finished_at=timezone.now()
    )
    retry_failed([job.pk])
    again = table.claim(job_id=job.pk)
    assert not table.finish(late, lambda: pytest.fail("written"))
    assert table.finish(again, lambda: None)


def test_what_waits_runs_or_is_done_is_left_alone():
    waiting, running = JobFactory(), JobFactory()
    table.claim(job_id=running.pk)
    assert retry_failed([waiting.pk, running.pk]) == []


def test_it_is_hinted_at_after_the_commit(django_capture_on_commit_callbacks, monkeypatch):
    told = []
    monkeypatch.setattr(table, "announce_job", lambda pk, priority: told.append((pk, priority)))
    jobs = [given_up(priority=50), given_up()]
    with django_capture_on_commit_callbacks(execute=True):
        retry_failed([job.pk for job in jobs])
        assert told == []
    assert told == [(jobs[0].pk, 50), (jobs[1].pk, 0)]


def test_a_tournament_sees_its_own_work_alone():
    tournament, job = of_tournament()
    other, _ = of_tournament()
    waiting = JobFactory(submission__game=GameFactory(round__tournament=tournament))
    news = Job.objects.create(
        kind=ANNOUNCE,
        dedup_key="announce:1",
        payload={"tournament_id": tournament.pk},
        tournament_id=tournament.pk,
    )
    found = work_of(tournament.pk)
    assert [item.id for item in found.failed] == [job.pk]
    assert [item.id for item in found.waiting] == [waiting.pk, news.pk]
    assert found.failed[0].last_error == "ValueError: no"
    assert [item.id for item in failed_records(tournament.pk)] == [job.pk]
    assert job.pk not in [item.id for item in work_of(other.pk).failed]


def test_the_work_of_a_tournament_costs_the_same_however_much_there_is(
    django_assert_max_num_queries,
):
    tournament, _ = of_tournament()
    for _ in range(5):
        given_up(submission__game=GameFactory(round__tournament=tournament))
    with django_assert_max_num_queries(7):
        assert len(work_of(tournament.pk).failed) == 6


def test_one_or_all_are_tried_again_and_the_history_says_so():
    tournament, job = of_tournament()
    more = [given_up(submission__game=GameFactory(round__tournament=tournament)) for _ in "ab"]
    of_tournament()
    assert retry_work(tournament_id=tournament.pk, job_id=job.pk) == 1
    event = AuditEvent.objects.get(tournament=tournament)
    assert (event.verb, event.after) == ("jobs.retried", {"jobs": 1})
    assert event.round_number is not None
    assert retry_work(tournament_id=tournament.pk) == len(more)
    last = AuditEvent.objects.filter(tournament=tournament).latest("sequence")
    assert (last.after, last.table) == ({"jobs": 2}, None)
    assert Job.objects.filter(state=JobState.FAILED).count() == 1


def test_a_job_of_another_tournament_is_not_tried_again():
    tournament, _ = of_tournament()
    _, others = of_tournament()
    with pytest.raises(Conflict, match="failed"):
        retry_work(tournament_id=tournament.pk, job_id=others.pk)
    others.refresh_from_db()
    assert others.state == JobState.FAILED
    assert not AuditEvent.objects.exists()


def test_a_closed_tournament_changes_no_more():
    tournament, _ = of_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=timezone.now())
    with pytest.raises(Conflict):
        retry_work(tournament_id=tournament.pk)


def test_the_operator_tries_anything_again():
    jobs = [given_up(), given_up(kind="mail")]
    assert retry_any(job_id=jobs[1].pk) == 1
    assert retry_any() == 1
    with pytest.raises(Conflict):
        retry_any()


def test_the_history_of_every_tournament_tells_what_the_operator_tried_again():
    one, _ = of_tournament()
    two, _ = of_tournament()
    Tournament.objects.filter(pk=two.pk).update(closed_at=timezone.now())
    quiet = GameFactory().round.tournament
    mail = Mail.objects.create(tournament=two, player=PlayerFactory(tournament=two), kind="pairing")
    given_up(kind="mail", payload={"mail_id": mail.pk})
    given_up(kind=ANNOUNCE, payload={"tournament_id": one.pk, "topic": "x", "source": "y"})
    given_up(kind="readjudicate", payload={"part_id": 1})
    with acting_as(Actor(role=SUPERUSER)):
        assert retry_any() == 5
    events = {event.tournament_id: event for event in AuditEvent.objects.all()}
    assert set(events) == {one.pk, two.pk}
    assert quiet.pk not in events
    for event in events.values():
        assert (event.verb, event.after) == ("jobs.retried", {"jobs": 2})
        assert event.actor_role == SUPERUSER


def test_by_the_page_it_is_the_operator_who_acts(admin_client):
    tournament, job = of_tournament()
    admin_client.post("/operator/operations/retry/", {"job": job.pk})
    event = AuditEvent.objects.get(tournament=tournament)
    assert event.actor_role == SUPERUSER


def test_a_record_that_the_operator_tries_again_is_told_with_its_place():
    tournament, job = of_tournament()
    assert retry_any(job_id=job.pk) == 1
    event = AuditEvent.objects.get(tournament=tournament)
    game = Game.objects.select_related("round").get(round__tournament=tournament)
    assert (event.round_number, event.table) == (game.round.number, game.board_number)
    assert event.after == {"jobs": 1}


def test_the_operator_tries_many_again_at_the_cost_of_few_queries(django_assert_max_num_queries):
    tournament, _ = of_tournament()
    for _ in range(30):
        given_up(submission__game=GameFactory(round__tournament=tournament))
    with django_assert_max_num_queries(25):
        assert retry_any() == 31


def test_how_long_verdicts_took_today():
    tournament = GameFactory().round.tournament
    now = timezone.now()
    for seconds in (1, 2, 30):
        VerdictFactory(
            submission__game=GameFactory(round__tournament=tournament),
            submission__created_at=now - timedelta(seconds=seconds),
            created_at=now,
        )
    latency = work_of(tournament.pk).latency
    assert (latency.count, round(latency.median), round(latency.percentile_95)) == (3, 2, 30)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        ("The worker stopped, or took longer than its lease.", "stopped"),
        ("SoftTimeLimitExceeded: SoftTimeLimitExceeded()", "time limit"),
        ("StoreError: cannot read ab/cd", "large files"),
        ("StoreAwayError: cannot read ab/cd", "large files"),
        ("OperationalError: server closed", "database"),
        ("DoesNotExist: Submission matching query does not exist.", "no longer exists"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("ZeroDivisionError: division by zero", "in the program itself"),
    ],
)
def test_reasons_are_told_in_words(error, says):
    assert says in reason_text(error)


def test_kinds_queues_and_spans_are_told_in_words():
    assert kind_label("mail") == "Sending an e-mail"
    assert kind_label("something new") == "something new"
    assert queue_label(0) == "A player waits"
    assert queue_label(7) == "A message to somebody"
    assert queue_label(999) == "Old records judged again"
    spans = [duration_text(seconds) for seconds in (0.25, 42, 60, 3600, 86400, 200_000)]
    assert spans == ["0.2 s", "42 s", "1 minute", "60 minutes", "24 hours", "2 days"]
