"""Create a backup of the whole installation while it runs."""

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from django.db import connection, transaction

from operations import queries
from operations.backups import postgresql, sqlite
from operations.backups.manifest import BackupError, Manifest, broken_trails, describe_database
from operations.backups.other_database import working_on

MANIFEST = "manifest.json"
NAME = re.compile(r"shinpan-\d{8}T\d{6}Z(-\d+)?\.zip")
WORK_PREFIX = ".shinpan-backup-"
FORGOTTEN_SECONDS = 24 * 3600
"""How long until the working folder of a killed backup is removed."""
BLOCK = 1024 * 1024


@dataclass(frozen=True)
class FinishedBackup:
    """A finished backup; ``broken`` lists audit trails that were tampered with."""

    file: Path
    manifest: Manifest
    broken: list[str]
    removed: list[Path]


def make_backup(*, folder: Path, keep: int | None = None) -> FinishedBackup:
    """Save the database of this installation to a new file in ``folder``, and verify it.

    The file gets its name only when it is complete. The latest ``keep`` backups, the new one
    included, are kept (None: all), unless an audit trail is broken. Raises BackupError if nothing
    could be saved, and OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _tidy(folder)
    moment = datetime.now(UTC)
    with _work_folder(folder) as work:
        content = work / ("database.sqlite3" if _sqlite() else "database.pgdump")
        saved, broken = _saved(content, moment.isoformat(timespec="seconds"))
        manifest = replace(
            saved, content=content.name, size=content.stat().st_size, sha256=digest_of(content)
        )
        packed = work / "backup.zip"
        _pack(packed, content, manifest)
        content.unlink()
        file = _move_into_place(packed, folder, moment)
    removed = remove_oldest_backups(folder, keep, file) if keep is not None and not broken else []
    return FinishedBackup(file, manifest, broken, removed)


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return digest_in(stream)


def digest_in(stream: IO[bytes]) -> str:
    """Return the SHA-256 of the rest of a stream."""
    digest = hashlib.sha256()
    while block := stream.read(BLOCK):
        digest.update(block)
    return digest.hexdigest()


def _sqlite() -> bool:
    return connection.vendor == "sqlite"


def _saved(content: Path, made_at: str) -> tuple[Manifest, list[str]]:
    """Write the content of the database to a file; describe and check that content."""
    if _sqlite():
        _enough_room(content.parent, 2 * sqlite.database_file().stat().st_size)
        sqlite.copy_to(content)
        with working_on(NAME=str(content), OPTIONS={}):
            return describe_database(made_at), broken_trails()
    with transaction.atomic():
        snapshot = queries.export_snapshot()
        _enough_room(content.parent, queries.database_size() // 2)
        # What is counted and checked is what is saved: both use the same snapshot.
        process = postgresql.dump(content, snapshot)
        try:
            found = describe_database(made_at), broken_trails()
            postgresql.wait_for(process)
        finally:
            process.kill()
            process.wait()
            if process.stderr:
                process.stderr.close()
    postgresql.count_dump_entries(content)
    return found


def _pack(packed: Path, content: Path, manifest: Manifest) -> None:
    """Write the file to the disk and read it back. Raises BackupError if that differs."""
    how = zipfile.ZIP_DEFLATED if _sqlite() else zipfile.ZIP_STORED  # a dump is compressed
    with packed.open("xb") as stream:
        with zipfile.ZipFile(stream, "w", compression=how, compresslevel=6) as archive:
            archive.writestr(MANIFEST, manifest.as_json())
            with (
                content.open("rb") as source,
                archive.open(content.name, "w", force_zip64=True) as target,
            ):
                shutil.copyfileobj(source, target, BLOCK)
        stream.flush()
        os.fsync(stream.fileno())
    packed.chmod(0o600)
    with zipfile.ZipFile(packed) as archive, archive.open(content.name) as again:
        if digest_in(again) != manifest.sha256:
            raise BackupError("What was written to the disk is not what was saved. Look at it.")


def _move_into_place(packed: Path, folder: Path, moment: datetime) -> Path:
    """Give the complete file its name, without overwriting another file."""
    stem = f"shinpan-{moment:%Y%m%dT%H%M%SZ}"
    for number in range(1, 1000):
        file = folder / (f"{stem}.zip" if number == 1 else f"{stem}-{number}.zip")
        try:
            os.link(packed, file)
        except FileExistsError:
            continue
        except OSError:  # a file system without hard links
            if file.exists():
                continue
            packed.rename(file)
        with contextlib.suppress(OSError):  # not every system can
            number_of = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(number_of)
            finally:
                os.close(number_of)
        return file
    raise BackupError(f"{folder} has no name left for this second.")


@contextlib.contextmanager
def _work_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder beside the backups that is removed afterwards in any case."""
    work = Path(tempfile.mkdtemp(prefix=WORK_PREFIX, dir=folder))
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _tidy(folder: Path) -> None:
    """Remove what killed backups left behind."""
    for work in folder.glob(f"{WORK_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - work.stat().st_mtime > FORGOTTEN_SECONDS:
                shutil.rmtree(work, ignore_errors=True)


def remove_oldest_backups(folder: Path, keep: int, latest: Path) -> list[Path]:
    """Remove the oldest backups, but no file with any other name."""
    older = sorted(
        path for path in folder.iterdir() if NAME.fullmatch(path.name) and path != latest
    )
    removed = older[: max(0, len(older) - max(keep, 1) + 1)]
    for path in removed:
        path.unlink(missing_ok=True)
    return removed


def _enough_room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(
            f"{folder}: a backup may need {needed // 10**6} MB, {free // 10**6} MB are free."
        )
