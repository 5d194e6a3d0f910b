"""What goes wrong with backups: no half file, no wrong one, and nothing lost by restoring."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from unittest.mock import Mock, patch

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from operations import queries
from operations.backups import create, postgresql, restore
from operations.backups.create import make_backup
from operations.backups.manifest import BackupError
from operations.backups.restore import NotEmptyError, restore_backup
from operations.queries import row_counts
from tests.factories import TournamentFactory
from tests.operations.backups import empty_database, events, programs, some_tournaments
from tests.support.database import delete_all, test_database_url
from tests.support.environment import REPOSITORY, process_environment
from tests.support.processes import IN_THE_BACKGROUND, Process
from tests.tournament.tampering import without_triggers
from tournament.models import AuditEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_turns]


@pytest.fixture(scope="module")
def one_backup(django_db_setup, django_db_blocker, tmp_path_factory) -> Path:
    """A backup of some tournaments, which are not there any more."""
    with django_db_blocker.unblock(), override_settings(SHINPAN_PG_BIN=programs()):
        some_tournaments()
        made = make_backup(folder=tmp_path_factory.mktemp("saved"))
        delete_all()
    return made.file


@pytest.fixture
def saved(one_backup, tmp_path) -> Path:
    """A copy of the backup, to do with as one likes."""
    return Path(shutil.copy(one_backup, tmp_path))


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def changed(file: Path, **values: object) -> Path:
    """Write a backup anew with another manifest."""
    other = file.with_name("changed.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "manifest.json":
                data = json.dumps({**json.loads(data), **values}).encode()
            new.writestr(name, data)
    return other


@pytest.mark.parametrize("step", ["_pack", "_move_into_place", "_saved"])
def test_a_full_disk_leaves_no_file(tmp_path, step):
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        patch.object(create, step, side_effect=full),
        pytest.raises(CommandError, match="No space left") as refused,
    ):
        call_command("backup", "--to", str(tmp_path))
    assert refused.value.returncode == 1
    assert left_in(tmp_path) == []


def test_a_disk_that_is_too_small_is_seen_before(tmp_path):
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    with (
        patch.object(create.shutil, "disk_usage", return_value=usage),
        pytest.raises(CommandError, match="are free"),
    ):
        call_command("backup", "--to", str(tmp_path))
    assert left_in(tmp_path) == []


@pytest.mark.once
@pytest.mark.parametrize("before", [[], IN_THE_BACKGROUND])
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_stopped_halfway_it_leaves_no_file_that_looks_whole(tmp_path, sign, before):
    some_tournaments()
    folder = tmp_path / "backups"
    # It waits where everything is written and only the name is missing.
    stopping = (
        "import signal, sys, django; django.setup()\n"
        "from operations.backups import create\n"
        "from django.core.management import call_command\n"
        "create._move_into_place = lambda *_: (print('here', flush=True), signal.pause())\n"
        f"call_command('backup', '--to', {str(folder)!r})\n"
    )
    process = Process(
        [*before, sys.executable, "-c", stopping],
        log=tmp_path / "log",
        env=process_environment(DATABASE_URL=test_database_url()),
        cwd=REPOSITORY,
    )
    process.wait_ready(lambda: "here" in process.output())
    assert process.stop(sign) != 0
    names = left_in(folder)
    assert not any(create.NAME.fullmatch(name) for name in names)
    if sign == signal.SIGKILL:
        [work] = names
        os.utime(folder / work, (0, 0))
    else:
        assert names == []
    assert left_in(make_backup(folder=folder).file.parent) == left_in(folder)
    assert [bool(create.NAME.fullmatch(name)) for name in left_in(folder)] == [True]


def test_only_so_many_are_kept_and_nothing_else_is_removed(tmp_path):
    for name in ("shinpan-20200101T000000Z.zip", "shinpan-20200102T000000Z.zip", "mine.zip"):
        (tmp_path / name).touch()
    out = io.StringIO()
    call_command("backup", "--to", str(tmp_path), "--keep", "2", stdout=out)
    names = left_in(tmp_path)
    assert names[0] == "mine.zip"
    assert names[1] == "shinpan-20200102T000000Z.zip"
    assert len(names) == 3
    assert "removed" in out.getvalue()


def test_two_in_one_second_are_two_files(tmp_path):
    files = {make_backup(folder=tmp_path).file for _ in range(3)}
    assert len(files) == 3
    assert len(left_in(tmp_path)) == 3


def test_a_broken_trail_is_saved_and_told(saved, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "shinpan-20200101T000000Z.zip").touch()
    with empty_database(tmp_path):
        restore_backup(file=saved)
        without_triggers()
        AuditEvent.objects.update(verb="result.forged")
        with pytest.raises(CommandError, match="broken") as told:
            call_command("backup", "--to", str(folder), "--keep", "1", stdout=io.StringIO())
    assert told.value.returncode == 2
    # An older one may be the last that was good.
    assert len(left_in(folder)) == 2
    with empty_database(tmp_path), pytest.raises(CommandError, match="broken") as told:
        call_command("restore_backup", str(folder / left_in(folder)[-1]), stdout=io.StringIO())
    assert told.value.returncode == 2


@pytest.mark.once
def test_the_exit_status_is_for_cron(tmp_path):
    command = [sys.executable, "manage.py", "backup", "--to", str(tmp_path / "file")]
    (tmp_path / "file").touch()
    ended = subprocess.run(
        command,
        cwd=REPOSITORY,
        env=process_environment(DATABASE_URL=test_database_url()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "No backup was made" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_database_that_holds_something_is_not_replaced_by_itself(saved):
    TournamentFactory()
    before = row_counts()
    with pytest.raises(NotEmptyError, match="not empty"):
        restore_backup(file=saved)
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore_backup", str(saved), stdout=io.StringIO())
    assert row_counts() == before


@pytest.mark.parametrize(("answer", "done"), [("yes\n", False), ("replace\n", True), ("", False)])
def test_replacing_asks_first(saved, tmp_path, monkeypatch, answer, done):
    with empty_database(tmp_path):
        restore_backup(file=saved)
        TournamentFactory()
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        out = io.StringIO()
        try:
            call_command("restore_backup", str(saved), "--replace", stdout=out)
        except CommandError:
            assert not done
        assert row_counts()["tournament_tournament"] == (2 if done else 3)
        assert "will be lost" in out.getvalue()


def test_what_differs_from_what_was_saved_is_not_restored(saved, tmp_path):
    with zipfile.ZipFile(saved) as archive:
        said = json.loads(archive.read("manifest.json"))
    more = {**said["counts"], "tournament_auditevent": 99}
    other_end = {slug: [sequence, "0" * 64] for slug, (sequence, _) in said["trails"].items()}
    with empty_database(tmp_path):
        restore_backup(file=saved)
        TournamentFactory()
        before = row_counts()
        for lie in ({"counts": more}, {"trails": other_end}, {"sha256": "0" * 64}):
            with pytest.raises(BackupError, match=r"not what was saved"):
                restore_backup(file=changed(saved, **lie), replace=True)
            assert row_counts() == before


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"program": "other"}, "no backup of this program"),
        ({"format": 2}, "newer version"),
        ({"migrations": ["jobs.0001_initial", "jobs.9999_later"]}, "newer version"),
        ({"database": "oracle"}, "same kind"),
        ({"unknown": 1}, "damaged"),
    ],
)
def test_foreign_and_newer_backups_are_refused(saved, tmp_path, values, says):
    with empty_database(tmp_path), pytest.raises(BackupError, match=says):
        restore_backup(file=changed(saved, **values))


def test_damaged_files_are_refused(saved, tmp_path):
    whole = saved.read_bytes()
    with empty_database(tmp_path):
        for cut in (0, 100, len(whole) // 2, len(whole) - 10):
            saved.write_bytes(whole[:cut])
            with pytest.raises(CommandError, match=r"Nothing was restored.*(damaged|no backup)"):
                call_command("restore_backup", str(saved), stdout=io.StringIO())
        middle = len(whole) // 2
        saved.write_bytes(whole[:middle] + bytes(64) + whole[middle + 64 :])
        with pytest.raises(CommandError, match="Nothing was restored"):
            call_command("restore_backup", str(saved), stdout=io.StringIO())
        saved.unlink()
        with pytest.raises(CommandError, match="No such file"):
            call_command("restore_backup", str(saved), stdout=io.StringIO())


def test_what_was_found_is_printed(saved, tmp_path, settings):
    settings.SECRET_KEY = "another key of another installation, as long as it has to be"
    out = io.StringIO()
    with empty_database(tmp_path):
        call_command("restore_backup", str(saved), stdout=out)
    said = out.getvalue()
    assert "every table has what was saved" in said
    assert "All 2 audit trails are as written" in said
    assert "another SHINPAN_SECRET_KEY" in said


def test_a_folder_that_is_too_small_to_unpack_in_is_seen_before(saved):
    small = shutil._ntuple_diskusage(10**6, 10**6, 10)
    with (
        patch.object(restore.shutil, "disk_usage", return_value=small),
        pytest.raises(CommandError, match="TMPDIR"),
    ):
        call_command("restore_backup", str(saved), "--replace", "--no-input")


@pytest.mark.parametrize("away", [True, False])
def test_what_is_restored_waits_for_no_store_that_is_away_or_large(settings, away):
    settings.SHINPAN_FILES_URL = "s3://somewhere"
    store = Mock()
    store.exists.side_effect = ValueError("the network is away") if away else None
    store.exists.return_value = False
    names = [f"aa/bb/{number:05}" for number in range(5000)]
    with patch.object(restore, "storages", {"records": store}):
        missing = restore._missing(names)
    assert missing == (names if away else names[::5])
    assert store.exists.call_count == (1 if away else restore.MOST_LOOKED_FOR)


def test_a_damaged_sqlite_file_is_no_backup(tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own check")
    some_tournaments()
    copy = tmp_path / "copy.sqlite3"
    create.sqlite.copy_to(copy)
    spoilt = bytearray(copy.read_bytes())
    middle = len(spoilt) // 8192 * 4096
    # One page alone may be free after the tests before, and then nothing is lost with it.
    spoilt[middle:] = b"\xff" * (len(spoilt) - middle)
    copy.write_bytes(spoilt)
    with pytest.raises(BackupError, match="damaged"):
        create.sqlite.check_file(copy)


@pytest.mark.postgres
def test_replacing_while_servers_run_is_refused(saved, tmp_path):
    some_tournaments()
    before = events()
    with (
        psycopg.connect(test_database_url()),
        pytest.raises(BackupError, match="stop web servers"),
    ):
        restore_backup(file=saved, replace=True)
    assert events() == before


@pytest.mark.postgres
def test_a_restoring_that_was_killed_is_taken_back(saved, tmp_path):
    with empty_database(tmp_path):
        restore_backup(file=saved)
        queries.set_schema_aside()
        with pytest.raises(NotEmptyError):
            restore_backup(file=saved)
        assert row_counts()["tournament_tournament"] == 2


def test_what_to_install_is_said(tmp_path, settings):
    settings.SHINPAN_PG_BIN = str(tmp_path)
    with pytest.raises(BackupError, match=r"postgresql-client-18.*SHINPAN_PG_BIN"):
        postgresql.client_program("pg_dump", 18)
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.4 (Debian)'\n")
    old.chmod(0o755)
    with pytest.raises(BackupError, match="only version 15 is here"):
        postgresql.client_program("pg_dump", 18)
    assert postgresql.client_program("pg_dump", 15) == str(old)


def test_a_backup_of_an_older_version_is_brought_up_to_date(saved, tmp_path):
    with empty_database(tmp_path):
        restore_backup(file=saved)
        call_command("migrate", "operations", "zero", verbosity=0)
        older = make_backup(folder=tmp_path / "older").file
    with empty_database(tmp_path):
        restored = restore_backup(file=older)
        assert "operations.0001_initial" in restored.migrated
        assert make_backup(folder=tmp_path / "newer").broken == []
