"""Groups of living chains and how many eyes they have room for, told without reading ahead.

Both are told generously: chains around one area belong together, and so do chains with two
liberties in common; an area of seven points has room for two eyes, and a smaller one where no
single stone of the opponent's prevents them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours
from adjudication.rules.scoring.regions import Region

_ROOM_FOR_TWO: Final = 7
"""So many points always have room for two eyes."""
_ONE_EYE: Final = 3
"""So many points are one eye when the opponent plays first."""
_SHAPES_OF_ONE_EYE: Final = frozenset(
    {
        (2, 2, 2, 2),  # square four
        (1, 1, 1, 3),  # pyramid four
        (1, 2, 2, 2, 3),  # bulky five
        (1, 1, 1, 1, 4),  # crossed five
        (1, 1, 2, 2, 2, 4),  # rabbity six
    }
)
"""What one stone makes one eye, by how many neighbours each of its points has in it."""
_STONES_INSIDE: Final = 5
"""An area of so many points in which dead stones lie is not called one eye: some are taken."""


class Living(NamedTuple):
    """The chains of a position and the groups they form. Chains are told by their number."""

    chains: list[list[int]]
    """The points of each chain."""
    liberties: list[int]
    """How many liberties each chain has."""
    group: list[int]
    """Of each chain the chain that stands for its group."""
    eyes: list[int]
    """How many eyes the group that a chain stands for has room for; above two not exact."""
    shared: list[tuple[set[int], int]]
    """The areas that touch both colours: the groups around them, and their size in points."""


def living_groups(
    position: Sequence[int], live: Sequence[int], size: int, regions: Sequence[Region]
) -> Living:
    """Return the living chains in groups.

    ``live`` is the position without the dead stones, ``regions`` are its areas.
    """
    adjacent = neighbours(size)
    chains, number = _numbered(live, adjacent)
    liberties = [0] * len(chains)
    joined = JoinedChains(len(chains))
    met: set[tuple[int, int]] = set()
    around: list[set[int]] = []
    for region in regions:
        beside: set[int] = set()
        for point in region.points:
            here = {number[near] for near in adjacent[point]}
            here.discard(-1)
            if not here:
                continue
            beside |= here
            for chain in here:
                liberties[chain] += 1
            if len(here) > 1 and region.shared:
                for pair in combinations(sorted(here), 2):
                    if pair not in met:
                        met.add(pair)
                    elif live[chains[pair[0]][0]] == live[chains[pair[1]][0]]:
                        joined.join(pair)
        around.append(beside)
        if region.owner is not None:
            joined.join(beside)
    group = [joined.of(chain) for chain in range(len(chains))]
    eyes = _eyes(position, regions, around, group, adjacent)
    shared = [
        ({group[chain] for chain in beside}, len(region.points))
        for region, beside in zip(regions, around, strict=True)
        if region.shared
    ]
    return Living(chains, liberties, group, eyes, shared)


def _eyes(
    position: Sequence[int],
    regions: Sequence[Region],
    around: Sequence[set[int]],
    group: Sequence[int],
    adjacent: Sequence[Sequence[int]],
) -> list[int]:
    """Return how many eyes the group of each chain has room for, at its representative."""
    eyes = [0] * len(group)
    for region, beside in zip(regions, around, strict=True):
        if region.owner is not None:
            has = group[next(iter(beside))]
            if eyes[has] < 2:
                stones = any(position[point] != EMPTY for point in region.points)
                eyes[has] += eyes_in(region.points, adjacent, with_stones=stones)
    return eyes


def eyes_in(
    points: Sequence[int], adjacent: Sequence[Sequence[int]], *, with_stones: bool = False
) -> int:
    """Return how many eyes an area has room for, two at most, when the opponent plays first.

    ``adjacent`` are the board's neighbours; ``with_stones``: dead stones lie in it.
    """
    count = len(points)
    if count <= _ONE_EYE:
        return 1
    if count >= _ROOM_FOR_TWO or (with_stones and count >= _STONES_INSIDE):
        return 2
    inside = set(points)
    shape = sorted(sum(near in inside for near in adjacent[point]) for point in points)
    return 1 if tuple(shape) in _SHAPES_OF_ONE_EYE else 2


def _numbered(
    live: Sequence[int], adjacent: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[int]]:
    """Return the chains, and for every point the number of the chain on it, or -1."""
    number = [-1] * len(live)
    chains: list[list[int]] = []
    for first, colour in enumerate(live):
        if colour == EMPTY or number[first] >= 0:
            continue
        name = len(chains)
        number[first] = name
        chain = [first]
        for member in chain:
            for near in adjacent[member]:
                if live[near] == colour and number[near] < 0:
                    number[near] = name
                    chain.append(near)
        chains.append(chain)
    return chains, number


class JoinedChains:
    """Chains that belong together, by their numbers."""

    def __init__(self, count: int) -> None:
        """Begin with each chain for itself."""
        self._leader = list(range(count))

    def of(self, chain: int) -> int:
        """Return the number that a chain's group goes by."""
        leader = self._leader
        while leader[chain] != chain:
            leader[chain] = leader[leader[chain]]
            chain = leader[chain]
        return chain

    def join(self, chains: Iterable[int]) -> None:
        """Make one group of several chains'."""
        first, *others = chains
        for other in others:
            self._leader[self.of(other)] = self.of(first)
