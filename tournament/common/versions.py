"""A version on what people edit, so that nobody unknowingly overwrites a colleague's change.

Every change through a service raises the version, and is refused if it is no longer the one that
the editor looked at. Forms carry it (:class:`tournament.common.forms.VersionedForm`); programs send
it as a field of the body, or send the ETag that contains it as ``If-Match`` (:mod:`api.etags`).
"""

from typing import Any
from zlib import crc32

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.common.queries import one_or_none
from tournament.errors import Conflict

Version = tuple[object, ...]
"""A row's identity and its version."""


class StaleVersion(Conflict):
    """Raised if somebody else changed the same thing since it was looked at."""

    def __init__(self) -> None:
        super().__init__(
            "stale_version",
            field="form",
            text=_("Somebody else changed this meanwhile: nothing was saved. Look at it again."),
        )


class VersionField(models.PositiveIntegerField):
    """A counter of the changes of a row."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"default": 0, "editable": False, **options})

    def deconstruct(self) -> Any:
        """Return a plain integer field for migrations."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.PositiveIntegerField", args, options


def version_of(model: type[models.Model], **which: object) -> Version | None:
    """Return the version of a row, or None if there is no such row."""
    rows = model._base_manager.filter(**which).values_list("pk", "version")
    found = one_or_none(rows)
    return None if found is None else (model._meta.label, *found)


def contents_version(*values: object) -> int:
    """Return a version for values without a version column: it differs for other values."""
    return crc32(repr(values).encode())


def check_version(row: models.Model, seen: int | None) -> None:
    """Raise StaleVersion if a locked row no longer has the version that was seen (None: any)."""
    if seen is not None and seen != row.version:  # type: ignore[attr-defined]
        raise StaleVersion


def save_version(row: models.Model, *columns: str) -> None:
    """Save columns of a row and raise its version, in one conditional update.

    Raises StaleVersion if somebody else changed the row since it was read.
    """
    version = row.version  # type: ignore[attr-defined]
    unchanged = type(row)._base_manager.filter(pk=row.pk, version=version)
    values = {column: getattr(row, column) for column in columns}
    if unchanged.update(version=F("version") + 1, **values) != 1:
        raise StaleVersion
    row.version = version + 1  # type: ignore[attr-defined]
