"""Files with single bytes changed, cut or doubled: what a reader must survive."""

import random
from collections.abc import Callable, Iterator

from tests.support.catalogues import french
from tournament.formats.errors import FormatError


def mutations(data: bytes, count: int, seed: int = 1) -> Iterator[bytes]:
    chance = random.Random(seed)
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 5, 20))):
            at = chance.randrange(len(changed) or 1)
            kind = chance.randrange(5)
            if kind == 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            elif kind == 1:
                del changed[at : at + chance.choice((1, 3, 40))]
            elif kind == 2:
                changed[at:at] = changed[at : at + chance.choice((1, 10, 80))]
            elif kind == 3:
                changed[at:at] = chance.choice(
                    (b"\n", b"\t", b"\0", b"99999", b"-1", b";", b'"', b"\xff\xfe", b"1e999", b"{")
                )
            else:
                del changed[chance.randrange(len(changed) or 1) :]
        yield bytes(changed)


def survives(read: Callable[[bytes], object], data: bytes, count: int = 150) -> int:
    """Read mutations of a file and return how many were refused, always in both languages."""
    refused = []
    for changed in mutations(data, count):
        try:
            read(changed)
        except FormatError as error:
            refused.append(error)
    assert all(str(error.message) for error in refused)
    assert all(french(error.message) for error in refused)
    return len(refused)
