"""``manage.py restore_backup``: restore the whole installation from a backup."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from operations.backups.manifest import BackupError, Manifest
from operations.backups.restore import (
    NotEmptyError,
    RestoreReport,
    existing_rows,
    manifest_of,
    restore_backup,
)


class Command(BaseCommand):
    """Restore it. Status 0: as saved; 1: the database is as before; 2: a trail is broken."""

    help = (
        "Makes the database what it was when a backup was made, checks rows and audit trails "
        "against what the backup says, and tells what it found. The database has to be empty, "
        "unless --replace is given."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and whether it may replace what is there."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="what is in the database is lost; asks first"
        )
        parser.add_argument(
            "--no-input", action="store_true", help="with --replace: do not ask (for scripts)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it. Raises CommandError that says what is wrong."""
        try:
            manifest = manifest_of(options["file"])
            self._tell_of(manifest)
            if options["replace"] and not options["no_input"] and existing_rows():
                self._ask()
            restored = restore_backup(file=options["file"], replace=options["replace"])
        except NotEmptyError as error:
            raise CommandError(
                f"{error} With --replace it is replaced by the backup, after a question."
            ) from error
        except (BackupError, DatabaseError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        except OSError as error:
            why = error.strerror or str(error)
            raise CommandError(f"Nothing was restored. {options['file']}: {why}") from error
        self._tell_what_came(restored)

    def _tell_of(self, manifest: Manifest) -> None:
        self.stdout.write(
            f"Backup of {manifest.made_at}: {manifest.database} {manifest.server}, "
            f"{sum(manifest.counts.values())} rows, {len(manifest.trails)} audit trails."
        )

    def _ask(self) -> None:
        name = str(connection.settings_dict["NAME"])
        self.stdout.write(f"Everything in {name} will be lost: " + _largest_tables(existing_rows()))
        self.stdout.write("Type `replace` to go on: ", ending="")
        self.stdout.flush()
        if sys.stdin.readline().strip() != "replace":
            raise CommandError("Nothing was restored.")

    def _tell_what_came(self, restored: RestoreReport) -> None:
        self.stdout.write(f"Restored {restored.rows} rows; every table has what was saved.")
        if restored.migrated:
            self.stdout.write(
                f"It was of an older version: {len(restored.migrated)} migrations were applied."
            )
        if not restored.same_key:
            self.stdout.write(
                "This installation has another SHINPAN_SECRET_KEY than the one that was saved: "
                "private links and log-ins of then do not work. Set the old key, or issue new "
                "links."
            )
        if restored.missing_files:
            self.stdout.write(
                f"{len(restored.missing_files)} files are not in the object store, such as "
                f"{restored.missing_files[0]}: put them back there (SHINPAN_FILES_URL); "
                "`manage.py move_files --check` looks for every one."
            )
        if restored.broken:
            raise CommandError(
                "It is restored, but audit trails are broken, as they were when it was saved:\n"
                + "\n".join(restored.broken),
                returncode=2,
            )
        self.stdout.write(f"All {len(restored.manifest.trails)} audit trails are as written.")


def _largest_tables(there: dict[str, int]) -> str:
    largest = sorted(there.items(), key=lambda item: -item[1])[:5]
    return ", ".join(f"{rows} rows of {table}" for table, rows in largest)
