"""How to close a region that is too large: which stones keep it open, and which look alive.

Nothing here is decided or proven. The results are suggestions for whoever asks whether stones are
alive: which other stones they could assume to be alive, so that the rest can be searched. Random
games show whether stones look alive (:mod:`adjudication.confirmation.playouts`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudication.confirmation.playouts import MoveAllowance, play_out
from adjudication.confirmation.problem import MOST_POINTS
from adjudication.confirmation.walls import Assumption
from adjudication.rules.chains import Chain, chain_by_point, chains_of
from adjudication.rules.grid import neighbours
from adjudication.rules.scoring.regions import chains_without_liberty, without_stones

GAMES: Final = 100
"""Random games from the position as it is."""
AHEAD: Final = 12
"""Random games after each free move by the owner of the stones in question."""
MOST_AHEAD: Final = 8
"""The most free moves tried for each chain, at its liberties."""
PROMPT: Final = 150_000
"""Moves of random games while somebody waits: a second or two of them."""
LIVES: Final = 0.95
"""The share of the random games in which a chain has to stay to look alive."""
LIVES_AHEAD: Final = 0.9
"""The same after a free move."""
_ENOUGH: Final = 5
"""Fewer games than this show nothing."""


@dataclass(frozen=True, slots=True)
class OpenedBy:
    """A chain that keeps a region open; ``left`` is the region's size once it counts as alive.

    All chains named before it then count as alive as well.
    """

    points: frozenset[int]
    colour: int
    left: int


@dataclass(frozen=True, slots=True)
class ProposedWall:
    """A chain that looks alive: it stayed in ``lived`` of ``games`` random games.

    In ``together`` of these games the stones in question stayed, and in ``apart`` of those it
    stayed as well: so it does not live by taking them.
    """

    points: frozenset[int]
    colour: int
    lived: int
    games: int
    apart: int
    together: int


@dataclass(frozen=True, slots=True)
class WallsProposal:
    """Chains that look alive and would close the regions of some targets.

    ``left`` is the number of points left in the largest of these, None if nothing was asked.
    """

    walls: tuple[ProposedWall, ...]
    left: int


class _Board:
    """A position with its chains, and how far hypothetical play reaches on it."""

    def __init__(
        self,
        position: Sequence[int],
        size: int,
        targets: Collection[Collection[int]],
        walls: Collection[Assumption],
        dead: Collection[int],
    ) -> None:
        self.position, self.size = position, size
        self.chains = chain_by_point(chains_of(position, size))
        self.targets = [self.chains[min(target)] for target in targets]
        self.closed = {point for wall in walls for point in wall.points}
        never = {*self.targets, *(self.chains[point] for point in dead if position[point])}
        self.eligible = [
            chain
            for chain in dict.fromkeys(self.chains.values())
            if chain not in never
            and len(chain.liberties) > 1
            and self.closed.isdisjoint(chain.points)
        ]

    def reached(self, more: Collection[Chain]) -> list[set[int]]:
        """Return the targets' regions, with all points, if more chains count as alive."""
        adjacent = neighbours(self.size)
        closed = self.closed.union(*(chain.points for chain in more))
        found = []
        for target in self.targets:
            reached = set(target.points)
            waiting = list(reached)
            for member in waiting:
                for near in adjacent[member]:
                    if near not in reached and near not in closed:
                        reached.add(near)
                        waiting.append(near)
            found.append(reached)
        return found

    def left(self, more: Collection[Chain]) -> int:
        """Return how many points the largest region has."""
        return max(map(len, self.reached(more)), default=0)

    def touched(self, chains: Collection[Chain]) -> list[Chain]:
        """Return those of some chains that border the regions once all of them count as alive."""
        adjacent = neighbours(self.size)
        regions = self.reached(chains)
        beside = {near for reached in regions for point in reached for near in adjacent[point]}
        return [chain for chain in chains if not beside.isdisjoint(chain.points)]


def kept_open_by(
    position: Sequence[int],
    size: int,
    targets: Collection[Collection[int]],
    walls: Collection[Assumption],
    *,
    dead: Collection[int] = (),
    most: int = MOST_POINTS,
) -> tuple[OpenedBy, ...]:
    """Return the fewest stones that would close regions that are too large if they were alive.

    ``targets`` are whole chains, ``walls`` are what counts as alive anyway. Stones far from the
    targets and with many liberties are preferred to those beside them, which may be in a race with
    them. The chain that closes most is named first. Empty if no region is too large, or if no
    stones can close it: then only an area can.
    """
    board = _Board(position, size, targets, walls, dead)
    if board.left(()) <= most:
        return ()
    needed = board.touched(board.eligible)
    if board.left(needed) > most:
        return ()
    beside = {liberty for target in board.targets for liberty in target.liberties}

    def likely(chain: Chain) -> tuple[bool, int, int]:
        return beside.isdisjoint(chain.liberties), len(chain.liberties), len(chain.points)

    for chain in sorted(needed, key=likely):
        rest = [other for other in needed if other != chain]
        if board.left(rest) <= most:
            needed = rest
    found: list[OpenedBy] = []
    named: list[Chain] = []
    while needed:
        sizes = {chain: board.left([*named, chain]) for chain in needed}
        best = min(needed, key=lambda chain: (sizes[chain], -len(chain.points)))
        needed.remove(best)
        named.append(best)
        found.append(OpenedBy(best.points, best.colour, sizes[best]))
    return tuple(found)


def propose_walls(
    position: Sequence[int],
    size: int,
    targets: Collection[Collection[int]],
    walls: Collection[Assumption],
    *,
    dead: Collection[int] = (),
    games: int = GAMES,
    most: int = PROMPT,
) -> WallsProposal:
    """Return chains that look alive and touch the regions of some targets.

    A chain looks alive if it stays in nearly all random games, both in all of them and in those in
    which the targets stay, and also after free moves beside the targets by the targets' owner.
    ``most`` limits the moves of the random games; the answer is the same on every machine.
    """
    board = _Board(position, size, targets, walls, dead)
    work = MoveAllowance(most)
    start = without_stones(position, dead)
    plain = _ends(start, size, games, work)
    ahead = [
        _ends(after, size, AHEAD, work)
        for target in board.targets
        for after in _moved(start, size, target)
    ]
    every = np.concatenate([plain, *ahead])
    staying = np.all([_stays(every, target) for target in board.targets], axis=0)
    strong: dict[Chain, ProposedWall] = {}
    for chain in board.eligible:
        stays, at_first = _stays(every, chain), _stays(plain, chain)
        later = stays[len(plain) :]
        if (
            at_first.mean() >= LIVES
            and (not len(later) or later.mean() >= LIVES_AHEAD)
            and (staying.sum() < _ENOUGH or stays[staying].mean() >= LIVES)
        ):
            strong[chain] = ProposedWall(
                chain.points,
                chain.colour,
                int(stays.sum()),
                len(every),
                int(stays[staying].sum()),
                int(staying.sum()),
            )
    touched = board.touched(list(strong))
    return WallsProposal(tuple(strong[chain] for chain in touched), board.left(touched))


def _ends(position: Sequence[int], size: int, games: int, work: MoveAllowance) -> NDArray[np.uint8]:
    """Return the final positions of random games, one row each; none if no moves may be played."""
    if work.left <= 0:
        return np.zeros((0, size * size), np.uint8)
    ends = b"".join(map(bytes, play_out(position, size, games, work=work)))
    return np.frombuffer(ends, np.uint8).reshape(-1, size * size)


def _stays(ends: NDArray[np.uint8], chain: Chain) -> NDArray[np.bool_]:
    stays: NDArray[np.bool_] = (ends[:, sorted(chain.points)] == chain.colour).all(axis=1)
    return stays


def _moved(position: Sequence[int], size: int, target: Chain) -> list[list[int]]:
    """Return the positions after a free move by a target's owner at each of its liberties.

    Moves that take something, or leave a chain without a liberty, are skipped.
    """
    found = []
    for liberty in sorted(target.liberties):
        after = list(position)
        after[liberty] = target.colour
        if not chains_without_liberty(after, size):
            found.append(after)
    return found[:MOST_AHEAD]
