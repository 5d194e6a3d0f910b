"""Backups are copied off the machine; a copy that fails is told, and a copy restores."""

import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from config import env
from operations.backups.create import NAME
from operations.backups.manifest import trail_heads
from operations.backups.restore import restore_backup
from operations.models import BackupNote
from operations.monitoring.health_checks import run_checks
from tests.operations.backups import empty_database, some_tournaments

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
PYTHON = f"{sys.executable} -c"


def backup(folder: Path, *options: str) -> str:
    out = StringIO()
    call_command("backup", "--to", str(folder), *options, stdout=out, stderr=out)
    return out.getvalue()


def health() -> dict[str, tuple[str, str]]:
    return {check.name: (check.state.value, check.detail) for check in run_checks()}


def test_a_copy_in_a_folder_restores_and_old_ones_go(settings, tmp_path):
    some_tournaments()
    assert not {"backup", "copy"} & health().keys()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept.txt").write_text("not ours")
    settings.SHINPAN_BACKUP_COPY = str(elsewhere)
    assert health()["copy"] == ("degraded", "none yet")
    for _ in range(3):
        assert "copied" in backup(tmp_path / "here", "--keep", "2")
    names = sorted(path.name for path in elsewhere.iterdir())
    assert names[0] == "kept.txt"
    assert len(names) == 3
    assert all(NAME.fullmatch(name) for name in names[1:])
    assert health()["backup"] == health()["copy"] == ("ok", "of late")
    before = trail_heads()
    with empty_database(tmp_path):
        restore_backup(file=elsewhere / names[-1])
        assert trail_heads() == before
    settings.SHINPAN_METRICS_TOKEN = "a-token-of-more-than-twenty"
    answer = Client().get(
        "/metrics", headers={"Authorization": "Bearer a-token-of-more-than-twenty"}
    )
    assert "shinpan_backup_copy_age_seconds" in answer.text


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("{folder}/not-mounted", "is it mounted"),
        (f"{PYTHON} 'import sys; sys.exit(\"no route to\" + sys.argv[1])' {{file}}", "no route to"),
        ("no-such-program {file}", "no-such-program"),
    ],
)
def test_a_copy_that_fails_is_told_and_the_backup_is_there(settings, tmp_path, target, said):
    settings.SHINPAN_BACKUP_COPY = target.replace("{folder}", str(tmp_path))
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("backup", "--to", str(tmp_path / "here"), stdout=out, stderr=out)
    assert failed.value.returncode == 3
    assert said in out.getvalue()
    assert len(list((tmp_path / "here").glob("*.zip"))) == 1
    assert not list(tmp_path.glob("*.part"))
    assert health()["copy"] == ("degraded", "none yet")
    assert BackupNote.objects.get().copy_failed_at is not None


def test_a_command_is_given_the_file_and_its_name_without_a_shell(settings, tmp_path):
    script = "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[2])"
    settings.SHINPAN_BACKUP_COPY = f'{PYTHON} "{script}" {{file}} {tmp_path}/$HOME-{{name}}'
    backup(tmp_path / "here")
    (here,) = (tmp_path / "here").iterdir()
    assert (tmp_path / f"$HOME-{here.name}").read_bytes() == here.read_bytes()
    old = timezone.now() - timedelta(days=3)
    BackupNote.objects.update(made_at=old, copied_at=old)
    assert health()["backup"] == health()["copy"] == ("degraded", "too old")


@pytest.mark.parametrize("value", ["relative/folder", "rclone copy", "rclone 'copy {file}"])
def test_what_is_no_place_to_copy_to_stops_the_start(monkeypatch, value):
    monkeypatch.setenv("COPIES", value)
    with pytest.raises(env.SettingError, match="COPIES"):
        env.copy_target("COPIES")
