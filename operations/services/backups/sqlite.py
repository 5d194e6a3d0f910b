"""Copies of an SQLite file that is being written to, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from operations.services.backups.manifest import BackupError

WAIT_SECONDS = 60


def own_file() -> Path:
    """Return the file that is worked on."""
    return Path(str(connection.settings_dict["NAME"]))


def copy_to(target: Path) -> None:
    """Copy the database as it is at one moment into a new file, while others go on writing.

    All in one step, within one reading transaction: step by step, every write of somebody else
    would make it start again. Raises BackupError where the copy is not sound.
    """
    with (
        closing(sqlite3.connect(own_file(), timeout=WAIT_SECONDS)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=-1)
        # One file, with nothing beside it that could be forgotten.
        copy.execute("PRAGMA journal_mode=DELETE")
    check_file(target)


def check_file(file: Path) -> None:
    """Look at every page and every key. Raises BackupError that says what is wrong."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            problems = [row[0] for row in copy.execute("PRAGMA integrity_check(5)")]
            orphans = copy.execute("PRAGMA foreign_key_check").fetchmany(5)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database is damaged: {error}.") from error
    if problems != ["ok"]:
        raise BackupError("The database is damaged: " + "; ".join(problems))
    if orphans:
        tables = ", ".join(sorted({row[0] for row in orphans}))
        raise BackupError(f"The database is damaged: rows of {tables} point at nothing.")


def put_back(file: Path) -> None:
    """Make a file's content that of the database, in one transaction of SQLite's own.

    Whoever has the database open sees either what was there or all that is new. Raises
    BackupError when somebody else writes all the time.
    """
    own_file().parent.mkdir(parents=True, exist_ok=True)
    connection.close()
    try:
        with (
            closing(sqlite3.connect(file)) as source,
            closing(sqlite3.connect(own_file(), timeout=WAIT_SECONDS)) as target,
        ):
            source.backup(target, pages=-1)
            target.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError as error:
        raise BackupError(
            f"The database cannot be written: {error}. Stop the servers and workers first."
        ) from error
