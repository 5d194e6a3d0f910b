"""Metrics that every process counts for itself: requests, pairings, lost hints.

The processes of one gunicorn count into files in a shared folder, so that whichever answers a
scrape reports all of them. Without a token for the metrics nothing is counted, and the library is
not even loaded. Other metrics come from :mod:`operations.monitoring.database_metrics`.
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
"""Names of metrics that are reported through :mod:`jobs.metric_hooks`."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True, slots=True)
class Instruments:
    """The Prometheus instruments of this process."""

    registry: Any
    requests: Any
    seconds: Any
    draws: Any
    hints_lost: Any


def enabled() -> bool:
    """Return whether metrics are collected."""
    return bool(settings.SHINPAN_METRICS_TOKEN)


def count_request(view: str, method: str | None, status: int, seconds: float) -> None:
    """Count one request."""
    if not enabled():
        return
    label = method_label(method)
    instruments().requests.labels(view, label, str(status)).inc()
    instruments().seconds.labels(view, label).observe(seconds)


def method_label(method: str | None) -> str:
    """Return the method, or ``other``, so that invented methods create no new time series."""
    return method if method in METHODS else "other"


def record_metric(name: str, value: float) -> None:
    """Record a metric that was reported through :mod:`jobs.metric_hooks`."""
    if not enabled():
        return
    if name == DRAWN:
        instruments().draws.observe(value)
    elif name == HINT_LOST:
        instruments().hints_lost.inc(value)


@cache
def instruments() -> Instruments:
    """Return the instruments, created when they are first needed."""
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


def process_registry() -> Any:
    """Return a registry with the metrics of all processes of this server."""
    if not os.environ.get(FOLDER):
        return instruments().registry
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


def _shared_folder() -> Path:
    """Return the folder shared by the processes of one gunicorn, which have the same parent.

    The folders of servers that have ended are emptied. Raises OSError if another user owns it.
    """
    base = Path(tempfile.gettempdir()) / f"shinpan-figures-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    if base.lstat().st_uid != os.getuid() or base.is_symlink():
        raise PermissionError(f"{base} belongs to another user")
    for other in base.iterdir():
        if other.name.isdecimal() and not _is_running(int(other.name)):
            for file in other.glob("*.db"):
                file.unlink(missing_ok=True)
    folder = base / str(os.getppid())
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
