"""Whole boards drawn as text: ``.`` empty, ``X`` black, ``O`` white; rows are lines, or words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.points import parse_point

STATES = {".": EMPTY, "X": BLACK, "O": WHITE, "x": BLACK, "o": WHITE}
SEKI = """
    O O O O O O O
    O X X X X X O
    O X . O . X O
    O X X O X X O
    O X . O . X O
    O X X X X X O
    O O O O O O .
"""
"""White's three stones and Black's ring around them share four points."""
SEKI_IN_A_CORNER = """
    OO.xxO...
    OO.xxO...
    XOOxxO...
    XXXOOO...
    ..XO.....
    ..XO.....
    ..XO.....
    ..XO.....
    ..XO.....
"""
"""Black's ``x`` and the white stones in the corner share two points; ``x`` may stand for dead."""


def board(rows: str) -> tuple[list[int], int]:
    """Return the position that is drawn, and its size. Small letters are stones as well."""
    lines = _rows(rows)
    size = len(lines)
    if any(len(line) != size for line in lines):
        raise ValueError("the drawing is not square")
    return [STATES[letter] for line in lines for letter in line], size


def small(rows: str) -> frozenset[int]:
    """Return the points with a small letter: the stones that a drawing is about."""
    return frozenset(
        point for point, letter in enumerate("".join(_rows(rows))) if letter in ("x", "o")
    )


def _rows(drawing: str) -> list[str]:
    text = drawing.strip()
    if "\n" not in text:
        return text.split()
    return [line.replace(" ", "") for line in text.splitlines()]


def named(names: str, size: int) -> frozenset[int]:
    """Return the points with these names."""
    return frozenset(parse_point(name, size) for name in names.split())


def turned(position: Sequence[int], size: int) -> list[int]:
    """Return a position a quarter turned."""
    return [position[(size - 1 - column) * size + row] for row, column in _places(size)]


def mirrored(position: Sequence[int], size: int) -> list[int]:
    """Return a position mirrored left to right."""
    return [position[row * size + size - 1 - column] for row, column in _places(size)]


def swapped(position: Sequence[int]) -> list[int]:
    """Return a position with the colours changed."""
    return [state and 3 - state for state in position]


def moved(points: Collection[int], size: int, turn: bool) -> frozenset[int]:
    """Return points as :func:`turned` (or :func:`mirrored`) moves them."""
    found = set()
    for point in points:
        row, column = divmod(point, size)
        found.add(column * size + size - 1 - row if turn else row * size + size - 1 - column)
    return frozenset(found)


def _places(size: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(size) for column in range(size)]
