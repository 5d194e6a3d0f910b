"""Regions of empty points and the chains around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from adjudication.rules.chains import chains_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours

_SEEN: Final = 4
"""Marks a point that is already in a region; a bit that no colour uses."""


class Region(NamedTuple):
    """Connected empty points. ``owner`` is the one colour around them, or None.

    A region that touches both colours (``shared``), or none (an empty board), has no owner.
    """

    points: tuple[int, ...]
    owner: int | None
    shared: bool


def find_regions(position: Sequence[int], size: int) -> list[Region]:
    """Return the regions of empty points of a position, in the order of their first point."""
    adjacent = neighbours(size)
    # Points already in a region are marked, so that each is visited once.
    board = list(position)
    found = []
    for first, met in enumerate(board):
        if met:
            continue
        board[first] = _SEEN
        points = [first]
        borders = 0
        for point in points:
            for near in adjacent[point]:
                state = board[near]
                if state:
                    borders |= state
                else:
                    board[near] = _SEEN
                    points.append(near)
        # BLACK and WHITE are 1 and 2: as bits, 3 is both and 0 none.
        borders &= ~_SEEN
        found.append(Region(tuple(points), borders if borders in (1, 2) else None, borders == 3))
    return found


def without_stones(position: Sequence[int], points: Iterable[int]) -> list[int]:
    """Return a position with the stones on some points taken off."""
    board = list(position)
    for point in points:
        board[point] = EMPTY
    return board


def chain_at(position: Sequence[int], size: int, point: int) -> frozenset[int]:
    """Return the points of the chain on a point (empty if there is no stone)."""
    colour = position[point]
    if colour == EMPTY:
        return frozenset()
    adjacent = neighbours(size)
    chain = [point]
    known = {point}
    for member in chain:
        for near in adjacent[member]:
            if position[near] == colour and near not in known:
                known.add(near)
                chain.append(near)
    return frozenset(known)


def liberties(position: Sequence[int], size: int, chain: Iterable[int]) -> frozenset[int]:
    """Return the liberties of a chain: the empty points next to its stones."""
    adjacent = neighbours(size)
    return frozenset(
        near for member in chain for near in adjacent[member] if position[near] == EMPTY
    )


def chains_without_liberty(position: Sequence[int], size: int) -> list[frozenset[int]]:
    """Return the chains without a liberty, which may not be on a board (J: Art. 4)."""
    return [chain.points for chain in chains_of(position, size) if not chain.liberties]
