"""``python manage.py import_records``: many game records for the games of a tournament."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.files import find_records
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LARGEST_ZIP, RecordFile, files_in_zip
from adjudication.submissions.services.bulk_records import KEPT, FileOutcome, import_records
from tournament.errors import StoreError, UserError
from tournament.models import Tournament
from tournament.spoken import translated

AT_ONCE = 1_000
"""Files per call; each call reads the tournament's games once."""
MOST_BYTES = 16 * 1024 * 1024
"""Bytes per call, plus at most one more file: they are in memory together."""


class Command(BaseCommand):
    """Keep records with their games, printing a line on the outcome of each file."""

    help = (
        "Keeps SGF records with the games of a tournament and has them judged when no player "
        "waits. A file goes to the round and board of its name (r3-b12.sgf), else to the game of "
        "its two players. No result is changed; giving the same files again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("files", nargs="+", type=Path, help="files, folders or zip archives")
        parser.add_argument(
            "--enter-results",
            action="store_true",
            help="enter the result that a record says for a game without one",
        )
        parser.add_argument("--json", action="store_true", help="write one JSON object a file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command. Exits with status 1 if a file was not kept."""
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        counts: Counter[str] = Counter()
        left = 0
        files = _files(options["files"])
        try:
            for chunk in _chunks(files):
                for found in import_records(
                    tournament_id=tournament.pk,
                    files=chunk,
                    enter_results=options["enter_results"],
                ):
                    counts[found.outcome] += 1
                    left += found.outcome not in KEPT
                    self._tell(found, options["json"])
        except UserError as error:
            raise CommandError(str(error.text)) from error
        except StoreError as error:
            raise CommandError(f"The store failed: {error}. Give the command again.") from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        told = ", ".join(f"{count:,} {outcome}" for outcome, count in counts.most_common())
        self.stderr.write(told or "No file was found.")
        if left:
            raise CommandError(f"{left:,} files were not kept.")

    def _tell(self, outcome: FileOutcome, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(_as_json(outcome), ensure_ascii=False))
            return
        place = (
            f" (round {outcome.round_number}, board {outcome.board_number})"
            if outcome.game_id
            else ""
        )
        self.stdout.write(f"{outcome.name}{place}: {outcome.outcome}. {translated(outcome.text)}")


def _as_json(outcome: FileOutcome) -> dict[str, Any]:
    """Return the outcome of a file as plain values, its messages as sentences."""
    told = asdict(outcome) | {"text": translated(outcome.text)}
    if outcome.by_hand is not None:
        told["by_hand"]["doubt"] = translated(outcome.by_hand.doubt)
    return told


def _chunks(files: Iterator[RecordFile]) -> Iterator[list[RecordFile]]:
    """Yield the files in chunks, in order."""
    chunk: list[RecordFile] = []
    size = 0
    for file in files:
        chunk.append(file)
        size += len(file.data)
        if len(chunk) == AT_ONCE or size >= MOST_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _files(paths: list[Path]) -> Iterator[RecordFile]:
    for path in find_records(paths):
        if path.suffix.lower() == ".zip":
            with path.open("rb") as file:
                yield from files_in_zip(file.read(LARGEST_ZIP + 1))
            continue
        with path.open("rb") as file:
            yield RecordFile(path.name, file.read(MAX_RECORD_BYTES + 1))
