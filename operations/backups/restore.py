"""Restore a backup: verified before it replaces the database, all of it or nothing."""

import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from django.apps import apps
from django.conf import settings
from django.core.files.storage import storages
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from adjudication.records.models import ALIAS, ask_store
from operations import queries
from operations.backups import postgresql, sqlite
from operations.backups.create import BLOCK, MANIFEST, digest_of
from operations.backups.manifest import (
    BackupError,
    Manifest,
    applied_migrations,
    broken_trails,
    differences,
    key_fingerprint,
    manifest_from,
    trail_heads,
    unknown_migrations,
)
from operations.backups.other_database import working_on
from tournament.errors import StoreError

GONE_SECONDS = 5.0
"""How long to wait until other connections are closed."""
MOST_LOOKED_FOR = 1000
"""How many files are looked for in the object store; `move_files --check` looks for all."""
FRESH = frozenset(
    {
        *("django_migrations", "django_content_type", "auth_permission", "operations_sighting"),
        *("jobs_job", "django_session", "operations_backupnote"),
    }
)
"""Tables that a fresh installation fills by itself."""


class NotEmptyError(BackupError):
    """The database is not empty."""


@dataclass(frozen=True)
class RestoreReport:
    """What was restored, and what the operator should know about it."""

    manifest: Manifest
    rows: int
    migrated: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    missing_files: list[str] = field(default_factory=list)
    same_key: bool = True


def manifest_of(file: Path) -> Manifest:
    """Return the manifest of a backup. Raises BackupError, and OSError if there is no such file."""
    with _opened(file) as archive:
        return _manifest_in(archive)


def existing_rows() -> dict[str, int]:
    """Return the tables that have rows, with their number; empty for a fresh installation."""
    found = queries.row_counts()
    return {table: rows for table, rows in found.items() if rows and table not in FRESH}


def restore_backup(*, file: Path, replace: bool = False) -> RestoreReport:
    """Restore the database from a backup.

    It has to be empty, unless ``replace``. A backup of an older version is migrated. Raises
    NotEmptyError; BackupError if the file is not a sound backup, is of another kind of database
    or of a newer version, or if what was restored is not what was saved: then the database is as
    it was before.
    """
    with _opened(file) as archive:
        manifest = _manifest_in(archive)
        _refuse_foreign(manifest)
        _undo_interrupted()
        if not replace and (there := existing_rows()):
            some = ", ".join(f"{table}: {rows}" for table, rows in list(there.items())[:3])
            raise NotEmptyError(f"The database is not empty ({some} rows).")
        with _extracted(archive, manifest) as content:
            put = _on_sqlite if connection.vendor == "sqlite" else _on_postgresql
            migrated, broken = put(content, manifest)
    return RestoreReport(
        manifest=manifest,
        rows=sum(manifest.counts.values()),
        migrated=migrated,
        broken=broken,
        missing_files=_missing(manifest.files),
        same_key=manifest.key == key_fingerprint(),
    )


def _on_sqlite(content: Path, manifest: Manifest) -> tuple[list[str], list[str]]:
    sqlite.check_file(content)
    with working_on(NAME=str(content), OPTIONS={}):
        found = _verified(manifest)
    sqlite.replace_content(content)
    return found


def _on_postgresql(content: Path, manifest: Manifest) -> tuple[list[str], list[str]]:
    # The pool of this process would count as other connections.
    connection.close()
    cast(Any, connection).close_pool()
    with working_on():
        return _replaced(content, manifest)


def _replaced(content: Path, manifest: Manifest) -> tuple[list[str], list[str]]:
    # The server needs a moment to notice that a process has ended.
    end = time.monotonic() + GONE_SECONDS
    while (others := queries.other_connections()) and time.monotonic() < end:
        time.sleep(0.2)
    if others:
        raise BackupError(
            f"{others} other connections use the database: stop web servers, workers and the "
            "sweeper first."
        )
    queries.set_schema_aside()
    try:
        connection.close()
        postgresql.restore(content)
        found = _verified(manifest)
    except BaseException:
        _undo_interrupted()
        raise
    queries.drop_schema_aside()
    return found


def _verified(manifest: Manifest) -> tuple[list[str], list[str]]:
    """Compare the content with the manifest, apply migrations, verify every audit trail."""
    found = differences(manifest, queries.row_counts(), trail_heads())
    if found:
        raise BackupError("What is in the file is not what was saved: " + "; ".join(found[:5]))
    before = set(applied_migrations())
    here = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if here - before:
        call_command("migrate", interactive=False, verbosity=0)
    return sorted(set(applied_migrations()) - before), broken_trails()


def _undo_interrupted() -> None:
    """Bring back the content from before a restore that failed or was killed."""
    if connection.vendor == "postgresql" and queries.schema_is_aside():
        queries.bring_schema_back()


def _refuse_foreign(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupError(
            f"This backup is of {manifest.database}, DATABASE_URL names {connection.vendor}: "
            "set it to a database of the same kind."
        )
    unknown = unknown_migrations(manifest.migrations, MigrationLoader(None).disk_migrations)
    ours = [name for name in unknown if name.split(".")[0] in _own_apps()]
    if ours:
        raise BackupError(
            f"This backup was made by a newer version (it has {ours[0]}): restore it with that."
        )


def _own_apps() -> frozenset[str]:
    return frozenset(app.label for app in apps.get_app_configs())


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except zipfile.BadZipFile as error:
        raise BackupError(f"{file} is damaged, or no backup.") from error


def _manifest_in(archive: zipfile.ZipFile) -> Manifest:
    try:
        return manifest_from(archive.read(MANIFEST))
    except KeyError as error:
        raise BackupError("This is no backup of this program.") from error


@contextmanager
def _extracted(archive: zipfile.ZipFile, manifest: Manifest) -> Iterator[Path]:
    """Yield the saved database as a file, which is removed afterwards. Raises BackupError."""
    place = sqlite.database_file().parent if connection.vendor == "sqlite" else None
    if place is not None:
        place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".shinpan-restore-", dir=place) as folder:
        content = Path(folder) / "database"
        free = shutil.disk_usage(folder).free
        if free < manifest.size:
            raise BackupError(
                f"The saved database needs {manifest.size // 10**6} MB, where it is unpacked "
                f"{free // 10**6} MB are free: name another folder in TMPDIR."
            )
        try:
            with archive.open(manifest.content) as source, content.open("wb") as target:
                shutil.copyfileobj(source, target, BLOCK)
        except (KeyError, zipfile.BadZipFile, EOFError) as error:
            raise BackupError("The backup is damaged: its database cannot be read.") from error
        if digest_of(content) != manifest.sha256:
            raise BackupError("The backup is damaged: its database is not what was saved.")
        yield content


def _missing(names: list[str]) -> list[str]:
    """Return files missing from the object store: of a sample, or all if the store is away."""
    if not names or not settings.SHINPAN_FILES_URL:
        return names
    store = storages[ALIAS]
    some = names[:: -(-len(names) // MOST_LOOKED_FOR)]
    try:
        return [
            name for name in some if not ask_store("look for", name, partial(store.exists, name))
        ]
    except StoreError:
        return names
