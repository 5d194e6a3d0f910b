"""What the tests of backups share: people who write all the time, and empty databases."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection

from operations.backups.other_database import working_on
from tests.factories import TournamentFactory
from tests.support.database import test_database_url
from tests.support.environment import REPOSITORY, process_environment, times
from tests.support.processes import Process, wait_until
from tests.support.services import ServiceMissingError, postgres_binaries
from tournament.models import AuditEvent, Tournament
from tournament.staff.services import issue_link

ROUNDS = times(2, long=15)
"""How many backups are taken and restored."""


def programs() -> str:
    """Return the folder of the programs of the tests' PostgreSQL, if there is one."""
    try:
        return str(postgres_binaries())
    except ServiceMissingError:
        return ""


def some_tournaments() -> list[int]:
    made = [TournamentFactory().pk for _ in range(2)]
    for key in made:
        issue_link(tournament_id=key, role="director")
    return made


def write_for_ever(tournament_id: int, stop: threading.Event) -> None:
    """Issue links, each with its event in the trail, until it is enough."""
    number = 0
    while not stop.is_set():
        number += 1
        issue_link(tournament_id=tournament_id, role="helper", label=f"Helper {number}")


@contextmanager
def threads_writing(tournaments: list[int]) -> Iterator[None]:
    """Let a thread write to each tournament during the block."""
    stop, wrong = threading.Event(), []

    def run(key: int) -> None:
        try:
            write_for_ever(key, stop)
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(key,)) for key in tournaments]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: bool(wrong) or events() > len(tournaments) + 4, "others writing")
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        assert wrong == []


@contextmanager
def processes_writing(tournaments: list[int], folder: Path) -> Iterator[None]:
    """Let a process write to each tournament during the block."""
    command = [sys.executable, "-m", "tests.operations.writer"]
    env = process_environment(DATABASE_URL=test_database_url())
    writers = [
        Process([*command, str(key)], log=folder / f"{key}.log", env=env, cwd=REPOSITORY)
        for key in tournaments
    ]
    try:
        wait_for_more()
        yield
        assert all(writer.running() for writer in writers), [one.output() for one in writers]
    finally:
        for writer in writers:
            writer.kill()


def events() -> int:
    return AuditEvent.objects.count()


def wait_for_more(more: int = 5) -> None:
    """Wait until others have written something since now."""
    before = events()
    wait_until(lambda: events() >= before + more, "others writing")


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """Work on an empty database of its own for the length of the block."""
    if connection.vendor == "sqlite":
        with working_on(NAME=str(folder / "restored.sqlite3")):
            yield
        (folder / "restored.sqlite3").unlink(missing_ok=True)
        return
    name = f"restored_{os.getpid()}"
    server = test_database_url().rpartition("/")[0] + "/postgres"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {name}")
        try:
            with working_on(NAME=name):
                yield
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def trail_lengths() -> dict[str, int]:
    return {
        one.slug: AuditEvent.objects.filter(tournament=one).count()
        for one in Tournament.objects.all()
    }
