"""A table's row in an archive: written from the database, read back with every column checked."""

import base64
import hashlib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.timezone import is_aware
from django.utils.translation import gettext_lazy as _

from adjudication.models import (
    Case,
    ConfirmationAnswer,
    GameRecordFile,
    Picture,
    Submission,
)
from adjudication.records.models import file_bytes
from tournament.common.pictures import is_stored_picture
from tournament.errors import UserError
from tournament.models import Person, PosterPicture, SponsorLogo, Tournament

Keys = dict[type[models.Model], dict[int, int]]
"""For every table, the new keys of its rows by those they had in the archive."""

BATCH = 500
MOST_DETAIL = 200
LEFT_OUT: dict[type[models.Model], frozenset[str]] = {
    Tournament: frozenset({"schedule_held_at"}),
    Person: frozenset({"link_id", "user_id"}),
    GameRecordFile: frozenset({"storage_key"}),
    Picture: frozenset({"storage_key"}),
}
"""Columns that no archive contains: restored rows get the model's defaults. They name a link, a
login or a store of this machine, or something that only holds there."""
EARLIEST, LATEST = 1900, 2999
"""The years allowed in a day or a moment; beyond them, time zones and calendars fail."""

_KINDS: "tuple[tuple[Any, type], ...]" = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.CharField | models.TextField, str),
    (models.DateField, str),
)
_RANGES = BaseDatabaseOperations.integer_field_ranges


class DamagedError(ValueError):
    """A part of an archive that we cannot have written; the text says which."""


def damaged_archive(detail: str) -> UserError:
    """Return the message for whoever restores an archive on what is wrong with it."""
    return UserError(
        "archive_damaged",
        field="file",
        text=_("This is not a complete archive of a tournament: %(detail)s.")
        % {"detail": detail[:MOST_DETAIL].rstrip(".")},
    )


def table_name(model: type[models.Model]) -> str:
    """Return the name of a table in an archive."""
    return model._meta.db_table


def record_part(digest: str) -> str:
    """Return the part with the bytes of a record, by their SHA-256."""
    return f"records/{digest}"


def picture_part(digest: str) -> str:
    """Return the part with the bytes of a picture, by their SHA-256."""
    return f"pictures/{digest}"


def certificate_part(text: str) -> str:
    """Return a certificate's part: its thousands of moves are too long for a table's rows."""
    return f"certificates/{hashlib.sha256(text.encode()).hexdigest()}"


def file_part(row: models.Model) -> tuple[str, bytes] | None:
    """Return the part that holds a row's bytes, and the bytes; None for a row without any."""
    if isinstance(row, GameRecordFile):
        return record_part(row.sha256), file_bytes(row)
    if isinstance(row, Picture) and _kept(row):
        return picture_part(row.sha256), file_bytes(row)
    if isinstance(row, ConfirmationAnswer) and row.certificate:
        return certificate_part(row.certificate), row.certificate.encode()
    return None


def row_values(row: models.Model) -> dict[str, Any]:
    """Return a row's columns for JSON: bytes by the hash of their own part, or else as base64.

    An erased picture is an empty text; a certificate is given by its part.
    """
    return {field.attname: _value(row, field) for field in _columns(type(row))}


def row_from(
    model: type[models.Model],
    values: object,
    keys: Keys,
    read: Callable[[str], bytes],
    filled: set[str],
) -> tuple[int, Any]:
    """Return a row's old key and the row to create, with its references to the new keys.

    A column added after the archive was written gets its default, and its name is added to
    ``filled``; one without a default is refused.

    A reference to another row of the same table keeps the old key, for :func:`create_rows`.
    ``read`` returns a part of the archive. Every column is checked for its type and its limits,
    even if the database in use would accept more. Raises DamagedError, and whatever ``read`` does.
    """
    columns = _columns(model)
    if not isinstance(values, dict) or not set(values) <= {field.attname for field in columns}:
        raise DamagedError("it has other columns")
    row, old = model(), 0
    for field in columns:
        if field.attname not in values:
            if not (field.has_default() or field.null):
                raise DamagedError(f"{field.attname}: it is missing")
            filled.add(f"{table_name(model)}.{field.attname}")
            continue
        value = values[field.attname]
        try:
            if field.primary_key:
                old = _key(value)
            elif field.related_model is model:
                setattr(row, field.attname, None if value is None else _key(value))
            elif isinstance(field, models.ForeignKey):
                setattr(row, field.attname, _reference(field, value, keys))
            elif isinstance(field, models.BinaryField) and model is GameRecordFile:
                setattr(row, field.attname, read(record_part(str(value))))
            elif isinstance(field, models.BinaryField) and model is Picture:
                setattr(row, field.attname, read(picture_part(str(value))) if value else b"")
            elif model is ConfirmationAnswer and field.attname == "certificate":
                setattr(row, field.attname, _certificate(value, read))
            else:
                setattr(row, field.attname, _column(field, value, row))
        except (DamagedError, ValidationError) as error:
            reason = error if isinstance(error, DamagedError) else " ".join(error.messages)
            raise DamagedError(f"{field.attname}: {reason}") from error
    if isinstance(row, GameRecordFile):
        _check_record(row)
    if isinstance(row, Picture) and row.data:
        _need_digest(bytes(row.data), row.sha256)
    if isinstance(row, PosterPicture | SponsorLogo):
        _need_digest(bytes(row.data), row.sha256)
        if not is_stored_picture(bytes(row.data), row.width, row.height):
            raise DamagedError("it is no picture of that size")
    if isinstance(row, Case):
        _turn_grounds(row, keys[Submission])
    return old, row


def create_rows(model: type[models.Model], rows: Mapping[int, Any], keys: dict[int, int]) -> None:
    """Create rows, given by their old keys, and add the new keys to ``keys`` by the old ones.

    A reference to another row of the same table (such as an event to the one that it undoes) has
    the old key: that row has to come first. Raises DamagedError.
    """
    waiting: dict[int, Any] = {}
    own = [field.attname for field in _columns(model) if field.related_model is model]

    def create() -> None:
        created = model._default_manager.bulk_create(waiting.values(), batch_size=BATCH)
        keys.update(zip(waiting, (row.pk for row in created), strict=True))
        waiting.clear()

    for old, row in rows.items():
        for column in own:
            other = getattr(row, column)
            if other in waiting:
                create()
            if other is not None:
                if other not in keys:
                    raise DamagedError(f"{table_name(model)}: it follows what is not there before")
                setattr(row, column, keys[other])
        waiting[old] = row
    create()


def _columns(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    left_out = LEFT_OUT.get(model, frozenset())
    fields = model._meta.concrete_fields
    return [field for field in fields if not field.generated and field.attname not in left_out]


def _value(row: models.Model, field: "models.Field[Any, Any]") -> Any:
    value = getattr(row, field.attname)
    if isinstance(field, models.BinaryField):
        if isinstance(row, GameRecordFile | Picture):
            return row.sha256 if _kept(row) else ""
        return base64.b64encode(value).decode()
    if isinstance(row, ConfirmationAnswer) and field.attname == "certificate" and value:
        return certificate_part(value)
    return value.isoformat() if isinstance(value, date) else value


def _kept(row: GameRecordFile | Picture) -> bool:
    """Whether there still are bytes, in the row or in the store: a picture may be erased."""
    return bool(row.data or row.storage_key)


def _certificate(name: object, read: Callable[[str], bytes]) -> str:
    """Return a certificate by the name of its part, which is the digest of its text."""
    if not isinstance(name, str):
        raise DamagedError("it is of another type")
    try:
        text = read(name).decode("ascii") if name else ""
    except UnicodeDecodeError as error:
        raise DamagedError("it is no certificate") from error
    if name and certificate_part(text) != name:
        raise DamagedError("the certificate is not the one it is called")
    return text


def _key(value: object) -> int:
    if type(value) is not int:
        raise DamagedError("it is no number")
    return value


def _reference(field: "models.ForeignKey[Any, Any]", value: object, keys: Keys) -> int | None:
    if value is None and field.null:
        return None
    found = keys[field.related_model].get(_key(value))
    if found is None:
        raise DamagedError("it names nothing")
    return found


def _column(field: "models.Field[Any, Any]", value: Any, row: models.Model) -> Any:
    """Return the value to write into a column that is neither a key nor a record's bytes."""
    _check_texts(value)
    if value is None and field.null:
        return None
    if isinstance(field, models.JSONField) and value is not None:
        return value
    if isinstance(field, models.BinaryField):
        return _bytes(value)
    kind = next((kind for of, kind in _KINDS if isinstance(field, of)), None)
    if type(value) is not kind:
        raise DamagedError("it is of another type")
    if isinstance(value, int) and isinstance(field, models.IntegerField):
        low, high = _RANGES[field.get_internal_type()]
        if not low <= value <= high:
            raise DamagedError(f"it is not from {low} to {high}")
    if isinstance(value, str) and not field.blank and not value.strip():
        raise DamagedError("it is empty")
    if isinstance(field, models.TextField) and len(value) > (field.max_length or len(value)):
        raise DamagedError("it is too long")
    found = field.clean(value, row)
    if isinstance(field, models.DateField) and not _calendar(found):
        raise DamagedError("it is no date of our calendar")
    return found


def _calendar(value: object) -> bool:
    """Whether any time zone can show a day or a moment."""
    if not isinstance(value, date) or not EARLIEST <= value.year <= LATEST:
        return False
    return not isinstance(value, datetime) or is_aware(value)


def _bytes(value: object) -> bytes:
    if not isinstance(value, str):
        raise DamagedError("it is no base64")
    try:
        return base64.b64decode(value, validate=True)
    except ValueError as error:
        raise DamagedError("it is no base64") from error


def _check_texts(value: object) -> None:
    """Refuse, at any depth, what PostgreSQL or UTF-8 cannot hold: NUL and lone surrogates."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            raise DamagedError("it has characters that are none")
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_texts(name)
            _check_texts(item)
    elif isinstance(value, list):
        for item in value:
            _check_texts(item)


def _turn_grounds(row: Case, keys: dict[int, int]) -> None:
    """Refer to the reports that brought a case up by their new keys; unknown ones are left out."""
    for ground in row.grounds if isinstance(row.grounds, list) else ():
        if isinstance(ground, dict) and type(ground.get("submission")) is int:
            ground["submission"] = keys.get(ground["submission"])


def _check_record(row: GameRecordFile) -> None:
    _need_digest(bytes(row.data), row.sha256)
    if len(row.data) != row.size:
        raise DamagedError("the record is not the one it is called")


def _need_digest(data: bytes, digest: str) -> None:
    if hashlib.sha256(data).hexdigest() != digest:
        raise DamagedError("the file is not the one it is called")
