"""Moving the bytes of records and pictures between the database and the object store."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models.functions import Length
from django.utils import timezone

from adjudication.models import GameRecordFile, Picture
from adjudication.models.stored import ALIAS, StoreError, bytes_of, key_of, put

MODELS: tuple[type[GameRecordFile] | type[Picture], ...] = (GameRecordFile, Picture)
YOUNG = timedelta(hours=24)
"""A file that was written so lately may be one whose row comes in a moment."""


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
    """Remove what no row names: of failed transactions, moved back, erased; but nothing young."""
    now = now or timezone.now()
    store, done = storages[ALIAS], Moved()
    for key in list(_keys(store, "")):
        if key != key_of(key.rpartition("/")[2]):
            continue  # not a file of ours
        if any(model._base_manager.filter(storage_key=key).exists() for model in MODELS):
            continue
        modified = store.get_modified_time(key)
        if timezone.is_naive(modified):
            modified = timezone.make_aware(modified)
        if now - modified < YOUNG:
            continue
        done.files += 1
        done.size += store.size(key)
        store.delete(key)
    return done


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
