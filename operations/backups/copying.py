"""Copies of backups off the machine: into another folder, or by a command such as rclone.

The outcome of each backup is noted in the database for the health checks.
"""

import contextlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from operations.backups.create import BLOCK, FinishedBackup, digest_of, remove_oldest_backups
from operations.backups.notes import NOTED
from operations.models import BackupNote

FILE, NAME = "{file}", "{name}"
"""The placeholders in a command, for the path of the backup and for its bare name."""
COPY_SECONDS = 4 * 3600


class CopyError(Exception):
    """A backup was made but not copied; the text says why."""


def record_and_copy(made: FinishedBackup, *, keep: int | None = None) -> str:
    """Note a new backup, copy it to where SHINPAN_BACKUP_COPY says, and return where that is.

    In a folder, only the latest ``keep`` copies are kept (None: all) unless a trail is broken.
    Raises CopyError, after noting that, too.
    """
    now = timezone.now()
    BackupNote.objects.filter(made_at__lt=now - NOTED).delete()
    note = BackupNote.objects.create(
        file=made.file.name, made_at=now, bytes=made.file.stat().st_size
    )
    target = settings.SHINPAN_BACKUP_COPY
    if not target:
        return ""
    try:
        where = _by_command(made.file, target) if FILE in target else _into(made.file, Path(target))
    except (CopyError, OSError, subprocess.SubprocessError) as error:
        note.copy_failed_at = timezone.now()
        note.save(update_fields=["copy_failed_at"])
        raise CopyError(_words(error, target)) from error
    note.copied_at = timezone.now()
    note.save(update_fields=["copied_at"])
    if FILE not in target and keep is not None and not made.broken:
        remove_oldest_backups(Path(target), keep, Path(target) / made.file.name)
    return where


def _into(file: Path, folder: Path) -> str:
    """Copy a file into an existing folder; it gets its name once it is complete."""
    if not folder.is_dir():
        # Never created: if its disk is not mounted, this machine's own would fill up.
        raise CopyError(f"there is no folder {folder}: is it mounted?")
    part = folder / f".{file.name}.part"
    try:
        with file.open("rb") as source, part.open("xb") as target:
            shutil.copyfileobj(source, target, BLOCK)
            target.flush()
            os.fsync(target.fileno())
        with contextlib.suppress(OSError):  # not every file system has it
            part.chmod(0o600)
        if digest_of(part) != digest_of(file):
            raise CopyError(f"what was written to {folder} is not what was saved")
        part.replace(folder / file.name)
    finally:
        part.unlink(missing_ok=True)
    return str(folder / file.name)


def _by_command(file: Path, command: str) -> str:
    """Run a command with the path and the name of the file in it, without a shell."""
    words = [
        word.replace(FILE, str(file)).replace(NAME, file.name) for word in shlex.split(command)
    ]
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        timeout=COPY_SECONDS,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip()[-500:] or "nothing"
        raise CopyError(f"{words[0]} ended with {done.returncode} and said: {said}")
    return words[0]


def _words(error: Exception, target: str) -> str:
    if isinstance(error, CopyError):
        return str(error)
    if isinstance(error, subprocess.TimeoutExpired):
        return f"{shlex.split(target)[0]} took longer than {COPY_SECONDS // 3600} hours"
    why = getattr(error, "strerror", None) or str(error)
    return f"{target}: {why}"
