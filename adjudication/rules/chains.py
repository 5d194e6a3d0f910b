"""The chains of a position: stones of one colour joined along lines, and their liberties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Final, NamedTuple

from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours

_SEEN: Final = 3


class Chain(NamedTuple):
    """Stones of one colour that live and die together; ``liberties`` are their empty neighbours."""

    colour: int
    points: frozenset[int]
    liberties: frozenset[int]


def chains_of(position: Sequence[int], size: int) -> tuple[Chain, ...]:
    """Return the chains of a position in the order of their first points.

    Chains without a liberty are included, though no game leads to one.
    """
    adjacent = neighbours(size)
    # Stones already in a chain are marked, so that each is visited once.
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
    """Return the chains that stand on some points, as sets of points, by their first points."""
    wanted = frozenset(points)
    chains = (chain.points for chain in chains_of(position, size))
    return [chain for chain in chains if not chain.isdisjoint(wanted)]


def stones_alike(position: Sequence[int], other: Sequence[int], size: int) -> frozenset[int]:
    """Return the stones of a position whose chains are the same in another position."""
    there = {(chain.colour, chain.points) for chain in chains_of(other, size)}
    return frozenset(
        point
        for chain in chains_of(position, size)
        if (chain.colour, chain.points) in there
        for point in chain.points
    )


def chain_by_point(chains: Sequence[Chain]) -> dict[int, Chain]:
    """Return a map from every point with a stone to its chain."""
    return {point: chain for chain in chains for point in chain.points}
