"""The disk is full: what was accepted stays, what was not is told, and it goes on by itself."""

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.faults.common import QUICK, all_judged, judged_once, keep_asking, report
from tests.support.crowd import crowd, told_errors
from tests.support.figures import Figure, at_least, exactly, noted
from tests.support.services import NOBODY
from tests.support.stand import POSTGRES, SQLITE, Stand, standing
from tests.support.wire import Wire

SIZE = 24
"""Megabytes of the small disk."""


class NoDiskError(RuntimeError):
    """No small disk can be made here: it takes root on Linux."""


def disk_full(database: str = SQLITE, *, reports: int = 40) -> list[Figure]:
    """Fill the disk while reports come in, then make room again."""
    with small_disk() as disk, standing(database=database, **QUICK) as stand:
        if database == SQLITE:
            stand.file = disk / "stand.sqlite3"
            stand.database_url = f"sqlite:///{stand.file}"
        field = stand.field(1, reports)
        if database == POSTGRES:
            _onto(stand, disk)
        web = stand.start_web(workers=1)
        stand.start_worker(beat=True)
        before = crowd(web.url, [report(board) for board in field[: reports // 4]], connections=4)
        all_judged(stand)
        ballast = disk / "ballast"
        _fill(ballast)
        full = crowd(web.url, [report(board) for board in field[reports // 4 :]], connections=4)
        refused = sum(one.status == 503 for one in full)
        strange = sum(one.status not in (302, 503) for one in full)
        kept = sum(one.status == 302 for one in [*before, *full])
        ballast.unlink()
        written = stand.count("adjudication_submission")
        with Wire(web.url) as wire:
            for board in field:
                keep_asking(wire, report(board))
        all_judged(stand)
        told = stand.output()
        return [
            exactly("accepted before", reports // 4, sum(one.status == 302 for one in before)),
            at_least("told to come again while full", 1, refused, "times"),
            exactly("anything else while full", 0, strange),
            noted("answers while full", told_errors(full, 302)),
            exactly("lost of what was accepted", 0, max(0, kept - written)),
            exactly("a message in the log", 1, int(any(word in told for word in _WORDS))),
            *judged_once(stand, reports),
            *(_whole(stand) if database == SQLITE else []),
        ]


_WORDS = ("disk is full", "No space left", "disk I/O error", "could not extend")


@contextlib.contextmanager
def small_disk() -> Iterator[Path]:
    """Give a folder on a disk of its own that is soon full. Raises :class:`NoDiskError`."""
    with tempfile.TemporaryDirectory(prefix="shinpan-disk-", ignore_cleanup_errors=True) as name:
        options = f"size={SIZE}m,mode=0777"
        try:
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", options, "shinpan", name],
                check=True,
                capture_output=True,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoDiskError(f"no tmpfs can be mounted here: {error}") from error
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=False)


def _onto(stand: Stand, disk: Path) -> None:
    """Move what reports write to the small disk; the write-ahead log has another."""
    place = disk / "tablespace"
    place.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(place, NOBODY, NOBODY)
    stand.sql(f"CREATE TABLESPACE small LOCATION '{place}'")
    for table in ("adjudication_gamerecordfile", "adjudication_submission"):
        stand.sql(f"ALTER TABLE {table} SET TABLESPACE small")


def _fill(ballast: Path) -> None:
    """Write until nothing more goes onto the disk."""
    block = b"\0" * 4096
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(block)


def _whole(stand: Stand) -> list[Figure]:
    (found,) = stand.sql("PRAGMA integrity_check")[0]
    return [exactly("integrity_check", 1, int(found == "ok"))]
