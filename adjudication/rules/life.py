"""Unconditional life: chains that cannot be taken even if their owner always passes (Benson 1976).

A chain is alive in this way when two regions that its colour encloses are *vital* to it: every
empty point of the region is a liberty of the chain. An attacker would have to fill such a region
completely, and the last stone would have no liberty; with two such regions that never works. The
regions must be enclosed by chains that are alive in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudication.rules.chains import Chain, chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours


def unconditionally_alive(
    position: Sequence[int], size: int, colour: int, chains: Sequence[Chain] | None = None
) -> frozenset[int]:
    """Return the stones of a colour that are alive whatever is played.

    ``chains`` are those of the position, if the caller has them. Chains without a liberty are never
    alive.
    """
    if chains is None:
        chains = chains_of(position, size)
    own = [chain for chain in chains if chain.colour == colour]
    if not own:
        return frozenset()
    regions = [(around, vital) for around, vital, _points in _enclosed(position, size, colour, own)]
    return _alive(own, regions)


def life_basis(position: Sequence[int], size: int, point: int) -> frozenset[int]:
    """Return what the life of the stone on a point rests on, if it is unconditionally alive.

    That is the alive chains of its colour, and the regions that are vital to them. Empty for a
    stone that is not alive in this way.
    """
    colour = position[point]
    alive = unconditionally_alive(position, size, colour)
    if point not in alive:
        return frozenset()
    own = [chain for chain in chains_of(position, size) if chain.colour == colour]
    ground = set(alive)
    for around, _vital, points in _enclosed(position, size, colour, own):
        if all(own[index].points <= alive for index in around):
            ground.update(points)
    return frozenset(ground)


def alive_stones_of_both(
    position: Sequence[int], size: int, chains: Sequence[Chain] | None = None
) -> frozenset[int]:
    """Return the stones of both colours that are alive whatever is played."""
    if chains is None:
        chains = chains_of(position, size)
    black = unconditionally_alive(position, size, BLACK, chains)
    return black | unconditionally_alive(position, size, WHITE, chains)


def _enclosed(
    position: Sequence[int], size: int, colour: int, own: Sequence[Chain]
) -> list[tuple[set[int], set[int], list[int]]]:
    """Return the regions of a colour: the chains around each, those it is vital to, its points.

    Regions that are vital to no chain are left out. Chains are given as indices of ``own``.
    """
    adjacent = neighbours(size)
    place = {point: index for index, chain in enumerate(own) for point in chain.points}
    seen = bytearray(size * size)
    found = []
    for first, state in enumerate(position):
        if state == colour or seen[first]:
            continue
        seen[first] = 1
        points = [first]
        around: set[int] = set()
        vital: set[int] | None = None
        for point in points:
            beside = set()
            for near in adjacent[point]:
                if position[near] == colour:
                    beside.add(place[near])
                elif not seen[near]:
                    seen[near] = 1
                    points.append(near)
            around |= beside
            if position[point] == EMPTY:
                vital = beside if vital is None else vital & beside
        if vital:
            found.append((around, vital, points))
    return found


def _alive(own: Sequence[Chain], regions: list[tuple[set[int], set[int]]]) -> frozenset[int]:
    """Return the stones of the chains that remain when no more can be eliminated."""
    alive = set(range(len(own)))
    while alive:
        eyes = dict.fromkeys(alive, 0)
        for _, vital in regions:
            for chain in vital:
                if chain in eyes:
                    eyes[chain] += 1
        struck = {chain for chain, count in eyes.items() if count < 2}
        if not struck:
            break
        alive -= struck
        regions = [region for region in regions if region[0].isdisjoint(struck)]
    return frozenset(point for chain in alive for point in own[chain].points)
