"""Files sent together: the zip, its digests, and how two versions of a file differ."""

import hashlib
import io
import zipfile

import pytest

from tournament.formats.bundle import (
    SUMS,
    BundledFile,
    LineChange,
    line_changes,
    unzipped,
    written_changes,
    zipped,
)
from tournament.formats.errors import FormatError

FILES = [BundledFile("coupe.h9", "1 Müller_Jörg 1D\n".encode("iso-8859-15")), BundledFile("a", b"")]


def test_the_same_files_make_the_same_zip_and_every_file_has_its_digest() -> None:
    data = zipped(FILES)
    assert data == zipped(list(FILES))
    found = unzipped(data)
    sums = dict(reversed(line.split("  ")) for line in found[SUMS].decode().splitlines())
    assert sums == {file.name: hashlib.sha256(found[file.name]).hexdigest() for file in FILES}


def test_what_is_no_zip_or_too_large_is_refused() -> None:
    with pytest.raises(FormatError, match="zip"):
        unzipped(b"PK nothing")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"0" * (21 * 1024 * 1024))
    with pytest.raises(FormatError):
        unzipped(target.getvalue())


def test_lines_that_differ_are_told_with_their_place_whatever_the_charset() -> None:
    before = "; head\n1 Müller 2+\n2 Weiß 1-\n".encode("iso-8859-15")
    after = "; head \n1 Müller 2-\n2 Weiß 1+\n3 New 0+\n".encode()
    changes = line_changes(before, after)
    assert changes == (
        LineChange(2, ("1 Müller 2+", "2 Weiß 1-"), ("1 Müller 2-", "2 Weiß 1+", "3 New 0+")),
    )
    assert written_changes(changes).splitlines()[:2] == ["@ 2", "- 1 Müller 2+"]
    assert line_changes(before, before) == ()
