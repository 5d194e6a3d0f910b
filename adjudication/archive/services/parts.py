"""The ZIP file of an archive: parts with their SHA-256 in a manifest, within limits.

Writing keeps to the limits that reading enforces. The rows of a table go into as many parts as
needed, so that neither side has more than one of them in memory.
"""

import contextlib
import hashlib
import json
import math
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _

from adjudication.archive.services.rows import DamagedError
from tournament.errors import UserError

FORMAT, VERSION = "shinpan-archive", 1
MANIFEST = "manifest.json"
FILLED_PART = 4 * 1024 * 1024
"""A part with this many bytes of rows is full: further rows go into another."""
LARGEST_PART = 64 * 1024 * 1024
MOST_PARTS = 200_000
LARGEST_ARCHIVE = 4 * 1024 * 1024 * 1024
"""The most bytes of all parts together, uncompressed."""


def _part(table: str, number: int) -> str:
    """Return the name of a table's part; parts are counted from 1."""
    return f"{table}.json" if number == 1 else f"{table}.{number}.json"


class Writer:
    """Writes parts. Raises UserError rather than write anything that could not be read back."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Begin an archive."""
        self._archive = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED)
        self._hashes: dict[str, str] = {}
        self._size = 0

    def __enter__(self) -> "Writer":
        """Return itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Write the directory of the ZIP file."""
        self._archive.close()

    def put(self, name: str, data: bytes) -> None:
        """Write a part, unless it is there already."""
        if name not in self._hashes:
            self._write(name, data)
            self._hashes[name] = hashlib.sha256(data).hexdigest()

    def put_rows(self, table: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Write the rows of a table and return how many there were."""
        part, count, size = 1, 0, 0
        texts: list[str] = []
        for row in rows:
            text = json.dumps(row)
            if texts and size + len(text) > FILLED_PART:
                self._put_texts(_part(table, part), texts)
                part, size, texts = part + 1, 0, []
            texts.append(text)
            size += len(text)
            count += 1
        self._put_texts(_part(table, part), texts)
        return count

    def _put_texts(self, name: str, texts: Iterable[str]) -> None:
        self.put(name, f"[{', '.join(texts)}]".encode())

    def finish(self, **told: Any) -> None:
        """Write the manifest, with anything else it is to contain."""
        manifest = {"format": FORMAT, "version": VERSION, **told, "parts": self._hashes}
        self._write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1).encode())

    def _write(self, name: str, data: bytes) -> None:
        self._size += len(data)
        if (
            len(data) > LARGEST_PART
            or self._size > LARGEST_ARCHIVE
            or len(self._hashes) >= MOST_PARTS
        ):
            raise UserError(
                "archive_too_large",
                text=_(
                    "This tournament is too large for one archive. Make a backup of the whole "
                    "installation instead: manage.py backup."
                ),
            )
        self._archive.writestr(name, data)


class Reader:
    """Reads parts and checks each against the manifest. Raises DamagedError."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Read the manifest. Raises UserError for an archive of another version."""
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}
        size = sum(info.file_size for info in self._infos.values())
        if len(self._infos) > MOST_PARTS or size > LARGEST_ARCHIVE:
            raise DamagedError("too large")
        manifest = _json(self._raw(MANIFEST), MANIFEST)
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise DamagedError("not an archive of a tournament")
        version = manifest.get("version")
        if type(version) is not int or version != VERSION:
            raise UserError(
                "archive_version",
                field="file",
                text=_("The archive was written by another version of this program: use that one."),
            )
        parts, rows = manifest.get("parts"), manifest.get("rows")
        self._tables = rows if isinstance(rows, dict) else {}
        self._hashes = parts if isinstance(parts, dict) else {}
        self._parts = Counter(
            name.partition(".")[0] for name in self._hashes if name.endswith(".json")
        )

    def part(self, name: str) -> bytes:
        """Return the bytes of a part."""
        data = self._raw(name)
        if hashlib.sha256(data).hexdigest() != self._hashes.get(name):
            raise DamagedError(f"{name} has been changed")
        return data

    def has_table(self, table: str) -> bool:
        """Whether there was such a table when the archive was written."""
        return table in self._tables or self._parts[table] > 0

    def rows(self, table: str) -> Iterator[tuple[str, list[Any]]]:
        """Yield the parts of a table, each with its name."""
        for number in range(1, max(1, self._parts[table]) + 1):
            name = _part(table, number)
            values = _json(self.part(name), name)
            if not isinstance(values, list):
                raise DamagedError(f"{name} is not a list of rows")
            yield name, values

    def _raw(self, name: str) -> bytes:
        info = self._infos.get(name)
        if info is None:
            raise DamagedError(f"{name} is missing")
        if info.file_size > LARGEST_PART:
            raise DamagedError(f"{name} is too large")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise DamagedError(f"{name} is not compressed as we do it")
        with _zip_errors(), self._archive.open(name) as part:
            # The size in the directory may lie: never read more than it says.
            return part.read(LARGEST_PART + 1)


@contextlib.contextmanager
def open_archive(stream: IO[bytes]) -> Iterator[Reader]:
    """Yield a Reader of an archive. Raises DamagedError if it is none, and what a Reader raises."""
    with _zip_errors():
        archive = zipfile.ZipFile(stream)
    with archive:
        yield Reader(archive)


@contextlib.contextmanager
def _zip_errors() -> Iterator[None]:
    """Turn the errors from reading a broken ZIP archive into DamagedError."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        struct.error,
        EOFError,
        OSError,
        RuntimeError,  # NotImplementedError, and a part with a password
        ValueError,
        OverflowError,
    ) as error:
        raise DamagedError(str(error)) from error


def _json(data: bytes, name: str) -> Any:
    try:
        return json.loads(data, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        raise DamagedError(f"{name} is no JSON") from error


def _finite(text: str) -> float:
    """Return a number. Raises ValueError for an infinite one, which JSON does not have."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
