"""Whole positions from text: ``.`` empty, ``X`` Black, ``O`` White, ``x`` and ``o`` dead stones."""

from __future__ import annotations

from adjudication.rules.colours import BLACK, EMPTY, WHITE

_STATES = {".": EMPTY, "X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE}


def board(drawing: str) -> tuple[list[int], int]:
    """Return a drawn position and its size."""
    rows = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    assert all(len(row) == len(rows) for row in rows)
    return [_STATES[letter] for row in rows for letter in row], len(rows)


def dead_on(drawing: str) -> frozenset[int]:
    """Return the dead stones of a drawing."""
    letters = [letter for line in drawing.split() for letter in line]
    return frozenset(point for point, letter in enumerate(letters) if letter in "xo")
