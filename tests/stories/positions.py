"""Records that begin with the position of a dispute."""

from __future__ import annotations

from collections.abc import Sequence

LETTERS = "abcdefghijklmnopqrs"
COLUMNS = "ABCDEFGHJKLMNOPQRST"
SETUP = {"X": "AB", "O": "AW"}


def coordinate(name: str, size: int = 19) -> str:
    """Return a point as records write it; a pass is empty."""
    if name == "pass":
        return ""
    return LETTERS[COLUMNS.index(name[0])] + LETTERS[size - int(name[1:])]


def record_from(
    rows: Sequence[str],
    moves: str,
    *,
    first: str = "B",
    komi: float,
    handicap: int = 0,
    instead: dict[str, str] | None = None,
) -> bytes:
    """Return a record that sets the stones of a drawing up and goes on with moves.

    ``rows`` hold X for Black and O for White, ``instead`` says by point what stands there at first
    in place of what is drawn; ``first`` plays the first of the moves.
    """
    size = len(rows[0])
    board = {
        COLUMNS[column] + str(size - row): stone
        for row, line in enumerate(rows)
        for column, stone in enumerate(line)
        if stone in SETUP
    }
    board |= instead or {}
    setup = "".join(
        name + "".join(f"[{coordinate(at, size)}]" for at, one in board.items() if one == stone)
        for stone, name in SETUP.items()
    )
    turns = (first, "W" if first == "B" else "B")
    nodes = "".join(
        f";{turns[index % 2]}[{coordinate(move, size)}]" for index, move in enumerate(moves.split())
    )
    stones = f"HA[{handicap}]" if handicap else ""
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]KM[{komi:g}]{stones}PL[{first}]{setup}{nodes})".encode()
