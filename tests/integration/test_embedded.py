"""The whole product in one process on SQLite, as ``./run demo`` starts it."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from adjudication.demo import plan
from tests.integration.visitor import Visitor, links
from tests.support.demo import FIRST_LOG
from tests.support.environment import REPOSITORY, process_environment
from tests.support.processes import IN_THE_BACKGROUND, free_port, wait_until
from tests.support.server import Server, running, start_demo

SUBMISSIONS = "SELECT count(*) FROM adjudication_submission"
RECORD = (plan.RECORDS / plan.READY_RECORD).read_bytes()
# Keeps whoever writes a verdict busy for minutes: a database as slow as one likes.
SLOW = (
    "CREATE TRIGGER slow BEFORE INSERT ON adjudication_verdict BEGIN SELECT count(*) FROM "
    "sqlite_master a, sqlite_master b, sqlite_master c, sqlite_master d, sqlite_master e, "
    "sqlite_master f; END"
)


class Data:
    """The server's database, read and changed from outside."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "demo.sqlite3"

    def run(self, sql: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self._path, timeout=20)) as connection, connection:
            return connection.execute(sql).fetchall()

    def value(self, sql: str) -> Any:
        return self.run(sql)[0][0]

    def verdicts(self) -> int:
        return int(self.value("SELECT count(*) FROM adjudication_verdict"))

    def job(self) -> tuple[str, int]:
        """Return state and attempts of the latest job."""
        return tuple(self.run("SELECT state, attempts FROM jobs_job ORDER BY id DESC LIMIT 1")[0])


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return Data(tmp_path)


@pytest.fixture
def server(loaded: Path) -> Iterator[Server]:
    with running(start_demo(loaded)) as started:
        wait_until(lambda: len(links(started.output())) == 5, "the links printed")
        yield started


def player(server: Server) -> Visitor:
    return Visitor(server.url, links(server.output())[1])


def report(visitor: Visitor) -> None:
    visitor.report(visitor.game(), RECORD, winner="black", margin="37.5")


def stopped(server: Server, sign: signal.Signals) -> None:
    """End the server in order."""
    assert server.process.stop(sign) == 0
    assert "Stopped." in server.output()
    assert "Traceback" not in server.output()


def test_from_the_printed_link_to_the_verdict_to_an_end_in_order(server: Server, data: Data):
    visitor, before = player(server), data.verdicts()
    report(visitor)
    wait_until(lambda: data.verdicts() == before + 1, "a verdict", 10)
    assert data.job() == ("done", 1)
    assert "B+37.5" in visitor.get(f"/games/{visitor.game()}/")
    stopped(server, signal.SIGTERM)


def test_the_hint_wakes_the_worker_without_the_sweeper(loaded: Path, data: Data):
    with running(start_demo(loaded, SHINPAN_SWEEP_SECONDS="60")) as server:
        wait_until(lambda: len(links(server.output())) == 5, "the links printed")
        before = data.verdicts()
        report(player(server))
        wait_until(lambda: data.verdicts() == before + 1, "a verdict", 10)
        stopped(server, signal.SIGINT)


ARCHIVE = 500


def test_an_archive_that_is_judged_again_keeps_no_player_waiting(server: Server, data: Data):
    """Every one of its jobs judges all records of the demo; nothing of them is kept."""
    visitor, before = player(server), data.verdicts()
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ARCHIVE})"
    data.run(
        "INSERT INTO adjudication_readjudication (id, engine_before, engine_version, dry_run, "
        "state, turn, planned, planned_statements, last, last_statements, total, created_at) "
        "VALUES (1, '', '1', 1, 'running', 1, 9, 0, 9, 0, 0, '2026-01-01')"
    )
    data.run(
        f"{numbers} INSERT INTO adjudication_readjudicationpart "
        "(id, readjudication_id, of_statements, after, upto, judged, changed, failed) "
        "SELECT i, 1, 0, -i, 1000000, 0, 0, 0 FROM n"
    )
    data.run(
        f"{numbers} INSERT INTO jobs_job (kind, dedup_key, payload, state, priority, "
        "run_after, attempts, max_attempts, last_error, created_at, request_id) "
        "SELECT 'readjudicate', 'archive:' || i, json_object('part_id', i), 'ready', 90, "
        "'2026-01-01', 0, 5, '', '2026-01-01', '' FROM n"
    )
    waiting = "SELECT count(*) FROM jobs_job WHERE priority = 90 AND state = 'ready'"
    wait_until(lambda: data.value(waiting) < ARCHIVE, "the archive begun")
    report(visitor)
    wait_until(lambda: data.verdicts() == before + 1, "a verdict", 20)
    assert data.value(waiting) > ARCHIVE / 2


def test_killed_again_and_again(loaded: Path, data: Data):
    port = free_port()
    with running(start_demo(loaded, port=port)) as first:
        before = data.verdicts()
        data.run(SLOW)
        report(player(first))
        wait_until(lambda: data.job() == ("running", 1), "the worker at work")
        first.process.kill()
    assert (data.job(), data.verdicts()) == (("running", 1), before)
    for attempt in (2, 3):
        with running(start_demo(loaded, port=port)) as server:
            wait_until(lambda now=attempt: data.job() == ("running", now), "the worker at work")
            server.process.kill()
    data.run("DROP TRIGGER slow")
    with running(start_demo(loaded, port=port)) as last:
        wait_until(lambda: data.job()[0] == "done", "the job done", 10)
        assert (data.job(), data.verdicts()) == (("done", 4), before + 1)
        assert "B+37.5" in player(last).page
    orphans = (
        "SELECT count(*) FROM adjudication_submission s LEFT JOIN adjudication_verdict v "
        "ON v.submission_id = s.id WHERE s.record_id IS NOT NULL AND v.id IS NULL"
    )
    assert data.value(orphans) == 0


@pytest.mark.skipif(os.name == "nt", reason="no such shell")
def test_in_the_background_of_a_script_it_ends_too(loaded: Path):
    with running(start_demo(loaded, before=IN_THE_BACKGROUND)) as server:
        assert server.process.stop(signal.SIGINT) == 0
        assert "Stopped." in server.output()


def test_behind_a_proxy_that_speaks_https(loaded: Path):
    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    def status(server: Server, proto: str) -> int:
        request = Request(f"{server.url}/", headers={"X-Forwarded-Proto": proto})
        try:
            with build_opener(Stay).open(request, timeout=30) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code

    for behind, expected in (("1", 200), ("0", 301)):
        with running(start_demo(loaded, SHINPAN_HTTPS="1", SHINPAN_BEHIND_PROXY=behind)) as server:
            assert status(server, "https") == expected
            assert status(server, "http") == 301


def test_a_second_start_keeps_what_was_done(loaded: Path, server: Server, data: Data):
    printed = links((loaded / FIRST_LOG).read_text())
    assert links(server.output()) == printed
    report(player(server))
    reported = data.value(SUBMISSIONS)
    server.process.stop()
    (loaded / "server.log").unlink()
    with running(start_demo(loaded)) as again:
        wait_until(lambda: len(links(again.output())) == 5, "the links printed")
        assert links(again.output()) == printed
        assert "Loaded" not in again.output()
        assert data.value(SUBMISSIONS) == reported


def demo(folder: Path, *options: str, **environment: str) -> str:
    """Run a demo that refuses to start; return what it says."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "demo", *options],
        cwd=REPOSITORY,
        env=process_environment(
            SHINPAN_DATA_DIR=str(folder), **{"SHINPAN_DEMO": "1"} | environment
        ),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    return ended.stderr


def test_fresh_forgets(loaded: Path, server: Server, data: Data):
    as_loaded = data.value(SUBMISSIONS)
    report(player(server))
    assert data.value(SUBMISSIONS) == as_loaded + 1
    server.process.stop()
    (loaded / "server.log").unlink()
    with running(start_demo(loaded, "--fresh")) as again:
        assert "Loaded" in again.output()
        assert data.value(SUBMISSIONS) == as_loaded


def test_fresh_forgets_nothing_where_it_cannot_listen(tmp_path: Path, server: Server, data: Data):
    report(player(server))
    reported = data.value(SUBMISSIONS)
    server.process.stop()
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        said = demo(tmp_path, "--fresh", "--port", port, DATABASE_URL="", BROKER_URL="memory://")
    assert "in use" in said
    assert data.value(SUBMISSIONS) == reported


def test_what_it_cannot_do_is_said(tmp_path: Path):
    local = {"DATABASE_URL": "", "BROKER_URL": "memory://"}
    assert "SHINPAN_DEMO=1" in demo(tmp_path, **local, SHINPAN_DEMO="0")
    assert "memory://" in demo(tmp_path, **local | {"BROKER_URL": "redis://127.0.0.1:1/0"})


def test_fresh_removes_nothing_but_the_demos_own_file(tmp_path: Path):
    for path in (tmp_path / "shinpan.sqlite3", tmp_path.parent / "elsewhere.sqlite3"):
        path.write_bytes(b"a real tournament")
        chosen = {"DATABASE_URL": f"sqlite:///{path}", "BROKER_URL": "memory://"}
        assert "demo's own database" in demo(tmp_path, "--fresh", **chosen)
        assert path.read_bytes() == b"a real tournament"
