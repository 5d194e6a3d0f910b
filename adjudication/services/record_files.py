"""Record files as they come in: alone, or many in a zip archive of which nothing is certain."""

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from adjudication.models.game_record_file import MAX_RECORD_BYTES
from adjudication.services.records import clean_filename
from tournament.errors import UserError

MOST_ENTRIES = 2_000
LARGEST_ZIP = 32 * 1024 * 1024
LARGEST_UNPACKED = 128 * 1024 * 1024
MOST_NAMES = 4 * MOST_ENTRIES
"""With folders, and what systems leave in them: each costs memory before it can be counted."""
_NAME = b"PK\x01\x02"
"""What each name in the directory of a zip archive begins with."""
DEEPEST = 8
"""Folders within folders."""
LONGEST_PATH = 300
_SKIPPED = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})
_PLACED = re.compile(
    r"(?:^|[^a-z])r(?:ound|onde)?[ _.-]?(\d{1,3})[ _.,-]*"
    r"(?:b(?:oard)?|t(?:able)?)[ _.-]?(\d{1,4})(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One record to import. ``round_number`` and ``board_number`` say for which game, if known."""

    name: str
    data: bytes
    round_number: int | None = None
    board_number: int | None = None

    @property
    def place(self) -> tuple[int, int] | None:
        """Return round and board: those given, else those of a name such as ``r3-b12.sgf``."""
        if self.round_number is not None and self.board_number is not None:
            return self.round_number, self.board_number
        found = _PLACED.search(PurePosixPath(self.name).stem)
        return (int(found[1]), int(found[2])) if found else None


def files_in_zip(data: bytes) -> tuple[RecordFile, ...]:
    """Return the files of a zip archive, but for folders and what systems leave in them.

    Nothing is written anywhere, and never more is unpacked than the limits say, whatever the
    archive claims of itself. A file that is larger than a record may be comes one byte too long,
    so that importing it says so. Raises UserError (field ``files``).
    """
    if len(data) > LARGEST_ZIP:
        raise _refused("zip_too_large", _("The archive is larger than 32 MB: send it in parts."))
    if data.count(_NAME) > MOST_NAMES:
        raise _too_many()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _files(archive)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,  # a part with a password
        ValueError,
        OverflowError,
        OSError,
    ) as error:
        raise _refused("zip_damaged", _("This zip archive is damaged or protected.")) from error


def _files(archive: zipfile.ZipFile) -> tuple[RecordFile, ...]:
    entries = [one for one in archive.infolist() if not one.is_dir() and not _skipped(one)]
    if len(entries) > MOST_ENTRIES:
        raise _too_many()
    found, unpacked = [], 0
    for one in entries:
        if len(one.filename) > LONGEST_PATH or one.filename.count("/") > DEEPEST:
            raise _refused("zip_too_deep", _("The archive has folders within too many folders."))
        if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _refused("zip_damaged", _("This zip archive is compressed in an unusual way."))
        with archive.open(one) as part:
            # What the directory says of the size may be a lie.
            content = part.read(MAX_RECORD_BYTES + 1)
        unpacked += len(content)
        if unpacked > LARGEST_UNPACKED:
            raise _refused(
                "zip_too_large", _("The archive unpacks to more than 128 MB: send it in parts.")
            )
        found.append(RecordFile(clean_filename(one.filename), content))
    return tuple(found)


def _skipped(one: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(one.filename.replace("\\", "/")).parts
    return any(part in _SKIPPED for part in parts) or (parts[-1:] or ("",))[0].startswith("._")


def _too_many() -> UserError:
    text = _("The archive has more than %(most)d files: send it in parts.")
    return _refused("too_many_files", text % {"most": MOST_ENTRIES})


def _refused(code: str, text: str) -> UserError:
    return UserError(code, field="files", text=text)
