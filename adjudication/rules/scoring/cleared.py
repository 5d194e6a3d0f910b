"""A final position without its dead stones, and everything that counts and checks ask of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from adjudication.rules.chains import Chain, chains_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.scoring.regions import Region, find_regions, without_stones


class ClearedBoard:
    """A position and its dead stones; what follows from them is computed once, when asked for.

    Chains are identified by their index in :attr:`chains`, regions by theirs in :attr:`regions`.
    """

    def __init__(self, position: Sequence[int], size: int, dead: Collection[int]) -> None:
        """Take the dead stones off. ``dead`` are their points; empty points are ignored.

        ``position`` is ``size * size`` states.
        """
        self.position = position
        self.size = size
        self.dead = frozenset(point for point in dead if position[point] != EMPTY)
        self.live = without_stones(position, self.dead)

    @cached_property
    def regions(self) -> list[Region]:
        """Return the regions of empty points and dead stones."""
        return find_regions(self.live, self.size)

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """Return the living chains; points with dead stones are among their liberties."""
        return chains_of(self.live, self.size)

    @cached_property
    def chains_beside(self) -> list[set[int]]:
        """Return the chains around each region."""
        place = {
            point: number for number, region in enumerate(self.regions) for point in region.points
        }
        found: list[set[int]] = [set() for _ in self.regions]
        for name, chain in enumerate(self.chains):
            for point in chain.liberties:
                found[place[point]].add(name)
        return found
