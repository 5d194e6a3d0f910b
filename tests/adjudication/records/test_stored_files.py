"""Large files beside the database: in a folder and in an S3 store (moto's)."""

import io
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings as django_settings
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from PIL import Image

from adjudication.archive.services.archive import restore_archive
from adjudication.cases.selectors.statements import picture
from adjudication.cases.services.statements import write_statement
from adjudication.models import GameRecordFile, Picture, Verdict
from adjudication.records.models import ALIAS, MAX_RECORD_BYTES, file_bytes, storage_key_of
from adjudication.records.services import (
    RecordFile,
    check_files,
    keep_record,
    move_files_to_database,
    move_files_to_store,
    sha256,
    sweep_files,
)
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.bulk_records import import_records
from adjudication.submissions.services.reports import submit_result
from adjudication.verdicts.selectors.submissions import public_record, record_bytes, records_by_id
from config.env import SettingError
from config.storage import records_storage
from jobs.models import Job, JobState
from jobs.worker import run_job
from tests.adjudication.archives import archive_of
from tests.adjudication.court import drawn
from tests.factories import COUNTED, CaseFactory, GameFactory, StatementFactory
from tests.support.answering import as_read
from tournament.errors import StoreError, UserError
from tournament.models import Game

pytestmark = pytest.mark.django_db


def use(settings, url: str) -> None:
    settings.SHINPAN_FILES_URL = url
    settings.SHINPAN_FILES_IN_DATABASE_BYTES = 20
    settings.STORAGES = {**settings.STORAGES, ALIAS: records_storage("SHINPAN_FILES_URL", url)}


@pytest.fixture(params=["folder", "s3"])
def store(request: pytest.FixtureRequest, settings, tmp_path: Path, monkeypatch) -> Iterator[str]:
    if request.param == "folder":
        use(settings, f"file://{tmp_path}/files")
        yield request.param
        return
    import boto3
    from moto import mock_aws

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with mock_aws():
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="league")
        use(settings, "s3://league/records?region_name=us-east-1")
        yield request.param


def sent() -> GameRecordFile:
    game = GameFactory(round__state="published", round__number=1)
    submit_result(
        game_id=game.pk,
        player_id=game.black_id,
        claim="W+0.5",
        record_bytes=COUNTED,
        filename="../../etc/passwd",
        idempotency_key="k",
    )
    return GameRecordFile.objects.get()


@pytest.mark.usefixtures("store")
def test_a_large_record_is_beside_the_database_and_read_as_any_other():
    record = sent()
    assert bytes(record.data) == b""
    assert record.storage_key == storage_key_of(sha256(COUNTED))
    assert storages[ALIAS].exists(record.storage_key)
    submission = record.submissions.get()
    assert record_bytes(submission.pk) == COUNTED
    assert records_by_id([record.pk]) == {record.pk: COUNTED}
    found = public_record(submission.pk)
    assert found is not None
    assert found[0] == COUNTED
    run_job()
    assert Verdict.objects.get().verdict == "confirmed"


@pytest.mark.usefixtures("store")
def test_small_files_stay_in_the_database(settings):
    settings.SHINPAN_FILES_IN_DATABASE_BYTES = len(COUNTED)
    record = sent()
    assert (bytes(record.data), record.storage_key) == (COUNTED, "")


@pytest.mark.usefixtures("store")
def test_what_was_changed_in_the_store_is_noticed():
    record = sent()
    assert check_files() == []
    storages[ALIAS].delete(record.storage_key)
    assert len(check_files()) == 1
    storages[ALIAS].save(record.storage_key, io.BytesIO(b"another game"))
    with pytest.raises(StoreError, match="not what was put there"):
        file_bytes(record)
    run_job()
    job = Job.objects.get()
    assert (job.state, Verdict.objects.count()) == (JobState.READY, 0)
    assert "StoreError" in job.last_error


def test_a_store_that_is_away_takes_nothing_and_the_page_says_when_to_come_again(
    settings, tmp_path, client
):
    (tmp_path / "files").write_text("no folder")
    use(settings, f"file://{tmp_path}/files")
    with pytest.raises(StoreError):
        sent()
    assert not GameRecordFile.objects.exists()
    from django.test import RequestFactory

    from config.errors import handler500

    try:
        raise StoreError("away")
    except StoreError:
        answer = handler500(RequestFactory().get("/"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


@pytest.mark.usefixtures("store")
def test_records_wait_for_a_store_that_is_away_and_are_given_up_where_a_file_is_gone():
    record = sent()
    job = Job.objects.get()

    def tried() -> str:
        Job.objects.update(run_after=timezone.now(), attempts=F("max_attempts") - 1)
        run_job()
        job.refresh_from_db()
        return job.state

    with patch.object(storages[ALIAS].__class__, "_open", side_effect=ConnectionError("away")):
        assert tried() == JobState.READY
    assert job.last_error.startswith("StoreAwayError: cannot read")
    storages[ALIAS].delete(record.storage_key)
    assert tried() == JobState.FAILED


@pytest.mark.usefixtures("store")
def test_moved_out_and_back(settings):
    settings.SHINPAN_FILES_URL, url = "", settings.SHINPAN_FILES_URL
    record = sent()
    shown = Picture.objects.create(
        statement=StatementFactory(), data=b"p" * 99, sha256=sha256(b"p" * 99), width=1, height=1
    )
    settings.SHINPAN_FILES_URL = url
    moved = move_files_to_store(larger_than=20)
    assert (moved.files, moved.size) == (2, len(COUNTED) + 99)
    record.refresh_from_db()
    assert (bytes(record.data), file_bytes(record)) == (b"", COUNTED)
    found = picture(shown.pk)
    assert found is not None
    assert found.data == b"p" * 99
    assert move_files_to_store(larger_than=20).files == 0
    assert move_files_to_database().files == 2
    record.refresh_from_db()
    assert (bytes(record.data), record.storage_key) == (COUNTED, "")
    assert sweep_files().files == 0
    assert sweep_files(now=timezone.now() + timedelta(days=2)).files == 2


@pytest.mark.usefixtures("store")
def test_what_a_failed_transaction_leaves_is_swept_a_day_later():
    with transaction.atomic():
        keep_record(data=COUNTED, filename="", player_id=None)
        transaction.set_rollback(True)
    assert not GameRecordFile.objects.exists()
    key = storage_key_of(sha256(COUNTED))
    assert storages[ALIAS].exists(key)
    assert sweep_files().files == 0
    assert sweep_files(now=timezone.now() + timedelta(days=2)).files == 1
    assert not storages[ALIAS].exists(key)
    record = sent()
    assert sweep_files(now=timezone.now() + timedelta(days=2)).files == 0
    assert file_bytes(record) == COUNTED


@pytest.mark.usefixtures("store")
def test_an_archive_has_the_bytes_and_restores_without_the_store():
    record = sent()
    game = record.submissions.get().game
    data = archive_of(game.round.tournament)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.read(f"records/{record.sha256}") == COUNTED
    restored = restore_archive(stream=io.BytesIO(data), slug="again")
    again = GameRecordFile.objects.get(submissions__game__round__tournament=restored)
    assert (bytes(again.data), again.storage_key) == (COUNTED, "")


@pytest.mark.usefixtures("store")
def test_an_erased_picture_is_gone_from_the_store_too():
    shown = Picture.objects.create(
        statement=StatementFactory(), data=b"p" * 99, sha256=sha256(b"p" * 99), width=1, height=1
    )
    assert move_files_to_store(larger_than=20).files == 1
    Picture.objects.filter(pk=shown.pk).update(data=b"", storage_key="")
    assert picture(shown.pk) is None
    assert sweep_files(now=timezone.now() + timedelta(days=2)).files == 1


@pytest.mark.usefixtures("store")
def test_the_command():
    sent()
    out = io.StringIO()
    for option in ("--check", "--back", "--out", "--sweep"):
        call_command("move_files", option, stdout=out)
    assert "Every file of the store is there" in out.getvalue()
    assert "1 files put into the database" in out.getvalue()
    GameRecordFile.objects.get()
    storages[ALIAS].delete(storage_key_of(sha256(COUNTED)))
    with pytest.raises(CommandError, match="1 files are missing"):
        call_command("move_files", "--check", stderr=io.StringIO())


def test_without_a_store_there_is_nothing_to_move():
    assert not django_settings.SHINPAN_FILES_URL
    with pytest.raises(CommandError, match="names no store"):
        call_command("move_files", "--out")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/x",
        "file://host/folder",
        "file:///",
        "s3://",
        "s3://key:secret@bucket",
        "s3://bucket?secret_key=x",
        "/srv/files",
    ],
)
def test_addresses_that_are_none_are_refused(url: str):
    with pytest.raises(SettingError, match="SHINPAN_FILES_URL"):
        records_storage("SHINPAN_FILES_URL", url)


def test_an_address_of_a_store_elsewhere():
    url = "s3://league/a/b?endpoint_url=https://s3.example.org&region_name=fr-par"
    options = records_storage("SHINPAN_FILES_URL", url)["OPTIONS"]
    assert options["bucket_name"] == "league"
    assert options["location"] == "a/b"
    assert options["endpoint_url"] == "https://s3.example.org"
    assert options["client_config"].connect_timeout == 3


def statement_with_all(game: Game) -> None:
    case = CaseFactory(game=game, tournament=game.round.tournament)
    stream = io.BytesIO()
    Image.new("RGB", (40, 20)).save(stream, "JPEG")
    write_statement(
        case_id=case.pk,
        player_id=game.black_id,
        text="",
        record_bytes=COUNTED,
        pictures=drawn(stream.getvalue()),
        idempotency_key="said",
    )


def added_to_a_result(game: Game) -> None:
    for player in (game.black_id, game.white_id):
        submit_result(
            game_id=game.pk,
            player_id=player,
            claim="W+0.5",
            idempotency_key=f"p{player}",
            **as_read(game.pk),
        )
    add_record(
        game_id=game.pk, player_id=game.black_id, record_bytes=COUNTED, idempotency_key="add"
    )


def reported(game: Game) -> None:
    submit_result(
        game_id=game.pk,
        player_id=game.black_id,
        claim="W+0.5",
        record_bytes=COUNTED,
        idempotency_key="k",
    )


def brought(game: Game) -> None:
    enter_result(game_id=game.pk, winner="white", reason="score", margin_half=1)
    (one,) = import_records(
        tournament_id=game.round.tournament_id,
        files=[RecordFile("a.sgf", COUNTED, game.round.number, game.board_number)],
    )
    assert one.outcome == "accepted"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("act", "files"),
    [(reported, 1), (added_to_a_result, 1), (brought, 1), (statement_with_all, 2)],
)
def test_nobody_waits_for_a_slow_store_in_a_transaction(act, files, settings, tmp_path):
    use(settings, f"file://{tmp_path}/files")
    game = GameFactory(round__state="published", round__number=1)
    held = []
    with patch.object(
        storages[ALIAS].__class__,
        "_save",
        autospec=True,
        side_effect=lambda store, name, content: held.append(connection.in_atomic_block) or name,
    ):
        act(game)
    assert held == [False] * files
    assert GameRecordFile.objects.get().storage_key == storage_key_of(sha256(COUNTED))


def test_what_is_too_large_to_be_a_record_goes_nowhere(settings, tmp_path):
    use(settings, f"file://{tmp_path}/files")
    game = GameFactory(round__state="published")
    with pytest.raises(UserError, match="512 kB"):
        submit_result(
            game_id=game.pk,
            player_id=game.black_id,
            claim="W+0.5",
            record_bytes=b"x" * (MAX_RECORD_BYTES + 1),
            idempotency_key="k",
        )
    assert not (tmp_path / "files").exists()


def test_a_sweep_of_many_files_asks_the_database_little(
    settings, tmp_path, django_assert_max_num_queries
):
    use(settings, f"file://{tmp_path}/files")
    for number in range(20):
        keep_record(data=COUNTED + b" " * number, filename="a.sgf", player_id=None)
    with django_assert_max_num_queries(2):
        assert sweep_files(now=timezone.now() + timedelta(days=2)).files == 0


@pytest.mark.parametrize("command", ["move_files --sweep", "import_records cup"])
def test_commands_say_that_the_store_is_away(command: str, settings, tmp_path):
    (tmp_path / "files").write_text("no folder")
    use(settings, f"file://{tmp_path}/files")
    game = GameFactory(round__state="published", round__tournament__slug="cup", round__number=1)
    enter_result(game_id=game.pk, winner="white", reason="score", margin_half=1)
    record = tmp_path / f"r1-b{game.board_number}.sgf"
    record.write_bytes(COUNTED)
    more = [str(record)] if "import" in command else []
    with pytest.raises(CommandError, match="store failed"):
        call_command(*command.split(), *more)
