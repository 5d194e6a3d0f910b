"""Files sent together: a zip with a digest of each, and the differences of two file versions.

The digests are in the form of ``sha256sum --check``, so that whoever gets the zip can verify its
files without our programs.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_BYTES

SUMS = "SHA256SUMS"
"""The file with the digests of all the others."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest day that a zip can have. The same files make the same zip at any time."""


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file of a bundle, under its name in the zip."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Return the digest of its bytes, in hexadecimal."""
        return digest_of(self.data)


@dataclass(frozen=True, slots=True)
class LineChange:
    """Lines that replace others, from line ``line`` of the earlier file on.

    Either side may be empty; ``line`` counts from 1.
    """

    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def zipped(files: Sequence[BundledFile]) -> bytes:
    """Return the files as a zip, with the file of their digests last."""
    sums = "".join(f"{file.sha256}  {file.name}\n" for file in files)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in (*files, BundledFile(SUMS, sums.encode())):
            entry = zipfile.ZipInfo(file.name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.data)
    return target.getvalue()


def unzipped(data: bytes) -> Mapping[str, bytes]:
    """Return the files of a zip by their names.

    Raises FormatError for bytes that are not a zip, and for files beyond our limit.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_BYTES:
                raise FormatError("too_large", _("The files of the zip are too large."))
            return {entry.filename: archive.read(entry) for entry in archive.infolist()}
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise FormatError("no_zip", _("This is no zip archive.")) from error


def line_changes(before: bytes, after: bytes) -> tuple[LineChange, ...]:
    """Return which lines of a text file differ in a later version of it.

    Spaces at the end of a line do not count, nor does the charset.
    """
    earlier, later = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, earlier, later, autojunk=False)
    return tuple(
        LineChange(first + 1, tuple(earlier[first:last]), tuple(later[start:end]))
        for kind, first, last, start, end in matcher.get_opcodes()
        if kind != "equal"
    )


def written_changes(changes: Iterable[LineChange]) -> str:
    """Return the changes as text: old lines with a minus, new ones with a plus."""
    lines = []
    for change in changes:
        lines += [f"@ {change.line}", *(f"- {line}" for line in change.before)]
        lines += [f"+ {line}" for line in change.after]
    return "\n".join(lines)


def _lines(data: bytes) -> list[str]:
    return [line.rstrip() for line in decode_text(data)[0].split("\n")] if data else []
