"""Archives of tournaments with more of something than one part of the file may hold."""

import gc
import hashlib
import io
import json
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from adjudication.archive.services import archive
from adjudication.archive.services import parts as archive_parts
from adjudication.archive.services import rows as archive_rows
from adjudication.archive.services import tables as archive_tables
from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.models import GameRecordFile, Verdict
from tests.adjudication.archive.test_hostile_archives import cup
from tests.adjudication.archives import add_events, archive_of
from tests.factories import GameFactory, GameRecordFileFactory, VerdictFactory
from tests.support.environment import times
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.recording import record
from tournament.errors import UserError
from tournament.models import AuditEvent, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]
EVENTS = "tournament_auditevent"
KB = 1024


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a small tournament reaches."""
    monkeypatch.setattr(archive_parts, "FILLED_PART", 4 * KB)
    monkeypatch.setattr(archive_parts, "LARGEST_PART", 64 * KB)


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.by_turns
@pytest.mark.timeout(1800)  # the long form takes its time
def test_a_trail_larger_than_a_part_comes_back(tmp_path: Path) -> None:
    """By the commands, with the limits as they are where that is asked for."""
    tournament = cup()
    add_events(tournament, times(3_000, long=140_000))
    with pytest.MonkeyPatch.context() as patch:
        if times(1, long=2) == 1:
            patch.setattr(archive_parts, "FILLED_PART", 64 * KB)
            patch.setattr(archive_parts, "LARGEST_PART", 1024 * KB)
        call_command("archive", tournament.slug, output=tmp_path / "cup.zip")
        call_command("restore", tmp_path / "cup.zip", slug="again")
        with zipfile.ZipFile(tmp_path / "cup.zip") as archive:
            sizes = [
                info.file_size for info in archive.infolist() if info.filename.startswith(EVENTS)
            ]
        assert sum(sizes) > archive_parts.LARGEST_PART
    restored = Tournament.objects.get(slug="again")
    assert restored.audit.count() == tournament.audit.count() + 1
    assert check_trail(restored.pk).wrong is None


def test_many_verdicts_and_their_records_come_back(small_parts: None) -> None:
    first = VerdictFactory(submission__game__round__number=1, submission__game__board_number=1)
    round_ = first.submission.game.round
    tournament = round_.tournament
    for number in range(80):
        game = GameFactory(round=round_, board_number=100 + number)
        data = b"(;GM[1]C[%d])" % number
        kept = GameRecordFileFactory(
            data=data, size=len(data), sha256=hashlib.sha256(data).hexdigest()
        )
        VerdictFactory(submission__game=game, submission__record=kept)
    data = archive_of(tournament)
    assert "adjudication_verdict.5.json" in parts_of(data)
    restored = restore_archive(stream=io.BytesIO(data), slug="again")

    def told(of: Tournament) -> list[object]:
        verdicts = Verdict.objects.filter(submission__game__round__tournament=of)
        return list(
            verdicts.order_by("pk").values_list(
                "verdict", "submission__record__sha256", "submission__game__board_number"
            )
        )

    assert told(restored) == told(tournament)
    assert len(told(restored)) == 81
    assert {bytes(one.data) for one in GameRecordFile.objects.all()} >= {b"(;GM[1]C[79])"}


def test_an_event_makes_good_another_of_an_earlier_part(small_parts: None) -> None:
    tournament = cup()
    first = tournament.audit.earliest("pk")
    add_events(tournament, 100)
    record("board.terms", tournament_id=tournament.pk, undoes=first)
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    undone = AuditEvent.objects.filter(tournament=restored, undoes__isnull=False).latest("pk")
    assert undone.undoes == restored.audit.earliest("pk")


@pytest.mark.parametrize("listed", [True, False])
def test_a_part_that_is_missing_is_noticed(small_parts: None, listed: bool) -> None:
    tournament = cup()
    add_events(tournament, 100)
    parts = parts_of(archive_of(tournament))
    gone = f"{EVENTS}.3.json"
    del parts[gone]
    manifest = json.loads(parts["manifest.json"])
    if not listed:
        del manifest["parts"][gone]
    parts["manifest.json"] = json.dumps(manifest).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=stream, slug="again")


@pytest.mark.parametrize(
    ("limit", "value"), [("LARGEST_PART", 500), ("LARGEST_ARCHIVE", 5000), ("MOST_PARTS", 20)]
)
def test_what_could_not_be_restored_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    tournament = cup()
    monkeypatch.setattr(archive_parts, limit, value)
    with pytest.raises(CommandError, match="too large"):
        call_command("archive", tournament.slug, output=tmp_path / "cup.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.by_turns
@pytest.mark.long
def test_memory_does_not_grow_with_the_trail(tmp_path: Path) -> None:
    tournament = cup()

    def peak() -> int:
        """Write and restore the archive; return the most memory held meanwhile, in bytes."""
        gc.collect()
        tracemalloc.start()
        # A file, as users have it: an archive in memory would be counted as well.
        with (tmp_path / "cup.zip").open("w+b") as stream:
            write_archive(tournament_id=tournament.pk, stream=stream)
            restore_archive(stream=stream, slug=f"again-{tournament.audit.count()}")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive_parts, "FILLED_PART", 16 * KB)
        for module in (archive, archive_rows, archive_tables):
            patch.setattr(module, "BATCH", 50)
        peak()  # what is loaded once is no part of the comparison
        add_events(tournament, 200)
        few = peak()
        add_events(tournament, 600)
        # Of each event two keys are held, of each part its name; a row alone takes 1,500 bytes.
        assert peak() - few < 600 * 600
