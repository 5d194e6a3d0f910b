"""What /metrics tells: of every queue, of what ended, of who works; and to whom."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs import sweeper, table, worker
from jobs.models import Job, JobState, Urgency
from operations import job_kinds
from operations.models import PRESENT
from operations.monitoring import database_metrics, heartbeats, process_metrics
from tests.factories import JobFactory
from tournament.rounds.services.draws import draw_round

TOKEN = "a-token-of-more-than-twenty"

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def fresh(settings):
    settings.SHINPAN_METRICS_TOKEN = TOKEN
    heartbeats._last_report.clear()
    cache.delete(PRESENT)
    process_metrics.instruments.cache_clear()
    yield
    cache.delete(PRESENT)
    process_metrics.instruments.cache_clear()
    heartbeats._last_report.clear()


def told() -> dict[str, float]:
    """Return the figures by name and labels."""
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = [line for line in answer.text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def ended(seconds: float, *, kind: str = "judge_submission", state: str = "done", **values) -> Job:
    now = timezone.now()
    return JobFactory(
        kind=kind,
        state=state,
        created_at=now - timedelta(seconds=seconds),
        finished_at=now,
        **values,
    )


def test_without_a_token_there_is_no_such_page(settings):
    settings.SHINPAN_METRICS_TOKEN = ""
    assert Client().get("/metrics").status_code == 404


@pytest.mark.parametrize("given", [None, "Bearer", "Bearer wrong", TOKEN, f"Basic {TOKEN}", "é"])
def test_only_who_has_the_token_reads_the_figures(given):
    answer = Client().get("/metrics", headers={"Authorization": given} if given else {})
    assert answer.status_code == 401
    assert TOKEN not in answer.text
    assert "shinpan_" not in answer.text


def test_queues_by_urgency_state_and_age():
    now = timezone.now()
    JobFactory(run_after=now - timedelta(seconds=100))
    JobFactory(run_after=now + timedelta(seconds=100))
    JobFactory(priority=Urgency.BULK, run_after=now - timedelta(seconds=40))
    JobFactory(priority=30, run_after=now + timedelta(seconds=5))
    table.claim()
    found = told()
    assert found['shinpan_jobs{queue="shinpan",state="ready"}'] == 1
    assert found['shinpan_jobs{queue="shinpan",state="running"}'] == 1
    assert found['shinpan_jobs{queue="shinpan.bulk",state="ready"}'] == 2
    assert found['shinpan_jobs{queue="shinpan.archive",state="ready"}'] == 0
    assert 40 <= found['shinpan_queue_age_seconds{queue="shinpan.bulk"}'] < 60
    assert found['shinpan_queue_age_seconds{queue="shinpan"}'] == 0  # the other is due later


def test_what_was_given_up_and_what_ended_lately():
    ended(1, state="failed", attempts=5)
    ended(1, kind="webhook", attempts=2)
    ended(1, attempts=1)
    found = told()
    assert found['shinpan_jobs_failed{kind="judge_submission"}'] == 1
    key = 'shinpan_jobs_ended{attempts="%s",kind="%s",state="%s"}'
    assert found[key % (2, "webhook", "done")] == 1
    assert found[key % (1, "judge_submission", "done")] == 1
    assert found[key % (5, "judge_submission", "failed")] == 1


def test_the_time_to_a_verdict_in_steps():
    for seconds in (0.05, 0.3, 0.4, 3, 4000):
        ended(seconds)
    ended(1, kind="webhook")
    ended(1, state="failed")
    old = ended(1)
    Job.objects.filter(pk=old.pk).update(finished_at=timezone.now() - timedelta(minutes=6))
    found = told()
    steps = {most: found[f'shinpan_verdict_seconds_bucket{{le="{most}"}}'] for most in (0.1, 0.5)}
    assert steps == {0.1: 1, 0.5: 3}
    assert found['shinpan_verdict_seconds_bucket{le="+Inf"}'] == 5
    assert found['shinpan_verdict_seconds_bucket{le="3600.0"}'] == 4
    assert 4003 < found["shinpan_verdict_seconds_gsum"] < 4004


def test_requests_are_counted_by_page_method_and_status():
    client = Client()
    client.get("/healthz")
    client.get("/healthz")
    client.post("/healthz")
    client.generic("BREW", "/nowhere/at/all/")
    found = told()
    key = 'shinpan_requests_total{method="%s",status="%s",view="%s"}'
    assert found[key % ("GET", 200, "healthz")] == 2
    assert found[key % ("POST", 405, "healthz")] == 1
    assert found[key % ("other", 404, "none")] == 1
    assert found['shinpan_request_seconds_count{method="GET",view="healthz"}'] == 2


def test_draws_and_lost_hints_are_counted(monkeypatch):
    from tests.factories import PlayerFactory, TournamentFactory

    tournament = TournamentFactory()
    for _ in range(4):
        PlayerFactory(tournament=tournament)
    draw_round(tournament_id=tournament.pk)

    def away(*_args: object, **_more: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(table.current_app, "send_task", away)
    table.announce_job(1, 0)
    found = told()
    assert found["shinpan_draw_seconds_count"] == 1
    assert found["shinpan_hints_lost_total"] == 1


def test_nothing_is_counted_without_a_token(settings):
    settings.SHINPAN_METRICS_TOKEN = ""
    Client().get("/healthz")
    assert process_metrics.instruments.cache_info().currsize == 0


def test_workers_and_the_sweeper_are_seen():

    assert "shinpan_sweep_age_seconds" not in told()
    sweeper.sweep()
    job_kinds._on_task(task=SimpleNamespace(request=SimpleNamespace(hostname="celery@two")))
    heartbeats.report_work("worker", "celery@one")
    heartbeats.report_work("worker", "celery@one")
    found = told()
    assert found["shinpan_workers"] == 3  # with the process that sweeps, as its broker is memory
    assert 0 <= found["shinpan_sweep_age_seconds"] < 30
    names = [name for name, _ in database_metrics.last_seen()["worker"]]
    assert names.count("celery@one") == 1


def test_a_worker_that_has_nothing_to_do_says_that_it_is_there(django_assert_num_queries):
    with django_assert_num_queries(0):  # its main process has no connection that it might lend
        for name in ("celery@idle", "celery@other", "celery@idle"):
            job_kinds._on_heartbeat(sender=SimpleNamespace(eventer=SimpleNamespace(hostname=name)))
    heartbeats.report_work("worker", "celery@other")
    assert told()["shinpan_workers"] == 2
    assert sorted(name for name, _ in database_metrics.last_seen()["worker"]) == [
        "celery@idle",
        "celery@other",
    ]


def test_who_said_so_a_day_ago_is_forgotten_and_minutes_ago_not_counted():
    now = int(timezone.now().timestamp())
    cache.set(PRESENT, {"celery@old": now - 2 * 86400, "celery@gone": now - 300})
    heartbeats.report_alive("celery@here")
    assert set(cache.get(PRESENT)) == {"celery@gone", "celery@here"}
    assert told()["shinpan_workers"] == 1


def test_who_was_seen_long_ago_does_not_count():
    heartbeats._write("worker", "celery@gone", timezone.now() - timedelta(minutes=5))
    heartbeats._write("worker", "celery@gone", timezone.now() - timedelta(minutes=4))
    assert told()["shinpan_workers"] == 0


def test_a_database_that_refuses_keeps_no_worker_from_its_work(monkeypatch, caplog):
    from django.db import OperationalError

    def refuse(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(heartbeats, "_write", refuse)
    heartbeats.report_work("worker", "celery@one")
    assert "cannot record" in caplog.text
    JobFactory(kind="unknown")
    assert not worker.run_job()


def test_scraping_stays_cheap_however_much_is_done(django_assert_max_num_queries):
    Job.objects.bulk_create(
        Job(kind="k", dedup_key=str(n), state=JobState.DONE, finished_at=timezone.now())
        for n in range(50)
    )
    with django_assert_max_num_queries(8):
        told()


@pytest.mark.parametrize("figure", [database_metrics.queues, database_metrics.failed_job_counts])
def test_the_queries_use_an_index_of_few_rows(figure):
    if connection.vendor != "sqlite":
        pytest.skip("with so few rows PostgreSQL reads them all")
    with CaptureQueriesContext(connection) as captured:
        figure()
    assert captured.captured_queries
    for query in captured.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert "USING INDEX job_" in plan or "USING COVERING INDEX job_" in plan


@pytest.mark.postgres
def test_the_connections_of_the_database_are_told():
    found = told()
    assert found['shinpan_database_connections{state="active"}'] >= 1
    assert found["shinpan_database_connections_max"] >= 10
