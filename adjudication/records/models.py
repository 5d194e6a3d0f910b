"""Game records as they were sent, and where their bytes and those of pictures are kept.

The bytes are in the row, or in an object store beside the database.

Everything is in the database unless ``SHINPAN_FILES_URL`` names a store; then a file larger than
``SHINPAN_FILES_IN_DATABASE_BYTES`` goes there, under a name made of its SHA-256 alone. It is
written before its row, and before any lock is taken (:func:`uploaded_first`);
``manage.py move_files --sweep`` removes what a failed transaction leaves behind. Whatever is read
back is always checked against the digest.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import models
from django.db.models import Q
from django.utils import timezone

from adjudication.rules import sgf_limits
from jobs.table import TransientError
from tournament import triggers
from tournament.errors import StoreError
from tournament.models import Player

T = TypeVar("T")

log = logging.getLogger(__name__)

ALIAS = "records"
"""The store's name in Django's STORAGES."""


_there: ContextVar[frozenset[str]] = ContextVar("stored_files_there", default=frozenset())
"""Digests of files that have just been put into the store."""


class StoreAwayError(StoreError, TransientError):
    """The object store cannot be reached."""


class Stored(Protocol):
    """A row with a file: a record or a picture."""

    data: Any
    sha256: str
    storage_key: str


@contextmanager
def uploaded_first(files: Iterable[bytes]) -> Iterator[None]:
    """Put files that belong into the store there now, for the rows that the block writes.

    A store may be slow: meanwhile nobody else has to wait for a game, a case or the database.
    Raises StoreError if the store does not accept them.
    """
    there = set(_there.get())
    for data in files:
        if _goes_out(data) and (digest := hashlib.sha256(data).hexdigest()) not in there:
            save_to_store(data, digest)
            there.add(digest)
    before = _there.set(frozenset(there))
    try:
        yield
    finally:
        _there.reset(before)


def file_columns(data: bytes, digest: str) -> dict[str, Any]:
    """Return ``data`` and ``storage_key`` for a row, after putting large bytes into the store.

    Raises StoreError if the store does not accept them.
    """
    if not _goes_out(data):
        return {"data": data, "storage_key": ""}
    key = storage_key_of(digest) if digest in _there.get() else save_to_store(data, digest)
    return {"data": b"", "storage_key": key}


def _goes_out(data: bytes) -> bool:
    return bool(settings.SHINPAN_FILES_URL) and (
        len(data) > settings.SHINPAN_FILES_IN_DATABASE_BYTES
    )


def file_bytes(row: Stored) -> bytes:
    """Return the bytes of a record or a picture. Raises StoreError."""
    return bytes_from_columns(row.data, row.storage_key, row.sha256)


def bytes_from_columns(data: Any, storage_key: str, digest: str) -> bytes:
    """Return the bytes for the columns of a row. Raises StoreError."""
    return read_from_store(storage_key, digest) if storage_key else bytes(data)


def storage_key_of(digest: str) -> str:
    """Return a file's name in the store, which contains nothing that a user wrote."""
    return f"{digest[:2]}/{digest[2:4]}/{digest}"


def save_to_store(data: bytes, digest: str) -> str:
    """Write a file into the store, even if it is there already, and return its name.

    Writing it again makes it new, so that no sweep removes it before its row exists.
    """
    key = storage_key_of(digest)
    kept = ask_store("write", key, lambda: storages[ALIAS].save(key, ContentFile(data)))
    if kept != key:
        raise StoreError(f"the store keeps {key} as {kept}")
    return key


def read_from_store(key: str, digest: str) -> bytes:
    """Read a file from the store and check that it is the one that was put there."""

    def read() -> bytes:
        with storages[ALIAS].open(key, "rb") as file:
            return bytes(file.read())

    data = ask_store("read", key, read)
    if hashlib.sha256(data).hexdigest() != digest:
        raise StoreError(f"{key} in the store is not what was put there")
    return data


def ask_store(what: str, key: str, ask: Callable[[], T]) -> T:
    """Ask the store; anything that goes wrong there becomes a StoreError."""
    try:
        return ask()
    except Exception as error:  # boto3, the file system and the network have no class in common
        log.warning("the object store cannot %s %s: %s", what, key, error)
        kind = StoreError if isinstance(error, FileNotFoundError) else StoreAwayError
        raise kind(f"cannot {what} {key}: {type(error).__name__}") from error


# --- A game record as it was sent ---


MAX_RECORD_BYTES = sgf_limits.MAX_BYTES
"""The core reads no more: anything larger is refused on arrival."""


class GameRecordFile(models.Model):
    """The bytes of one SGF file, unchanged, with their SHA-256 in hexadecimal.

    If ``storage_key`` is set they are in the object store instead, and ``data`` is empty: read them
    with :func:`adjudication.records.models.file_bytes`.
    """

    sha256 = models.CharField(max_length=64, db_index=True)
    data = models.BinaryField()
    storage_key = models.CharField(max_length=80, blank=True, default="")
    size = models.PositiveIntegerField()
    filename = models.CharField(max_length=120, blank=True, default="")
    uploaded_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="record_files", null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """No file is empty or above the limit."""

        constraints = (
            models.CheckConstraint(
                condition=Q(size__range=(1, MAX_RECORD_BYTES)), name="game_record_file_size"
            ),
            triggers.Undeletable(
                name="adjudication_gamerecordfile_kept",
            ),
            triggers.Unchanging(
                fields=["filename"],
                when="length(NEW.filename) > 0",
                name="adjudication_gamerecordfile_erasable",
                violation_error_message=(
                    "adjudication_gamerecordfile is written once, and can only be erased"
                ),
            ),
            triggers.Unchanging(
                fields=["sha256", "size", "uploaded_by", "created_at"],
                name="adjudication_gamerecordfile_written_once",
            ),
            triggers.Unchanging(
                fields=["data", "storage_key"],
                when=(
                    "NOT ((OLD.storage_key = '' AND NEW.storage_key <> '' AND "
                    "length(NEW.data) = 0) OR ((OLD.storage_key <> '' AND NEW.storage_key = '' "
                    "AND length(OLD.data) = 0) AND length(NEW.data) = OLD.size))"
                ),
                name="adjudication_gamerecordfile_moved",
            ),
        )

    def __str__(self) -> str:
        return self.filename or self.sha256[:12]
