"""Real server processes for the tests: the demo, or the web part alone."""

import contextlib
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support.environment import REPOSITORY, process_environment
from tests.support.processes import Process, free_port


class Server:
    """A web server process on a loopback port."""

    def __init__(self, command: list[str], port: int, folder: Path, **environment: str) -> None:
        """Start ``command`` and wait until ``/healthz`` answers."""
        self.url = f"http://127.0.0.1:{port}"
        self.process = Process(
            command,
            log=folder / "server.log",
            env=process_environment(SHINPAN_BASE_URL=self.url, **environment),
            cwd=REPOSITORY,
        )
        try:
            self.process.wait_ready(self._answers)
        except BaseException:
            self.process.kill()
            raise

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def output(self) -> str:
        """Return what the server printed so far."""
        return self.process.output()


def start_demo(
    folder: Path,
    *options: str,
    port: int | None = None,
    before: Sequence[str] = (),
    **environment: str,
) -> Server:
    """Start ``manage.py demo`` with its data in ``folder`` (kept: start it again to go on).

    ``before`` stands before the command, ``options`` after it.
    """
    port = port or free_port()
    return Server(
        [*before, sys.executable, "manage.py", "demo", "--port", str(port), *options],
        port,
        folder,
        SHINPAN_DEMO="1",
        SHINPAN_DATA_DIR=str(folder),
        DATABASE_URL="",
        BROKER_URL="memory://",
        **environment,
    )


def start_web(
    folder: Path, *, database_url: str, broker_url: str, workers: int = 1, **environment: str
) -> Server:
    """Start only the web part, as the large installation does, on the given services."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", f"--bind=127.0.0.1:{port}", "--threads=8"]
    command += [f"--workers={workers}", "--keep-alive=75"]
    return Server(
        [*command, "--no-control-socket", "config.wsgi"],
        port,
        folder,
        DATABASE_URL=database_url,
        BROKER_URL=broker_url,
        **{"SHINPAN_DB_POOL": "4", **environment},
    )


@contextlib.contextmanager
def running(server: Server) -> Iterator[Server]:
    """Stop the server at the end of the block."""
    try:
        yield server
    finally:
        server.process.stop()
        server.process.kill()
