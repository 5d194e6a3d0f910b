"""A real Celery worker process for the tests."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.environment import REPOSITORY, process_environment
from tests.support.processes import Process


def start_worker(
    folder: Path,
    *,
    database_url: str,
    broker_url: str,
    concurrency: int = 2,
    pool: str = "prefork",
    beat: bool = False,
    queues: str = "",
    **environment: str,
) -> Process:
    """Start ``celery -A config worker`` and wait until it takes messages.

    The log goes to ``folder``. ``beat`` adds the clock that sweeps, ``queues``
    are those to take from (none: all); ``environment`` holds further
    settings such as ``SHINPAN_LEASE_SECONDS="2"``.
    """
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel=INFO"]
    command += [f"--concurrency={concurrency}", f"--pool={pool}", f"--hostname={folder.name}@%h"]
    if queues:
        command += ["--queues", queues]
    if beat:
        command += ["--beat", f"--schedule={folder / 'beat'}"]
    worker = Process(
        command,
        log=folder / "worker.log",
        env=process_environment(
            DATABASE_URL=database_url,
            BROKER_URL=broker_url,
            **{"SHINPAN_DB_POOL": "4", **environment, "SHINPAN_LOG_LEVEL": "INFO"},
        ),
        cwd=REPOSITORY,
    )
    try:
        worker.wait_ready(lambda: " ready." in worker.output())
    except BaseException:
        worker.kill()
        raise
    return worker


@contextlib.contextmanager
def running_worker(
    folder: Path,
    *,
    database_url: str,
    broker_url: str,
    concurrency: int = 2,
    pool: str = "prefork",
    beat: bool = False,
    queues: str = "",
    **environment: str,
) -> Iterator[Process]:
    """Run a worker for the length of the block."""
    worker = start_worker(
        folder,
        database_url=database_url,
        broker_url=broker_url,
        concurrency=concurrency,
        pool=pool,
        beat=beat,
        queues=queues,
        **environment,
    )
    try:
        yield worker
    finally:
        worker.stop()
        worker.kill()
