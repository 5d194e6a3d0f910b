"""Game records as they were sent, and where their bytes and those of pictures are kept.

The bytes are in the row, or in an object store beside the database.

Everything is in the database unless ``SHINPAN_FILES_URL`` names a store; then a file larger than
``SHINPAN_FILES_IN_DATABASE_BYTES`` goes there, under a name made of its SHA-256 alone. It is
written before its row is, and before any lock is taken (:func:`put_first`): what a failed
transaction leaves behind, ``manage.py move_files --sweep`` takes away. What comes back is checked
against the digest, always.
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
"""The name of the store among Django's STORAGES."""


_there: ContextVar[frozenset[str]] = ContextVar("stored_files_there", default=frozenset())
"""Digests of files that were put into the store a moment ago."""


class StoreAwayError(StoreError, TransientError):
    """The object store is away."""


class Stored(Protocol):
    """A row with a file: a record or a picture."""

    data: Any
    sha256: str
    storage_key: str


@contextmanager
def put_first(files: Iterable[bytes]) -> Iterator[None]:
    """Put files that belong into the store there now, for the rows that the block writes.

    A store may take its time: nobody else waits for a game, a case or the database meanwhile.
    Raises StoreError when the store does not take them.
    """
    there = set(_there.get())
    for data in files:
        if _goes_out(data) and (digest := hashlib.sha256(data).hexdigest()) not in there:
            put(data, digest)
            there.add(digest)
    before = _there.set(frozenset(there))
    try:
        yield
    finally:
        _there.reset(before)


def columns_for(data: bytes, digest: str) -> dict[str, Any]:
    """Return ``data`` and ``storage_key`` for a row, after putting large bytes into the store.

    Raises StoreError when the store does not take them.
    """
    if not _goes_out(data):
        return {"data": data, "storage_key": ""}
    key = key_of(digest) if digest in _there.get() else put(data, digest)
    return {"data": b"", "storage_key": key}


def _goes_out(data: bytes) -> bool:
    return bool(settings.SHINPAN_FILES_URL) and (
        len(data) > settings.SHINPAN_FILES_IN_DATABASE_BYTES
    )


def bytes_of(row: Stored) -> bytes:
    """Return the bytes of a record or a picture. Raises StoreError."""
    return bytes_from(row.data, row.storage_key, row.sha256)


def bytes_from(data: Any, storage_key: str, digest: str) -> bytes:
    """Return the bytes whose columns are given. Raises StoreError."""
    return get(storage_key, digest) if storage_key else bytes(data)


def key_of(digest: str) -> str:
    """Return the name that a file has in the store: nothing a user wrote is in it."""
    return f"{digest[:2]}/{digest[2:4]}/{digest}"


def put(data: bytes, digest: str) -> str:
    """Write a file into the store, again if it is there, and return its name.

    Writing it again makes it young, so that no sweep takes it away before its row is there.
    """
    key = key_of(digest)
    kept = asked("write", key, lambda: storages[ALIAS].save(key, ContentFile(data)))
    if kept != key:
        raise StoreError(f"the store keeps {key} as {kept}")
    return key


def get(key: str, digest: str) -> bytes:
    """Read a file of the store and check that it is the one that was put there."""

    def read() -> bytes:
        with storages[ALIAS].open(key, "rb") as file:
            return bytes(file.read())

    data = asked("read", key, read)
    if hashlib.sha256(data).hexdigest() != digest:
        raise StoreError(f"{key} in the store is not what was put there")
    return data


def asked(what: str, key: str, ask: Callable[[], T]) -> T:
    """Ask the store; whatever goes wrong there becomes a StoreError."""
    try:
        return ask()
    except Exception as error:  # boto3, the file system and the network have no class in common
        log.warning("the object store cannot %s %s: %s", what, key, error)
        kind = StoreError if isinstance(error, FileNotFoundError) else StoreAwayError
        raise kind(f"cannot {what} {key}: {type(error).__name__}") from error


# --- A game record as it was sent ---


MAX_RECORD_BYTES = sgf_limits.MAX_BYTES
"""The core reads no more: what is larger is refused as it comes in."""


class GameRecordFile(models.Model):
    """The bytes of one SGF file, unchanged, with their SHA-256 in hexadecimal.

    Where ``storage_key`` is set they are in the object store instead, and ``data`` is empty: read
    them with :func:`adjudication.records.models.bytes_of`.
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
