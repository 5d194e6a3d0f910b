"""A version on what people edit, so that nobody overwrites unawares what a colleague changed.

Every change through a service raises the version, and is refused where the row has another one than
its editor looked at. Forms carry it (:class:`tournament.common.forms.VersionedForm`); programs send
it as a field of the body, or the ETag that holds it as ``If-Match`` (:mod:`api.etags`).
"""

from typing import Any
from zlib import crc32

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.common.queries import single
from tournament.errors import Conflict

Version = tuple[object, ...]
"""Which row it is, and its version."""


class StaleVersion(Conflict):
    """Somebody else changed the same thing since it was looked at."""

    def __init__(self) -> None:
        super().__init__(
            "stale_version",
            field="form",
            text=_("Somebody else changed this meanwhile: nothing was saved. Look at it again."),
        )


class VersionField(models.PositiveIntegerField):
    """How often a row was changed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"default": 0, "editable": False, **options})

    def deconstruct(self) -> Any:
        """Return a plain number for migrations."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.PositiveIntegerField", args, options


def version_of(model: type[models.Model], **which: object) -> Version | None:
    """Return the version of a row, or None where there is no such row."""
    rows = model._base_manager.filter(**which).values_list("pk", "version")
    found = single(rows)
    return None if found is None else (model._meta.label, *found)


def contents_version(*values: object) -> int:
    """Return a version of what has no column for one: another as soon as it holds other values."""
    return crc32(repr(values).encode())


def check_version(row: models.Model, seen: int | None) -> None:
    """Raise StaleVersion where a row, locked, has another version than was seen (None: any)."""
    if seen is not None and seen != row.version:  # type: ignore[attr-defined]
        raise StaleVersion


def save_version(row: models.Model, *columns: str) -> None:
    """Save columns of a row and raise its version, in one conditional update.

    Raises StaleVersion where somebody else changed the row since it was read.
    """
    version = row.version  # type: ignore[attr-defined]
    unchanged = type(row)._base_manager.filter(pk=row.pk, version=version)
    values = {column: getattr(row, column) for column in columns}
    if unchanged.update(version=F("version") + 1, **values) != 1:
        raise StaleVersion
    row.version = version + 1  # type: ignore[attr-defined]
