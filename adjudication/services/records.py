"""Keeping what came with a report: the record's bytes and the dead stones."""

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import PurePosixPath
from typing import ParamSpec, TypeVar

from django.utils.translation import gettext_lazy as _

from adjudication.models import GameRecordFile
from adjudication.models.game_record_file import MAX_RECORD_BYTES
from adjudication.models.stored import columns_for, put_first
from adjudication.rules.points import parse_point, point_name
from tournament.errors import UserError

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_FILENAME = 120
MOST_DEAD_STONES = 25 * 25


def check_record(data: bytes) -> None:
    """Raise UserError (field ``record``) for a record that is empty or too large.

    Whether it can be read is for the replay to say: what a player sent is kept in any case.
    """
    if not data.strip():
        raise UserError("record_empty", field="record", text=_("The game record is empty."))
    if len(data) > MAX_RECORD_BYTES:
        raise UserError(
            "record_too_large",
            field="record",
            text=_("The game record is larger than 512 kB: send a single game without analysis."),
        )


def record_put_first(service: Callable[P, T]) -> Callable[P, T]:
    """Have a large ``record_bytes`` in the object store before a service begins its transaction."""

    @wraps(service)
    def wrapped(*args: P.args, **named: P.kwargs) -> T:
        data = named.get("record_bytes")
        # One that is larger than it may be is refused inside, and goes nowhere.
        small = isinstance(data, bytes) and len(data) <= MAX_RECORD_BYTES
        with put_first([data] if small else []):  # type: ignore[list-item]
            return service(*args, **named)

    return wrapped


def sha256(data: bytes) -> str:
    """Return the SHA-256 of a record in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def keep_record(*, data: bytes, filename: str, player_id: int | None) -> GameRecordFile:
    """Store a checked record, unchanged. Call it inside the transaction that needs it."""
    digest = sha256(data)
    return GameRecordFile.objects.create(
        sha256=digest,
        **columns_for(data, digest),
        size=len(data),
        filename=clean_filename(filename),
        uploaded_by_id=player_id,
    )


def clean_filename(name: str) -> str:
    """Return the last part of a file name without anything that cannot be printed."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return "".join(c for c in last if c.isprintable())[-LONGEST_FILENAME:]


def clean_dead_stones(names: Iterable[str] | None, *, size: int) -> list[str] | None:
    """Return points such as ``Q16`` each once, in reading order; None stays None.

    Raises UserError (field ``dead_stones``) that names the first one that is no point.
    """
    if names is None:
        return None
    points: set[int] = set()
    for name in names:
        try:
            points.add(parse_point(name, size))
        except ValueError:
            raise UserError(
                "dead_stones",
                field="dead_stones",
                text=_("“%(name)s” is not a point of this board: write points such as C3 or Q16.")
                % {"name": "".join(c for c in name if c.isprintable())[:12]},
            ) from None
    return [point_name(point, size) for point in sorted(points)]
