"""Moving the bytes of records and pictures between the database and the object store."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models.functions import Length
from django.utils import timezone

from adjudication.models import GameRecordFile, Picture
from adjudication.models.stored import ALIAS, StoreError, asked, bytes_of, key_of, put

MODELS: tuple[type[GameRecordFile] | type[Picture], ...] = (GameRecordFile, Picture)
YOUNG = timedelta(hours=24)
"""A file that was written so lately may be one whose row comes in a moment."""

KEYS_AT_ONCE = 500


@dataclass
class Moved:
    """What was done, in files and bytes."""

    files: int = 0
    size: int = 0


def move_out(*, larger_than: int) -> Moved:
    """Put the files that are larger into the store, each written there before its row forgets it.

    Another try goes on where one ended. Raises StoreError.
    """
    done = Moved()
    for model in MODELS:
        rows = model._base_manager.filter(storage_key=None).alias(length=Length("data"))
        for row in _each(rows.filter(length__gt=larger_than)):
            data = bytes(row.data)
            key = put(data, row.sha256)
            mine = model._base_manager.filter(pk=row.pk, storage_key=None)
            # A picture that is erased meanwhile stays empty.
            if (
                mine.alias(length=Length("data"))
                .filter(length__gt=0)
                .update(data=b"", storage_key=key)
            ):
                done.files += 1
                done.size += len(data)
    return done


def move_back() -> Moved:
    """Put every file into the database again, checked against its digest. Raises StoreError."""
    done = Moved()
    for model in MODELS:
        for row in _each(model._base_manager.exclude(storage_key=None)):
            data = bytes_of(row)
            mine = model._base_manager.filter(pk=row.pk, storage_key=row.storage_key)
            if mine.update(data=data, storage_key=None):
                done.files += 1
                done.size += len(data)
    return done


def check_files() -> list[str]:
    """Read every file of the store that a row names, and say which are missing or not the same."""
    wrong = []
    for model in MODELS:
        for row in _each(model._base_manager.exclude(storage_key=None)):
            try:
                bytes_of(row)
            except StoreError as error:
                wrong.append(f"{model._meta.model_name} {row.pk}: {error}")
    return wrong


def sweep_files(*, now: datetime | None = None) -> Moved:
    """Remove what no row names: of failed transactions, moved back, erased; but nothing young.

    Raises StoreError.
    """
    now = now or timezone.now()
    store, done = storages[ALIAS], Moved()
    keys = iter(asked("list", "its files", lambda: list(_keys(store, ""))))
    while some := list(islice(keys, KEYS_AT_ONCE)):
        ours = [key for key in some if key == key_of(key.rpartition("/")[2])]
        for key in sorted(set(ours) - _named(ours)):
            size = asked("sweep", key, partial(_size_if_old, store, key, now - YOUNG))
            # Looked at once more: its row may have come since.
            if size is None or _named([key]):
                continue
            asked("delete", key, partial(store.delete, key))
            done.files += 1
            done.size += size
    return done


def _named(keys: Collection[str]) -> set[str]:
    """Return those of the names that a row has."""
    digests = [key.rpartition("/")[2] for key in keys]
    found: set[str] = set()
    for model in MODELS:
        # By digest, which has an index.
        rows = model._base_manager.filter(sha256__in=digests, storage_key__in=keys)
        found.update(key for key in rows.values_list("storage_key", flat=True) if key)
    return found


def _size_if_old(store: Storage, key: str, before: datetime) -> int | None:
    """Return the size of a file that was last written before a moment, else None."""
    modified = store.get_modified_time(key)
    if timezone.is_naive(modified):
        modified = timezone.make_aware(modified)
    return int(store.size(key)) if modified <= before else None


def _keys(store: Storage, folder: str) -> Iterator[str]:
    try:
        folders, files = store.listdir(folder)
    except FileNotFoundError:
        return
    for name in files:
        yield f"{folder}/{name}".lstrip("/")
    for name in folders:
        yield from _keys(store, f"{folder}/{name}".lstrip("/"))


def _each(
    rows: "models.QuerySet[GameRecordFile] | models.QuerySet[Picture]",
) -> Iterator[GameRecordFile | Picture]:
    """Yield rows one after the other, each read when its turn comes, so that memory stays small."""
    for key in list(rows.order_by("pk").values_list("pk", flat=True)):
        row = rows.model._base_manager.filter(pk=key).first()
        if row is not None:
            yield row
