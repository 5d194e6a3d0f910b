"""Neighbours and other tables of a board, made once per board size."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

MIN_SIZE: Final = 2
MAX_SIZE: Final = 25

# Sixty bits: two digits of a Python integer, which keeps an exclusive-or cheap. A hash is only ever
# a hint here: positions are compared in full before a move is called a repetition.
_HASH_BITS: Final = 60
_HASH_SEED: Final = 19


def check_size(size: int) -> None:
    """Raise ValueError unless ``size`` is a board size that the product supports (2 to 25)."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size} is outside {MIN_SIZE} to {MAX_SIZE}")


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every point of a board, the points joined to it by a line.

    Points are indices ``row * size + column`` with row 0 at the top.
    """
    check_size(size)
    table = []
    for row in range(size):
        for column in range(size):
            around = []
            if row:
                around.append((row - 1) * size + column)
            if column:
                around.append(row * size + column - 1)
            if column < size - 1:
                around.append(row * size + column + 1)
            if row < size - 1:
                around.append((row + 1) * size + column)
            table.append(tuple(around))
    return tuple(table)


@cache
def hash_table(size: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the Zobrist numbers of a board: one tuple per state of a point (empty is all 0).

    The numbers are the same on every machine and in every run.
    """
    check_size(size)
    source = random.Random(_HASH_SEED * 1000 + size)
    points = range(size * size)
    black = tuple(source.getrandbits(_HASH_BITS) for _ in points)
    white = tuple(source.getrandbits(_HASH_BITS) for _ in points)
    return (0,) * (size * size), black, white
