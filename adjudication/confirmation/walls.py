"""What counts as alive without being asked for: the walls of a region, each with its reason.

Hypothetical play about one group takes others for granted. Two kinds of chains are taken so:
those that are unconditionally alive, which is proven, and those that the players agree are alive
and that have real territory of their own, which is an assumption that the verdict has to name.
Territory is real when it does not hang on what is disputed: stones in dispute and the points beside
them are nobody's, and an area that stones in dispute help to surround is not counted for their own
colour. Otherwise a group in seki would get its territory from the other's death, and the proof
of that death would be a circle.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.rules.chains import Chain, chain_by_point, chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours
from adjudication.rules.life import alive_of_both

ONE_AREA: Final = 7
"""So many points of one area are territory enough to be taken for alive ..."""
SEVERAL_AREAS: Final = 5
"""... or so many in two areas or more."""


class AliveReason(StrEnum):
    """Why a chain counts as alive."""

    BENSON = "benson"
    """Proven: it is unconditionally alive."""
    TERRITORY = "territory"
    """Agreed to be alive, with territory that does not hang on what is disputed."""
    AGREED = "agreed"
    """Agreed to be alive; whoever asked named it."""


class Assume(StrEnum):
    """Which chains to take for alive besides those that are proven."""

    TERRITORY = "territory"
    """Those that are agreed to be alive and have real territory."""
    NONE = "benson"
    """No others."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One chain that counts as alive, and why."""

    points: frozenset[int]
    colour: int
    why: AliveReason

    @property
    def proven(self) -> bool:
        """Return whether this needs nobody's word."""
        return self.why is AliveReason.BENSON


def assumed_walls(
    position: Sequence[int],
    size: int,
    dead: Collection[int] = (),
    *,
    disputed: Collection[int] = (),
    assume: Assume | Collection[int] = Assume.TERRITORY,
) -> tuple[Assumption, ...]:
    """Return the chains that may be walls, in the order of their first points.

    ``dead`` are the stones agreed to be dead and ``disputed`` those whose life is asked for; one
    point of a chain names it. ``assume`` may also be points of the chains that are agreed to be
    alive, which then are the only walls that are not proven. Points without a stone are passed
    over. A chain in atari has no territory for certain: play could take it.
    """
    chains = chains_of(position, size)
    standing = chain_by_point(chains)
    proven = alive_of_both(position, size, chains)
    in_dispute = _named(standing, disputed)
    lost = _named(standing, dead)
    if isinstance(assume, Assume):
        why = AliveReason.TERRITORY
        safe = (
            _with_territory(position, size, standing, lost - in_dispute, in_dispute)
            if assume is Assume.TERRITORY
            else set()
        )
    else:
        why = AliveReason.AGREED
        safe = _named(standing, assume)
    found = []
    for chain in chains:
        if chain.points <= proven:
            found.append(Assumption(chain.points, chain.colour, AliveReason.BENSON))
        elif chain in safe and chain not in in_dispute and chain not in lost:
            found.append(Assumption(chain.points, chain.colour, why))
    return tuple(found)


def _named(standing: dict[int, Chain], points: Collection[int]) -> set[Chain]:
    return {standing[point] for point in points if point in standing}


def _beside(
    chains: Collection[Chain], state: Sequence[int], adjacent: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Return the free points beside chains, each with the colours of those as bits."""
    found: dict[int, int] = {}
    for chain in chains:
        for point in chain.points:
            for near in adjacent[point]:
                if state[near] == EMPTY:
                    found[near] = found.get(near, 0) | chain.colour
    return found


def _with_territory(
    position: Sequence[int],
    size: int,
    standing: dict[int, Chain],
    dead: set[Chain],
    disputed: set[Chain],
) -> set[Chain]:
    """Return the living chains with enough territory around which nothing disputed stands."""
    adjacent = neighbours(size)
    state = list(position)
    for chain in dead:
        for point in chain.points:
            state[point] = EMPTY
    doubtful = _beside(disputed, state, adjacent)
    areas: dict[Chain, list[int]] = {}
    seen = set(doubtful)
    for first, colour in enumerate(state):
        if colour != EMPTY or first in seen:
            continue
        seen.add(first)
        points, around, beside = [first], set(), 0
        colours = own_dead = 0
        for point in points:
            own_dead |= position[point]
            for near in adjacent[point]:
                if near in doubtful:
                    beside |= doubtful[near]
                elif state[near] != EMPTY:
                    colours |= state[near]
                    around.add(standing[near])
                elif near not in seen:
                    seen.add(near)
                    points.append(near)
        # BLACK and WHITE are 1 and 2: as bits, 3 is both. An area whose dead stones are its
        # owner's own contradicts itself, and one that opens when their disputed stones are taken
        # is not theirs for certain.
        if colours in (BLACK, WHITE) and not colours & (own_dead | beside):
            for chain in around:
                areas.setdefault(chain, []).append(len(points))
    return {
        chain
        for chain, sizes in areas.items()
        if len(chain.liberties) > 1
        and (max(sizes) >= ONE_AREA or (len(sizes) > 1 and sum(sizes) >= SEVERAL_AREAS))
    }
