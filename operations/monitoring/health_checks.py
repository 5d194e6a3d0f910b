"""Health checks: database, migrations, broker, kernel, static files, backups and their copies.

The results contain no host, user or error text, because anybody may ask for them.
"""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from adjudication import SPEED
from operations import queries
from operations.backups.notes import LATELY, last_times

BROKER_SECONDS = 0.5
DATABASE_MILLISECONDS = 2000
LOCK_SECONDS = 0.1
"""How long an SQLite file may be locked before it counts as busy."""
LEAST_FREE_BYTES = 100 * 1024 * 1024
"""If an SQLite file's disk has less free space than this, the operator has to act."""


class State(StrEnum):
    """State of a component: ``degraded`` slows down, ``failed`` makes the process useless."""

    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Check:
    """Result of a check; ``detail`` is a word or two, never a secret."""

    name: str
    state: State
    detail: str
    milliseconds: int


Result = tuple[State, str] | None
"""None: there is no such component here."""


def run_checks() -> tuple[Check, ...]:
    """Check every component. Never raises."""
    results: list[Check] = []
    for name, check in _CHECKS.items():
        started = time.perf_counter()
        try:
            found = check()
        except Exception as error:  # whatever a driver raises, report a state
            found = State.FAILED, type(error).__name__
        elapsed = round(1000 * (time.perf_counter() - started))
        if found is not None:
            results.append(Check(name, *found, elapsed))
    return tuple(results)


def overall_state(checks: tuple[Check, ...]) -> State:
    """Return the worst of the states."""
    states = {check.state for check in checks}
    return next(state for state in (State.FAILED, State.DEGRADED, State.OK) if state in states)


def _database() -> Result:
    if connection.vendor == "sqlite":
        return _sqlite_file(str(settings.DATABASES["default"]["NAME"]))
    if queries.is_read_only(timeout_ms=DATABASE_MILLISECONDS):
        return State.FAILED, "read only"
    return State.OK, "writable"


def _sqlite_file(name: str) -> Result:
    """Take and release the write lock, over a connection that does not wait long."""
    if "memory" in name:
        return State.OK, "writable"
    path = Path(name)
    with closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as file:
        try:
            queries.take_write_lock(file)
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return State.DEGRADED, "busy"
            return State.FAILED, "not writable"
    if shutil.disk_usage(path.parent).free < LEAST_FREE_BYTES:
        return State.DEGRADED, "disk almost full"
    return State.OK, "writable"


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of this version; they do not change while it runs."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _migrations() -> Result:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Error:
        return State.FAILED, "unknown"
    missing = len(_known_migrations() - applied.keys())
    # A database that is ahead is fine: the tables are upgraded before the web.
    return (State.FAILED, f"{missing} missing") if missing else (State.OK, "applied")


def _broker() -> Result:
    url = settings.CELERY_BROKER_URL
    if url == "memory://":
        return State.OK, "memory"
    import redis  # takes a while to load, and an installation without a broker does not need it

    options = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}
    try:
        with redis.Redis.from_url(url, **options) as client:
            client.ping()
    except (redis.RedisError, OSError):
        # Jobs are accepted all the same; the sweeper announces them later.
        return State.DEGRADED, "away"
    return State.OK, "reachable"


def _static() -> Result:
    if settings.STATIC_ROOT is None:
        return State.OK, "plain"
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    try:
        json.loads(manifest.read_text(encoding="utf-8"))["paths"]
    except (OSError, ValueError, KeyError):
        return State.FAILED, "no manifest"
    return State.OK, "manifest"


def _backup() -> Result:
    """Whether the last backup, if any are made, is from the last two days."""
    made, _copied = last_times()
    return None if made is None else _of_late(made)


def _copy() -> Result:
    """Whether the last copy off the machine, if there should be any, is from the last two days."""
    if not settings.SHINPAN_BACKUP_COPY:
        return None
    _made, copied = last_times()
    return (State.DEGRADED, "none yet") if copied is None else _of_late(copied)


def _of_late(moment: datetime) -> tuple[State, str]:
    if moment > timezone.now() - LATELY:
        return State.OK, "of late"
    return State.DEGRADED, "too old"


def _kernel() -> Result:
    """Say whether the rules and the search run compiled; plain Python is as good, only slower."""
    return State.OK, SPEED.state.value


_CHECKS: dict[str, Callable[[], Result]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "kernel": _kernel,
    "static": _static,
    "backup": _backup,
    "copy": _copy,
}
