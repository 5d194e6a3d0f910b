"""A request's number in real processes: from the web server through the job to the worker's log."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from jobs.models import Job, JobState
from tests.factories import COUNTED, GameFactory
from tests.integration.visitor import Visitor
from tests.support.celery_worker import running_worker
from tests.support.database import test_database_url
from tests.support.processes import Process, wait_until
from tests.support.server import Server, running, start_web
from tournament.models import RoundState
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "a-token-of-more-than-twenty"


@pytest.fixture
def worker(broker: str, tmp_path: Path) -> Iterator[Process]:
    with running_worker(
        tmp_path, database_url=test_database_url(), broker_url=broker, SHINPAN_LOG="json"
    ) as process:
        yield process


@pytest.fixture
def web(broker: str, tmp_path: Path) -> Iterator[Server]:
    server = start_web(
        tmp_path,
        database_url=test_database_url(),
        broker_url=broker,
        WEB_CONCURRENCY="2",
        SHINPAN_LOG="json",
        SHINPAN_LOG_LEVEL="INFO",
        SHINPAN_METRICS_TOKEN=TOKEN,
    )
    with running(server):
        yield server


def lines(process: Process) -> list[dict[str, Any]]:
    return [json.loads(line) for line in process.output().splitlines() if line.startswith("{")]


def counted(web: Server) -> float:
    """Return how many requests for the health check the server has counted."""
    request = Request(f"{web.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(request, timeout=30) as answer:
        text = answer.read().decode()
    start = 'shinpan_requests_total{method="GET",status="200",view="healthz"}'
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(start))


def test_one_number_from_the_report_to_the_attempt(web: Server, worker: Process):
    game = GameFactory(round__state=RoundState.PUBLISHED)
    link = issue_link(
        tournament_id=game.round.tournament_id, role="player", player_id=game.black_id
    )
    visitor = Visitor(web.url, f"/l/{link}/")
    visitor.report(game.pk, COUNTED, winner="white", margin="0.5")
    wait_until(lambda: Job.objects.filter(state=JobState.DONE).exists(), "the verdict")
    number = Job.objects.get().request_id
    assert number

    def of_worker() -> list[dict[str, Any]]:
        return [one for one in lines(worker) if one.get("request_id") == number]

    wait_until(lambda: any("outcome" in one for one in of_worker()), "the worker's line")
    [attempt] = [one for one in of_worker() if "outcome" in one]
    assert (attempt["kind"], attempt["outcome"]) == ("judge_submission", "done")
    [request] = [one for one in lines(web.process) if one.get("request_id") == number]
    assert (request["method"], request["status"]) == ("POST", 302)
    told = web.output() + worker.output()
    assert link not in told
    assert link[4:20] not in told


def test_any_of_several_processes_tells_what_all_have_counted(web: Server):
    before = counted(web)
    for _ in range(40):
        urlopen(f"{web.url}/healthz", timeout=30).close()
    assert {counted(web) for _ in range(8)} == {before + 40}
