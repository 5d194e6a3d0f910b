"""The environment that Django's settings see in the tests."""

import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
REPOSITORY = Path(__file__).resolve().parent.parent.parent
TEST_DATABASE = "SHINPAN_TEST_DATABASE_URL"
TEST_BROKER = "SHINPAN_TEST_BROKER_URL"
LONG = "SHINPAN_LONG"
SPEED = "SHINPAN_SPEED"
KEPT = {TEST_DATABASE, TEST_BROKER, LONG, SPEED, "SHINPAN_SHARED", "SHINPAN_SCREENSHOTS"}
SECRET_KEY = "the-tests-need-no-secret-but-the-settings-insist-on-one-0123456789"


def isolate() -> None:
    """Replace what the shell says about Shinpan by fixed values for the tests.

    ``DATABASE_URL`` and ``BROKER_URL`` are never taken over, so that no test run can reach an
    installation's own data by mistake; a server for tests is named by ``SHINPAN_TEST_...``.
    """
    for name in list(os.environ):
        if name.startswith("SHINPAN_") and name not in KEPT:
            del os.environ[name]
    for name in ("DATABASE_URL", "DATABASE_URL_FILE", "BROKER_URL", "BROKER_URL_FILE"):
        os.environ.pop(name, None)
    for test_name, name in ((TEST_DATABASE, "DATABASE_URL"), (TEST_BROKER, "BROKER_URL")):
        if os.environ.get(test_name):
            os.environ[name] = os.environ[test_name]
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        SHINPAN_SECRET_KEY=SECRET_KEY,
        SHINPAN_ALLOWED_HOSTS="testserver,localhost,127.0.0.1",
        SHINPAN_BASE_URL="http://testserver",
        SHINPAN_HTTPS="0",
        SHINPAN_STATIC="plain",
        SHINPAN_DB_POOL="0",
        SHINPAN_LOG_LEVEL="WARNING",
    )
    # Plain Python is the truth: what is compiled is tested where that is asked for.
    os.environ.setdefault(SPEED, "0")


def times(short: int, long: int) -> int:
    """Return how often to try what may go one way or another: ``long`` where that is asked for."""
    return long if os.environ.get(LONG) == "1" else short


turn = 0
"""Which part of every table is this run's: the seed of its order, and so for all its processes."""


def some(cases: Iterable[T], *, every: int) -> list[T]:
    """Return every so many of some cases, of another run others; all in the long form.

    What is taken by turns is what is alike: a fault of one page or file is found some runs later.
    ``--randomly-seed=N`` takes the part of the run that printed N.
    """
    step = times(every, long=1)
    return list(cases)[turn % step :: step]


def its_turn(name: str) -> bool:
    """Say whether a test or a file of tests is among the half that is this run's."""
    return zlib.crc32(f"{turn} {name}".encode()) % 2 == 0


def process_environment(**changes: str) -> dict[str, str]:
    """Return the environment for a server or worker process that a test starts."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", **changes}
