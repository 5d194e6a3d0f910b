"""Copies an SQLite database that is in use, checks the copy, and copies it back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from operations import queries
from operations.backups.manifest import BackupError

WAIT_SECONDS = 60


def database_file() -> Path:
    """Return the file of the current database."""
    return Path(str(connection.settings_dict["NAME"]))


def copy_to(target: Path) -> None:
    """Copy the database as it is at one moment to a new file, while others go on writing.

    All in one step, within one read transaction: step by step, every other write would restart it.
    Raises BackupError if the copy is not sound.
    """
    with (
        closing(sqlite3.connect(database_file(), timeout=WAIT_SECONDS)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=-1)
        # A single file, without a write-ahead log that could be forgotten.
        queries.set_journal_mode(copy, "DELETE")
    check_file(target)


def check_file(file: Path) -> None:
    """Check every page and every foreign key. Raises BackupError that says what is wrong."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            problems = queries.integrity_problems(copy)
            orphans = queries.tables_with_orphans(copy)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database is damaged: {error}.") from error
    if problems:
        raise BackupError("The database is damaged: " + "; ".join(problems))
    if orphans:
        raise BackupError(
            f"The database is damaged: rows of {', '.join(orphans)} point at nothing."
        )


def replace_content(file: Path) -> None:
    """Replace the content of the database with that of a file, in one transaction.

    Other connections see either the old content or all of the new one. Raises BackupError if
    others write all the time.
    """
    database_file().parent.mkdir(parents=True, exist_ok=True)
    connection.close()
    try:
        with (
            closing(sqlite3.connect(file)) as source,
            closing(sqlite3.connect(database_file(), timeout=WAIT_SECONDS)) as target,
        ):
            source.backup(target, pages=-1)
            queries.set_journal_mode(target, "WAL")
    except sqlite3.OperationalError as error:
        raise BackupError(
            f"The database cannot be written: {error}. Stop the servers and workers first."
        ) from error
