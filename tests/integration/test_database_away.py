"""The web part while its PostgreSQL is killed, and after it came back."""

import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.support.environment import REPOSITORY, process_environment
from tests.support.processes import wait_until
from tests.support.server import running, start_web
from tests.support.services import own_postgres

HEALTH_TIMEOUT = 5
"""Seconds that docker-compose.yml gives the health check."""


def status(url: str) -> tuple[int, str | None]:
    """Return the status and Retry-After of a page."""
    try:
        with urlopen(url, timeout=30) as answer:
            return answer.status, None
    except HTTPError as error:
        return error.code, error.headers["Retry-After"]


def test_pages_and_health_say_so_at_once_and_recover(tmp_path: Path):
    with own_postgres() as database:
        environment = process_environment(DATABASE_URL=database.url)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, cwd=REPOSITORY, env=environment, check=True)
        web = start_web(tmp_path, database_url=database.url, broker_url="memory://")
        with running(web):
            assert status(web.url) == (200, None)
            database.kill()
            for path, retry in (("/", "5"), ("/healthz", None)):
                started = time.monotonic()
                assert status(web.url + path) == (503, retry)
                assert time.monotonic() - started < HEALTH_TIMEOUT
            database.start()
            wait_until(lambda: status(web.url) == (200, None), "the pages again", 60)
