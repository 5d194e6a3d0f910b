"""Groups of living chains and the number of eyes they have room for, without reading ahead.

Both are estimated generously: chains around one area belong together, and so do chains with two
liberties in common; an area of seven points has room for two eyes, and so does a smaller one in
which no single opposing stone prevents them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from adjudication.rules.chains import Chain
from adjudication.rules.grid import neighbours
from adjudication.rules.scoring.cleared import ClearedBoard

_ROOM_FOR_TWO: Final = 7
"""An area of this many points always has room for two eyes."""
_ONE_EYE: Final = 3
"""An area of at most this many points is one eye if the opponent plays first."""
_SHAPES_OF_ONE_EYE: Final = frozenset(
    {
        (2, 2, 2, 2),  # square four
        (1, 1, 1, 3),  # pyramid four
        (1, 2, 2, 2, 3),  # bulky five
        (1, 1, 1, 1, 4),  # crossed five
        (1, 1, 2, 2, 2, 4),  # rabbity six
    }
)
"""Areas that one stone reduces to one eye, by the number of neighbours of each point in the
area."""
_STONES_INSIDE: Final = 5
"""An area this large with dead stones in it is not called one eye, as some of them are captured."""


class LivingGroups(NamedTuple):
    """The chains of a position and the groups they form. Chains are identified by number."""

    chains: Sequence[Chain]
    liberties: list[int]
    """The number of liberties of each chain."""
    group: list[int]
    """For each chain, the chain that represents its group."""
    eyes: list[int]
    """The number of eyes that the group of a representative has room for; above two not exact."""
    shared: list[tuple[set[int], int]]
    """The areas that touch both colours: the groups around them, and their size in points."""


def living_groups(cleared: ClearedBoard) -> LivingGroups:
    """Return the living chains of a board without its dead stones, in groups."""
    chains, regions, beside = cleared.chains, cleared.regions, cleared.chains_beside
    joined = JoinedChains(len(chains))
    for pair in _with_two_liberties_in_common(cleared):
        joined.join(pair)
    for region, around in zip(regions, beside, strict=True):
        if region.owner is not None:
            joined.join(around)
    group = [joined.representative(chain) for chain in range(len(chains))]
    shared = [
        ({group[chain] for chain in around}, len(region.points))
        for region, around in zip(regions, beside, strict=True)
        if region.shared
    ]
    liberties = [len(chain.liberties) for chain in chains]
    return LivingGroups(chains, liberties, group, _eyes(cleared, group), shared)


def _with_two_liberties_in_common(cleared: ClearedBoard) -> Iterator[tuple[int, int]]:
    """Yield pairs of one colour's chains that share two liberties in areas both colours touch.

    In other areas all chains belong together anyway.
    """
    chains = cleared.chains
    open_points = frozenset[int]().union(
        *[region.points for region in cleared.regions if region.shared]
    )
    beside: dict[int, list[int]] = {}
    for name, chain in enumerate(chains):
        for point in chain.liberties & open_points:
            beside.setdefault(point, []).append(name)
    met: set[tuple[int, int]] = set()
    for around in beside.values():
        for pair in combinations(around, 2):
            if pair in met:
                if chains[pair[0]].colour == chains[pair[1]].colour:
                    yield pair
            else:
                met.add(pair)


def _eyes(cleared: ClearedBoard, group: Sequence[int]) -> list[int]:
    """Return how many eyes each group has room for, indexed by its representative chain."""
    adjacent = neighbours(cleared.size)
    eyes = [0] * len(group)
    for region, around in zip(cleared.regions, cleared.chains_beside, strict=True):
        if region.owner is not None:
            has = group[next(iter(around))]
            if eyes[has] < 2:
                stones = not cleared.dead.isdisjoint(region.points)
                eyes[has] += eyes_in(region.points, adjacent, with_stones=stones)
    return eyes


def eyes_in(
    points: Sequence[int], adjacent: Sequence[Sequence[int]], *, with_stones: bool = False
) -> int:
    """Return how many eyes an area has room for, two at most, when the opponent plays first.

    ``adjacent`` are the neighbours of the board's points; ``with_stones`` says that the area
    contains dead stones.
    """
    count = len(points)
    if count <= _ONE_EYE:
        return 1
    if count >= _ROOM_FOR_TWO or (with_stones and count >= _STONES_INSIDE):
        return 2
    inside = set(points)
    shape = sorted(sum(near in inside for near in adjacent[point]) for point in points)
    return 1 if tuple(shape) in _SHAPES_OF_ONE_EYE else 2


class JoinedChains:
    """Chains joined into groups, by number."""

    def __init__(self, count: int) -> None:
        """Start with each chain in a group of its own."""
        self._leader = list(range(count))

    def representative(self, chain: int) -> int:
        """Return the number of the chain that represents a chain's group."""
        leader = self._leader
        while leader[chain] != chain:
            leader[chain] = leader[leader[chain]]
            chain = leader[chain]
        return chain

    def join(self, chains: Iterable[int]) -> None:
        """Join the groups of several chains into one."""
        first, *others = chains
        for other in others:
            self._leader[self.representative(other)] = self.representative(first)
