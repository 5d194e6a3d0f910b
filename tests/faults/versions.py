"""A worker of the previous version works beside one of this version, on this version's tables."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.common import LEASE, QUICK, Senders, all_judged, judged_once, report
from tests.support.environment import REPOSITORY
from tests.support.figures import Figure, at_least, exactly
from tests.support.processes import Process
from tests.support.stand import POSTGRES, Stand, standing

PREVIOUS = "a23be38"
"""The last commit of the version before this one."""


def both_versions(database: str = POSTGRES, *, reports: int = 200) -> list[Figure]:
    """Judge reports with a worker of each version; kill the new one, then the old one, at work."""
    with standing(database=database, **QUICK) as stand, _previous(stand.folder) as code:
        field = stand.field(-(-reports // 50), min(50, reports))[:reports]
        web = stand.start_web(SHINPAN_LOG_LEVEL="WARNING")
        old = _old_worker(stand, code)
        new = stand.start_worker(beat=True)
        senders = Senders(web.url, [report(board) for board in field], per_second=20)
        senders.join()
        all_judged(stand)
        by_version = [
            sum(f"adjudication.run_job[{word}" in line for line in worker.output().splitlines())
            for worker, word in ((old, ""), (new, ""))
        ]
        old.stop()
        return [
            *senders.figures(),
            *judged_once(stand, reports),
            at_least("messages taken by the previous version", 1, by_version[0], "messages"),
            at_least("messages taken by this version", 1, by_version[1], "messages"),
            exactly("errors of the previous version", 0, old.output().count("Traceback")),
        ]


@contextmanager
def _previous(folder: Path) -> Iterator[Path]:
    """Give the code of the previous version in a folder of its own."""
    place = folder / "previous"
    git = ["git", "-C", str(REPOSITORY), "worktree"]
    subprocess.run([*git, "add", "--detach", "--quiet", str(place), PREVIOUS], check=True)
    try:
        yield place
    finally:
        subprocess.run([*git, "remove", "--force", str(place)], check=False)


def _old_worker(stand: Stand, code: Path) -> Process:
    """Start a worker of the previous version on the same database and broker."""
    folder = stand.folder / "worker-previous"
    folder.mkdir()
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel=INFO"]
    command += ["--concurrency=1", "--hostname=previous@%h"]
    worker = Process(
        command,
        log=folder / "worker.log",
        env={
            **stand.process_environment(),
            "SHINPAN_LOG_LEVEL": "INFO",
            "SHINPAN_LEASE_SECONDS": str(LEASE),
        },
        cwd=code,
    )
    worker.wait_ready(lambda: " ready." in worker.output())
    stand.workers.append(worker)
    return worker
