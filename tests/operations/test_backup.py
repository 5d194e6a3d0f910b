"""Backups that are taken while others write, restored, and found to be what was saved."""

import json
import zipfile
from pathlib import Path

import pytest
from django.db import connection

from operations.backups.create import NAME, make_backup
from operations.backups.manifest import broken_trails, trail_heads
from operations.backups.restore import existing_rows, restore_backup
from operations.queries import row_counts
from tests.operations.backups import (
    ROUNDS,
    empty_database,
    events,
    processes_writing,
    some_tournaments,
    threads_writing,
    trail_lengths,
    wait_for_more,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournaments() -> list[int]:
    return some_tournaments()


def saved_and_restored(folder: Path) -> None:
    """Take a backup while others write, restore it elsewhere, and look at everything in it."""
    before, lengths = events(), trail_lengths()
    made = make_backup(folder=folder)
    assert made.broken == []
    wait_for_more(1)
    with empty_database(folder):
        restored = restore_backup(file=made.file)
        assert restored.broken == []
        assert row_counts() == made.manifest.counts
        assert trail_heads() == made.manifest.trails
        assert broken_trails() == []
        # Nothing written before is missing, and what came later is not in it by halves.
        assert events() == sum(sequence for sequence, _ in trail_heads().values()) >= before
        assert all(trail_lengths()[slug] >= length for slug, length in lengths.items())
    assert events() > made.manifest.counts["tournament_auditevent"]


def test_backups_while_threads_write(tournaments, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("on PostgreSQL it is processes that write")
    with threads_writing(tournaments):
        for _ in range(ROUNDS):
            saved_and_restored(tmp_path)


@pytest.mark.postgres
def test_backups_while_processes_write(tournaments, tmp_path):
    with processes_writing(tournaments, tmp_path):
        for _ in range(ROUNDS):
            saved_and_restored(tmp_path)


def test_a_backup_says_what_is_in_it(tournaments, tmp_path):
    made = make_backup(folder=tmp_path / "new folder")
    assert NAME.fullmatch(made.file.name)
    assert made.file.stat().st_mode & 0o777 == 0o600
    assert made.file.parent.stat().st_mode & 0o777 == 0o700
    with zipfile.ZipFile(made.file) as archive:
        told = json.loads(archive.read("manifest.json"))
        names = archive.namelist()
    assert names == ["manifest.json", told["content"]]
    assert told["database"] == connection.vendor
    assert told["counts"]["tournament_tournament"] == 2
    assert "jobs.0001_initial" in told["migrations"]
    assert {sequence for sequence, _ in told["trails"].values()} == {1}
    assert told["files"] == []
    assert len(told["sha256"]) == 64
    assert [path.name for path in made.file.parent.iterdir()] == [made.file.name]


def test_what_is_restored_can_be_worked_with(tournaments, tmp_path):
    made = make_backup(folder=tmp_path)
    with empty_database(tmp_path):
        assert existing_rows() == {}
        restore_backup(file=made.file)
        some_tournaments()  # keys go on where they were
        assert broken_trails() == []
        again = make_backup(folder=tmp_path)
        assert again.manifest.counts["tournament_tournament"] == 4


def test_tables_without_anything_in_them_count_as_empty():
    assert row_counts()["django_content_type"] > 0
    assert existing_rows() == {}
