"""``manage.py backup``: save the whole installation to one file, while it runs."""

import signal
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from operations.backups.copying import CopyError, record_and_copy
from operations.backups.create import FinishedBackup, make_backup
from operations.backups.manifest import BackupError


def positive(text: str) -> int:
    """Read a number of backups."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("a number from 1 on")
    return int(text)


class Command(BaseCommand):
    """Make a backup. Status 0: sound; 1: none was made; 2: a trail is broken; 3: not copied."""

    help = (
        "Saves the whole database into one file while the servers run, and looks whether it is "
        "sound: the database's own check, every table's rows, every audit trail. Ends with 1 when "
        "no backup was made, with 2 when one was made whose audit trail is broken, with 3 when it "
        "was not copied where SHINPAN_BACKUP_COPY says."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the folder, and how many backups to keep."""
        folder = settings.SHINPAN_DATA_DIR / "backups"
        parser.add_argument(
            "--to", metavar="DIR", type=Path, default=folder, help="default: %(default)s"
        )
        parser.add_argument(
            "--keep", metavar="N", type=positive, help="remove all but the latest N afterwards"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it. Raises CommandError that says what is wrong."""
        # Stopping the service, or a time-out, must leave nothing half-done behind, even if a script
        # started the backup in the background, whose shell ignores SIGINT.
        before = {sign: signal.signal(sign, _stop) for sign in (signal.SIGTERM, signal.SIGINT)}
        try:
            made = make_backup(folder=options["to"], keep=options["keep"])
            copied, not_copied = _copied(made, options["keep"])
        except (BackupError, DatabaseError) as error:
            raise CommandError(f"No backup was made. {error}", returncode=1) from error
        except OSError as error:
            why = error.strerror or str(error)
            raise CommandError(
                f"No backup was made. {options['to']}: {why}", returncode=1
            ) from error
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)
        rows = sum(made.manifest.counts.values())
        megabytes = made.file.stat().st_size / 10**6
        self.stdout.write(
            f"{made.file}: {rows} rows of {len(made.manifest.counts)} tables, "
            f"{len(made.manifest.trails)} audit trails, {megabytes:.1f} MB"
        )
        if made.manifest.files:
            self.stdout.write(
                f"{len(made.manifest.files)} files are in the object store and not in the backup: "
                "save them there."
            )
        for path in made.removed:
            self.stdout.write(f"removed {path}")
        if copied:
            self.stdout.write(f"copied: {copied}")
        if not_copied:
            self.stderr.write(f"The backup was made and NOT COPIED off this machine: {not_copied}")
        if made.broken:
            raise CommandError(
                "The backup was made, but audit trails in it are broken:\n"
                + "\n".join(made.broken),
                returncode=2,
            )
        if not_copied:
            raise CommandError("There is no copy of this backup elsewhere.", returncode=3)


def _copied(made: FinishedBackup, keep: int | None) -> tuple[str, str]:
    """Return where the copy went, or why there is none."""
    try:
        return record_and_copy(made, keep=keep), ""
    except CopyError as error:
        return "", str(error)


def _stop(number: int, frame: object) -> None:
    raise SystemExit(1)
