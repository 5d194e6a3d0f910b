"""Records that somebody spoiled, by accident or on purpose; the same for the same chance."""

import re
from collections.abc import Callable, Sequence
from random import Random

TOKENS = [
    *(b"(", b")", b";", b"[", b"]", b"\\", b"\\]", b":", b"\n", b"\r\n", b"\x00", b"\xff", b"[]"),
    *(b"(;", b";;", b"()", b"(;)", b"]]", b"[[", b"\x1b$B", b"\x0e", b"\xef\xbb\xbf", b"\xff\xfe"),
    *(
        b"B[tt]",
        b"W[]",
        b"B[zz]",
        b"W[aA]",
        b"B[aa]W[bb]",
        b"B[aa][bb]",
        b"AB[aa:ss]",
        b"AW[ss:aa]",
    ),
    *(b"AE[aa:ss]", b"TB[aa:ii]", b"TW[]", b"PL[W]", b"PL[x]", b"SZ[25]", b"SZ[2]", b"SZ[0]"),
    *(b"SZ[19:19]", b"SZ[-1]", b"HA[9]", b"HA[-1]", b"HA[1e9]", b"KM[nan]", b"KM[-1e308]"),
    *(b"KM[6,5]", b"RE[B+99999999999999999999]", b"RE[jigo]", b"RE[Void]", b"RE[W+R]", b"RE[?]"),
    *(b"RU[goe]", b"RU[\xe6\x97\xa5\xe6\x9c\xac]", b"RU[nz]", b"RU[]", b"GM[2]", b"GM[]", b"FF[9]"),
    *(b"C[\\", b"DT[9999-99-99]", b"TM[1e400]", b"OT[<script>]", b"PB[+ADw-script+AD4-]"),
]
CHARSETS = [
    *("utf-8", "utf-7", "utf-16", "utf-32", "hex", "zip", "bz2", "rot13", "base64", "uu", "quopri"),
    *("unicode_escape", "raw_unicode_escape", "punycode", "idna", "undefined", "mbcs", "oem"),
    *("gb18030", "shift_jis", "iso-2022-jp", "big5", "euc-kr", "koi8-r", "hz", "latin-1", ""),
    *("\N{FULLWIDTH LATIN SMALL LETTER U}tf-8", "utf-8" * 40, "../etc", "None", "x\x00y"),
]
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "utf-8-sig", "cp500")
PIECE = re.compile(rb"[A-Za-z]*\[[^\]]*\]|[();]", re.DOTALL)

Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]


def _place(data: bytes, chance: Random) -> tuple[int, int]:
    """Return a short stretch of the bytes."""
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + int(chance.expovariate(1 / 12)))


def replaced(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Put random bytes in the place of a few."""
    begin, end = _place(data, chance)
    return data[:begin] + chance.randbytes(chance.randrange(5)) + data[end:]


def flipped(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Turn single bits over."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 10)) if changed else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def token_in(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Put a word of the format, right or wrong, somewhere."""
    begin, _end = _place(data, chance)
    return data[:begin] + chance.choice(TOKENS) * chance.choice((1, 1, 1, 2, 40)) + data[begin:]


def doubled(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Repeat a stretch, sometimes hundreds of times."""
    begin, end = _place(data, chance)
    return data[:end] + data[begin:end] * chance.choice((1, 2, 5, 300)) + data[end:]


def cut(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Let the record break off, or begin late."""
    at = chance.randrange(len(data) + 1)
    return data[:at] if chance.random() < 0.8 else data[at:]


def pieces_moved(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Exchange, drop or repeat whole properties and brackets."""
    pieces = PIECE.findall(data)[:4000]
    for _ in range(chance.choice((1, 2, 8, 40))):
        if len(pieces) < 2:
            break
        one, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        match chance.randrange(3):
            case 0:
                pieces[one], pieces[other] = pieces[other], pieces[one]
            case 1:
                del pieces[one]
            case _:
                pieces.insert(other, pieces[one])
    return b"".join(pieces)


def spliced(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Go on with the end of another record."""
    other = chance.choice(others)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def another_charset(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Name a charset that is none, or that smuggles something in."""
    name = b"CA[" + chance.choice(CHARSETS).encode("utf-8") + b"]"
    known = re.sub(rb"CA\[[^\]]*\]", lambda _: name, data, count=1)
    return known if known != data else data.replace(b";", b";" + name, 1)


def encoded_again(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Save the record in an encoding that nobody asked for."""
    return data.decode("latin-1").encode(chance.choice(ENCODINGS), "replace")


def another_size(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Say that the board is another one."""
    size = b"SZ[%d]" % chance.choice((0, 1, 2, 3, 5, 9, 13, 19, 24, 25, 26, 52, 10**6))
    return re.sub(rb"SZ\[[^\]]*\]", size, data, count=1)


def long_value(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Write a value of many bytes."""
    value = chance.choice((b"x", b"\\", b"\\]", "é".encode(), b"\xff", b"[")) * chance.choice(
        (500, 30_000, 70_000)
    )
    name = chance.choice((b"C", b"PB", b"KM", b"RE", b"RU", b"SZ", b"AB", b"B", b"ZZ", b"HA"))
    return data.replace(b";", b";" + name + b"[" + value + b"]", 1)


MUTATIONS: Sequence[Mutation] = (
    *(replaced, flipped, token_in, doubled, cut, pieces_moved, spliced),
    *(another_charset, encoded_again, another_size, long_value),
)
# What leaves most of a record in place comes more often: else little gets past the grammar.
WEIGHTS = (4, 4, 6, 2, 2, 5, 2, 2, 1, 2, 1)


def mutated(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Return a record with one to six mutations."""
    for mutation in chance.choices(MUTATIONS, WEIGHTS, k=chance.choice((1, 1, 2, 3, 6))):
        data = mutation(data, chance, others)
    return data
