"""What every process counts of itself: requests, draws, lost hints. All else is in the database.

Several processes of one web server count into files of one folder, so that whichever answers a
scrape tells of them all. Nothing is counted, and the library not even loaded, as long as no token
for the figures is set.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
DRAW_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
DRAWN, HINT_LOST = "draw", "hint_lost"
"""Words of :mod:`jobs.observing`."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True, slots=True)
class Instruments:
    """The counters of this process and of those that share its folder."""

    registry: Any
    requests: Any
    seconds: Any
    draws: Any
    hints_lost: Any


def counting() -> bool:
    """Say whether somebody may ask for figures."""
    return bool(settings.SHINPAN_METRICS_TOKEN)


def count_request(view: str, method: str | None, status: int, seconds: float) -> None:
    """Count one request."""
    if not counting():
        return
    word = method_of(method)
    tools = instruments()
    tools.requests.labels(view, word, str(status)).inc()
    tools.seconds.labels(view, word).observe(seconds)


def method_of(method: str | None) -> str:
    """Return the method, or ``other``: whoever sends words of his own makes no new figures."""
    return method if method in METHODS else "other"


def observed(word: str, value: float) -> None:
    """Count what a room below tells of (:mod:`jobs.observing`)."""
    if not counting():
        return
    if word == DRAWN:
        instruments().draws.observe(value)
    elif word == HINT_LOST:
        instruments().hints_lost.inc(value)


@cache
def instruments() -> Instruments:
    """Return the counters, made when they are first needed."""
    if "gunicorn.arbiter" in sys.modules and not os.environ.get(FOLDER):
        os.environ[FOLDER] = str(_shared_folder())  # read while the library is loaded
    from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

    disable_created_metrics()
    registry = CollectorRegistry()
    return Instruments(
        registry=registry,
        requests=Counter(
            "shinpan_requests",
            "Requests, by page (its name in the addresses), method and status",
            ["view", "method", "status"],
            registry=registry,
        ),
        seconds=Histogram(
            "shinpan_request_seconds",
            "Seconds until an answer",
            ["view", "method"],
            buckets=REQUEST_SECONDS,
            registry=registry,
        ),
        draws=Histogram(
            "shinpan_draw_seconds",
            "Seconds that the pairing of a round took",
            buckets=DRAW_SECONDS,
            registry=registry,
        ),
        hints_lost=Counter(
            "shinpan_hints_lost",
            "Hints at a job that the broker did not take",
            registry=registry,
        ),
    )


def counted() -> Any:
    """Return a registry with what all processes of this server counted."""
    tools = instruments()
    if not os.environ.get(FOLDER):
        return tools.registry
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    every = CollectorRegistry()
    MultiProcessCollector(every)
    return every


def _shared_folder() -> Path:
    """Return the folder of the processes of one gunicorn: they have one parent.

    Folders whose server is gone are emptied. Raises OSError where the folder is somebody else's.
    """
    base = Path(tempfile.gettempdir()) / f"shinpan-figures-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    if base.lstat().st_uid != os.getuid() or base.is_symlink():
        raise PermissionError(f"{base} belongs to somebody else")
    for other in base.iterdir():
        if other.name.isdecimal() and not _lives(int(other.name)):
            for file in other.glob("*.db"):
                file.unlink(missing_ok=True)
    folder = base / str(os.getppid())
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
