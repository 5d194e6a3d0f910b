"""Whether this process can do its work: each part looked at for a moment, and told by name.

What is told names no host, no user and no error text: anybody may ask.
"""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import redis
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

BROKER_SECONDS = 0.5
DATABASE_MILLISECONDS = 2000
LOCK_SECONDS = 0.1
"""How long an SQLite file may be written to by somebody else before it counts as busy."""
LEAST_FREE_BYTES = 100 * 1024 * 1024
"""With less than this on the disk of an SQLite file an operator has to act."""


class State(StrEnum):
    """How a part is: ``degraded`` slows down or worries, ``failed`` makes the process useless."""

    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Check:
    """What looking at one part gave; ``detail`` is a word or two, never a secret."""

    name: str
    state: State
    detail: str
    milliseconds: int


Found = tuple[State, str]


def checks() -> tuple[Check, ...]:
    """Look at every part. Never raises."""
    found: list[Check] = []
    for name, look in _LOOKS.items():
        started = time.perf_counter()
        try:
            state, detail = look()
        except Exception as error:  # whatever a driver raises, the answer is a state
            state, detail = State.FAILED, type(error).__name__
        spent = round(1000 * (time.perf_counter() - started))
        found.append(Check(name, state, detail, spent))
    return tuple(found)


def state_of_all(found: tuple[Check, ...]) -> State:
    """Return the worst of the states."""
    states = {check.state for check in found}
    return next(one for one in (State.FAILED, State.DEGRADED, State.OK) if one in states)


def _database() -> Found:
    if connection.vendor == "sqlite":
        return _sqlite_file(str(settings.DATABASES["default"]["NAME"]))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {DATABASE_MILLISECONDS}")
        cursor.execute("SELECT pg_is_in_recovery(), current_setting('transaction_read_only')")
        standby, read_only = cursor.fetchone()
    if standby or read_only == "on":
        return State.FAILED, "read only"
    return State.OK, "writable"


def _sqlite_file(name: str) -> Found:
    """Take the lock of a writer and give it back, over a connection that does not wait long."""
    if "memory" in name:
        return State.OK, "writable"
    path = Path(name)
    with closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as own:
        try:
            own.execute("BEGIN IMMEDIATE")
            own.execute("PRAGMA user_version = 0")  # a write, also where the file is read-only
            own.rollback()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return State.DEGRADED, "busy"
            return State.FAILED, "not writable"
    if shutil.disk_usage(path.parent).free < LEAST_FREE_BYTES:
        return State.DEGRADED, "disk almost full"
    return State.OK, "writable"


@cache
def _migrations_here() -> frozenset[tuple[str, str]]:
    """Return the migrations that this code has; they do not change while it runs."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _migrations() -> Found:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Error:
        return State.FAILED, "unknown"
    missing = len(_migrations_here() - applied.keys() - _replaced())
    # A database that is ahead is served on: so is a new version rolled out beside an older one.
    return (State.FAILED, f"{missing} missing") if missing else (State.OK, "applied")


@cache
def _replaced() -> frozenset[tuple[str, str]]:
    """Return squashed migrations: where their parts were applied, they need not be."""
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return frozenset(key for key, one in disk.items() if one.replaces)


def _broker() -> Found:
    url = settings.CELERY_BROKER_URL
    if url == "memory://":
        return State.OK, "memory"
    options = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}
    try:
        with redis.Redis.from_url(url, **options) as client:
            client.ping()
    except (redis.RedisError, OSError):
        # Work is accepted and kept all the same; the sweeper tells of it later.
        return State.DEGRADED, "away"
    return State.OK, "reachable"


def _static() -> Found:
    if settings.STATIC_ROOT is None:
        return State.OK, "plain"
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    try:
        json.loads(manifest.read_text(encoding="utf-8"))["paths"]
    except (OSError, ValueError, KeyError):
        return State.FAILED, "no manifest"
    return State.OK, "manifest"


_LOOKS: dict[str, Callable[[], Found]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "static": _static,
}
