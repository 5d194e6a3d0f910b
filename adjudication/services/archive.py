"""A whole tournament as one file that restores on another machine.

The file is a ZIP archive: ``manifest.json`` says what it is and the SHA-256 of every other part,
``<table>.json`` has the rows of a table as they are, ``records/<sha256>`` the bytes that players
sent in. Private links are not in it: their secrets are signed with the key of the machine that
made them, so they would open nothing elsewhere; issue new ones.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.models import GameRecordFile, Submission, Verdict
from adjudication.services import jobs
from adjudication.services.reports import JUDGE
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    Absence,
    Apart,
    Draw,
    Game,
    Player,
    Round,
    Seat,
    Team,
    TeamSeat,
    Tournament,
)

FORMAT, VERSION = "shinpan-archive", 1
MANIFEST = "manifest.json"
BATCH = 500
MOST_PARTS = 200_000
LARGEST_PART = 64 * 1024 * 1024
LARGEST_ARCHIVE = 4 * 1024 * 1024 * 1024

# In the order in which rows can be written: what a row refers to comes before it. The path leads
# from a row to its tournament.
TABLES: tuple[tuple[type[models.Model], str], ...] = (
    (Tournament, "pk"),
    (Player, "tournament"),
    (Absence, "player__tournament"),
    (Apart, "first__tournament"),
    (Team, "tournament"),
    (TeamSeat, "team__tournament"),
    (Round, "tournament"),
    (Draw, "round__tournament"),
    (Game, "round__tournament"),
    (Seat, "round__tournament"),
    (GameRecordFile, "submissions__game__round__tournament"),
    (Submission, "game__round__tournament"),
    (Verdict, "submission__game__round__tournament"),
)


@transaction.atomic
def write_archive(*, tournament_id: int, stream: IO[bytes]) -> dict[str, int]:
    """Write a tournament to ``stream`` and return how many rows of each table went in.

    Everything is read in one transaction, so that nothing in the file contradicts the rest.
    Raises NotFound.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    counts: dict[str, int] = {}
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, data: bytes) -> None:
            if name not in hashes:
                hashes[name] = hashlib.sha256(data).hexdigest()
                archive.writestr(name, data)

        for model, path in TABLES:
            found = model._default_manager.filter(**{path: tournament.pk}).distinct()
            rows = []
            for row in found.order_by("pk").iterator(chunk_size=BATCH):
                if isinstance(row, GameRecordFile):
                    put(_record_part(row.sha256), bytes(row.data))
                rows.append(_values(row))
            counts[_name(model)] = len(rows)
            put(f"{_name(model)}.json", json.dumps(rows, default=_moment).encode())
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "tournament": tournament.name,
            "written_at": timezone.now().isoformat(),
            "rows": counts,
            "parts": hashes,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    return counts


@transaction.atomic
def restore_archive(*, stream: IO[bytes], slug: str = "") -> Tournament:
    """Create the tournament that :func:`write_archive` wrote, all of it or nothing.

    It gets the address it had, or ``slug``. Records that were not checked yet are queued. Raises
    UserError for a file that is no archive, is damaged or does not fit this version, and Conflict
    when the address is taken.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            read = _reader(archive)
            return _restore(read, slug)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError) as error:
        raise _damaged(str(error)) from error
    except IntegrityError as error:
        raise _damaged(str(error).splitlines()[0]) from error


def _restore(read: Callable[[str], bytes], slug: str) -> Tournament:
    new: dict[type[models.Model], dict[int, int]] = {}
    tournament: Tournament | None = None
    for model, _path in TABLES:
        rows = [_row(model, values, new, read) for values in _rows(read, model)]
        if model is Tournament:
            if len(rows) != 1:
                raise _damaged("not one tournament")
            tournament = rows[0][1]
            tournament.slug = slugify(slug) or tournament.slug
            if Tournament.objects.filter(slug=tournament.slug).exists():
                raise Conflict(
                    "slug_taken",
                    field="slug",
                    text=_("Another tournament has this address already."),
                )
        created = model._default_manager.bulk_create((row for _, row in rows), batch_size=BATCH)
        new[model] = {old: row.pk for (old, _), row in zip(rows, created, strict=True)}
    assert tournament is not None
    unjudged = Submission.objects.filter(
        game__round__tournament=tournament, record__isnull=False, verdict=None
    )
    for submission in unjudged.values_list("pk", flat=True):
        jobs.enqueue(
            kind=JUDGE, dedup_key=f"{JUDGE}:{submission}", payload={"submission_id": submission}
        )
    return tournament


def _reader(archive: zipfile.ZipFile) -> Callable[[str], bytes]:
    """Return what reads a part and checks it against the manifest."""
    infos = {info.filename: info for info in archive.infolist()}
    if len(infos) > MOST_PARTS or sum(info.file_size for info in infos.values()) > LARGEST_ARCHIVE:
        raise _damaged("too large")

    def raw(name: str) -> bytes:
        if name not in infos:
            raise _damaged(f"{name} is missing")
        if infos[name].file_size > LARGEST_PART:
            raise _damaged(f"{name} is too large")
        with archive.open(name) as part:
            # The size in the directory may lie: never read more than it says.
            return part.read(LARGEST_PART + 1)

    manifest = _json(raw(MANIFEST), MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _damaged("not an archive of a tournament")
    if manifest.get("version") != VERSION:
        raise UserError(
            "archive_version",
            field="file",
            text=_("The archive was written by another version of this program: use that one."),
        )
    parts = manifest.get("parts")
    hashes = parts if isinstance(parts, dict) else {}

    def checked(name: str) -> bytes:
        data = raw(name)
        if hashlib.sha256(data).hexdigest() != hashes.get(name):
            raise _damaged(f"{name} has been changed")
        return data

    return checked


def _rows(read: Callable[[str], bytes], model: type[models.Model]) -> Iterator[dict[str, Any]]:
    name = f"{_name(model)}.json"
    rows = _json(read(name), name)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _damaged(f"{name} is not a list of rows")
    yield from rows


def _row(
    model: type[models.Model],
    values: dict[str, Any],
    new: dict[type[models.Model], dict[int, int]],
    read: Callable[[str], bytes],
) -> tuple[int, Any]:
    """Return a row's old key and the row to create, with its references to the new keys."""
    names = {field.attname for field in _fields(model)}
    if set(values) != names:
        raise _damaged(f"{_name(model)} has other columns")
    row = model()
    for field in _fields(model):
        value = values[field.attname]
        if field.primary_key:
            old = value
        elif isinstance(field, models.ForeignKey):
            key = None if value is None else new[field.related_model].get(value)
            if value is not None and key is None:
                raise _damaged(f"{_name(model)}.{field.attname} names nothing")
            setattr(row, field.attname, key)
        elif isinstance(field, models.BinaryField):
            setattr(row, field.attname, read(_record_part(str(value))))
        else:
            try:
                setattr(row, field.attname, field.to_python(value))
            except (ValueError, TypeError, ValidationError) as error:
                raise _damaged(f"{_name(model)}.{field.attname}") from error
    return old, row


def _values(row: models.Model) -> dict[str, Any]:
    """Return a row's columns; bytes are told by their hash."""
    values = {field.attname: getattr(row, field.attname) for field in _fields(type(row))}
    if isinstance(row, GameRecordFile):
        values["data"] = row.sha256
    return values


def _fields(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if not field.generated]


def _name(model: type[models.Model]) -> str:
    return model._meta.db_table


def _record_part(digest: str) -> str:
    return f"records/{digest}"


def _moment(value: object) -> str:
    """Write a day or a moment to the microsecond."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")


def _json(data: bytes, name: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(f"{name} is no JSON") from error


def _damaged(detail: str) -> UserError:
    return UserError(
        "archive_damaged",
        field="file",
        text=_("This is not a complete archive of a tournament: %(detail)s.") % {"detail": detail},
    )
