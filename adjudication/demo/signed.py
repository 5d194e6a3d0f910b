"""Names the players in a demo record, whose file names none."""

from dataclasses import dataclass

_BEFORE = "RU["
_ESCAPED = str.maketrans({"\\": "\\\\", "]": "\\]", ":": "\\:"})


@dataclass(frozen=True, slots=True)
class SignedPlayer:
    """A player as named in a record."""

    name: str
    rank: str


def signed(record: bytes, black: SignedPlayer, white: SignedPlayer) -> bytes:
    """Return a record of the demo, in UTF-8, with its players named before the rules.

    Raises ValueError if it names no rules.
    """
    head, found, rest = record.decode().partition(_BEFORE)
    if not found:
        raise ValueError(f"a record of the demo has {_BEFORE}...] in its header")
    names = "".join(
        f"{key}[{text.translate(_ESCAPED)}]"
        for key, text in (
            ("PB", black.name),
            ("BR", black.rank),
            ("PW", white.name),
            ("WR", white.rank),
        )
    )
    return f"{head}{names}\n{_BEFORE}{rest}".encode()
