"""A whole installation as processes: database, broker, web server and workers, to load or to hurt.

Whoever stands one up needs no Django: rows are made by :mod:`tests.support.field` in a process of
its own, and read here by plain SQL.
"""

import contextlib
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

from tests.support.celery_worker import start_worker
from tests.support.environment import REPOSITORY, SECRET_KEY, process_environment
from tests.support.field import Board, make_field
from tests.support.meter import cpu_seconds, memory_bytes
from tests.support.migrated import migrated_copy
from tests.support.processes import Process
from tests.support.server import Server, start_web
from tests.support.services import Postgres, Valkey, own_postgres, own_valkey

POSTGRES, SQLITE = "postgresql", "sqlite"
_SETTINGS = {
    "SHINPAN_SECRET_KEY": SECRET_KEY,
    "SHINPAN_HTTPS": "0",
    "SHINPAN_STATIC": "plain",
    "SHINPAN_LOG_LEVEL": "WARNING",
}


class Stand:
    """One installation. Its parts are started by hand; all of them end with it."""

    def __init__(
        self,
        folder: Path,
        *,
        postgres: Postgres | None,
        valkey: Valkey | None,
        **environment: str,
    ) -> None:
        """Prepare it on these services; without PostgreSQL the database is an SQLite file."""
        self.folder, self.postgres, self.valkey = folder, postgres, valkey
        self.file = folder / "database" / "stand.sqlite3"
        self.file.parent.mkdir(exist_ok=True)
        self.database_url = postgres.url if postgres else f"sqlite:///{self.file}"
        self.broker_url = valkey.url if valkey else "memory://"
        self.environment = {**_SETTINGS, **environment}
        self.web: Server | None = None
        self.workers: list[Process] = []
        self._started = 0
        self._connection: psycopg.Connection[Any] | None = None

    def process_environment(self) -> dict[str, str]:
        """Return the environment of a command of this installation."""
        return process_environment(
            DATABASE_URL=self.database_url, BROKER_URL=self.broker_url, **self.environment
        )

    def manage(self, *arguments: str) -> str:
        """Run a command of ``manage.py`` and return what it wrote."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command,
            cwd=REPOSITORY,
            env=self.process_environment(),
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def large(self, games: int) -> None:
        """Make a large database of it (:mod:`benchmarks.large`): some minutes."""
        self.manage("migrate", "--verbosity=0")
        command = [sys.executable, "-m", "benchmarks.large", "--games", str(games)]
        subprocess.run(command, cwd=REPOSITORY, env=self.process_environment(), check=True)

    def migrate(self) -> None:
        """Make the tables, with nothing in them."""
        if self.postgres:
            self.manage("migrate", "--verbosity=0")
        else:
            migrated_copy(self.file)

    def field(self, tournaments: int, boards: int) -> list[Board]:
        """Migrate, and make so many tournaments with so many boards each."""
        self.migrate()
        made = make_field(
            self.folder, self.process_environment(), tournaments=tournaments, boards=boards
        )
        if self.postgres:
            self.sql("ANALYZE")
        return made

    def start_web(self, *, workers: int = 2, **environment: str) -> Server:
        """Start the web server with the command of docker-compose.yml."""
        self.web = start_web(
            self._folder("web"),
            database_url=self.database_url,
            broker_url=self.broker_url,
            workers=workers,
            **{**self.environment, **environment},
        )
        return self.web

    def start_worker(self, *, concurrency: int = 1, beat: bool = False, **more: str) -> Process:
        """Start one more Celery worker; ``beat`` makes it sweep, too."""
        worker = start_worker(
            self._folder("worker"),
            database_url=self.database_url,
            broker_url=self.broker_url,
            concurrency=concurrency,
            beat=beat,
            **{**self.environment, **more},
        )
        self.workers.append(worker)
        return worker

    def _folder(self, name: str) -> Path:
        self._started += 1
        folder = self.folder / f"{name}-{self._started}"
        folder.mkdir()
        return folder

    def sql(self, text: str, *values: object) -> list[Any]:
        """Run one statement of SQL (with ``%s``) and return its rows."""
        if self.postgres:
            return self._ask(text, values)
        with contextlib.closing(sqlite3.connect(self.file, timeout=20)) as file, file:
            return file.execute(text.replace("%s", "?"), values).fetchall()

    def _ask(self, text: str, values: Sequence[object]) -> list[Any]:
        """Ask PostgreSQL over a connection that is kept, and made anew where it was cut."""
        for again in (True, False):
            if self._connection is None or self._connection.closed:
                self._connection = psycopg.connect(self.database_url, autocommit=True)
            try:
                cursor = self._connection.execute(text.encode(), values)
                return list(cursor.fetchall()) if cursor.description else []
            except psycopg.OperationalError:
                self._connection.close()
                if not again:
                    raise
        raise AssertionError

    def count(self, table: str, where: str = "true") -> int:
        """Return how many rows of a table there are."""
        return int(self.sql(f"SELECT count(*) FROM {table} WHERE {where}")[0][0])

    def cpu(self) -> dict[str, float]:
        """Return the processor seconds that every part has taken so far."""
        return {name: cpu_seconds(pid) for name, pid in self._parts()}

    def memory(self) -> dict[str, int]:
        """Return the bytes that every part holds."""
        return {name: memory_bytes(pid) for name, pid in self._parts()}

    def _parts(self) -> Iterator[tuple[str, int]]:
        if self.postgres and self.postgres.pid:
            yield "database", self.postgres.pid
        if self.valkey and self.valkey.pid:
            yield "broker", self.valkey.pid
        if self.web:
            yield "web", self.web.process.pid
        for number, worker in enumerate(self.workers, 1):
            yield f"worker {number}", worker.pid

    def output(self) -> str:
        """Return all that web server and workers have written."""
        logs = sorted(self.folder.glob("*/*.log"))
        return "\n".join(log.read_text(encoding="utf-8", errors="replace") for log in logs)

    def stop(self) -> None:
        """End web server and workers."""
        for process in [*([self.web.process] if self.web else []), *self.workers]:
            process.stop()
            process.kill()
        if self._connection is not None:
            self._connection.close()


@contextlib.contextmanager
def standing(
    *, database: str = POSTGRES, broker: bool = True, durable: bool = False, **environment: str
) -> Iterator[Stand]:
    """Stand up an installation for the length of the block.

    ``durable`` makes PostgreSQL wait for the disk at every commit, as a real one does.
    """
    with contextlib.ExitStack() as stack:
        name = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="shinpan-stand-", ignore_cleanup_errors=True)
        )
        postgres = (
            stack.enter_context(own_postgres(durable=durable)) if database == POSTGRES else None
        )
        valkey = stack.enter_context(own_valkey()) if broker else None
        stand = Stand(Path(name), postgres=postgres, valkey=valkey, **environment)
        stack.callback(stand.stop)
        yield stand
