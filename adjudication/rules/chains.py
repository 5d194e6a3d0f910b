"""The chains of a position: stones of one colour joined along lines, and their liberties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Final, NamedTuple

from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours

_SEEN: Final = 3


class Chain(NamedTuple):
    """Stones of one colour that live and die together; ``liberties`` are empty points beside."""

    colour: int
    points: frozenset[int]
    liberties: frozenset[int]


def chains_of(position: Sequence[int], size: int) -> tuple[Chain, ...]:
    """Return the chains of a position in the order of their first points.

    A chain without a liberty, which no game leads to, is one as well.
    """
    adjacent = neighbours(size)
    # Stones that are in a chain already are marked, so that each is met once.
    board = list(position)
    found = []
    for first in compress(range(len(board)), position):
        colour = board[first]
        if colour == _SEEN:
            continue
        board[first] = _SEEN
        points = [first]
        liberties = []
        for point in points:
            for near in adjacent[point]:
                state = board[near]
                if state == colour:
                    board[near] = _SEEN
                    points.append(near)
                elif state == EMPTY:
                    liberties.append(near)
        found.append(Chain(colour, frozenset(points), frozenset(liberties)))
    return tuple(found)


def chains_on(position: Sequence[int], size: int, points: Iterable[int]) -> list[frozenset[int]]:
    """Return the points of every chain on some points, in the order of their first points."""
    wanted = frozenset(points)
    chains = (chain.points for chain in chains_of(position, size))
    return [chain for chain in chains if not chain.isdisjoint(wanted)]


def chain_by_point(chains: Sequence[Chain]) -> dict[int, Chain]:
    """Return for every point with a stone the chain that stands on it."""
    return {point: chain for chain in chains for point in chain.points}
