"""What counts as alive without being in question: the walls of a region, each with its reason.

Hypothetical play about one group takes others for granted. Two kinds of chains are assumed alive
without being named: those that are unconditionally alive, which is proven, and those that the
players agree are alive and that have real territory of their own. Whoever asks can name more, or
draw an area beyond whose edge nothing matters. Everything unproven is an assumption, which the
verdict has to name.

Territory is real if it does not depend on what is disputed: stones in dispute and the points beside
them are nobody's, and an area that disputed stones help to surround does not count for their own
colour. Otherwise a group in seki would get its territory from the other's death, and the proof of
that death would be circular.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.confirmation.problem import ProblemError
from adjudication.rules.chains import Chain, chain_by_point, chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE, opponent
from adjudication.rules.grid import neighbours
from adjudication.rules.life import alive_stones_of_both

ONE_AREA: Final = 7
"""This many points in one area are enough territory to be assumed alive ..."""
SEVERAL_AREAS: Final = 5
"""... or this many in two or more areas."""


class AliveReason(StrEnum):
    """Why a chain counts as alive."""

    BENSON = "benson"
    """Proven: it is unconditionally alive."""
    TERRITORY = "territory"
    """Agreed to be alive, with territory that does not depend on what is disputed."""
    AGREED = "agreed"
    """Named by whoever asked, who assumes that it is alive."""
    PLAYERS = "players"
    """Named by whoever asked, and both players say that it is alive."""
    PROPOSED = "proposed"
    """Named by whoever asked; it looks alive in random games (``enclosing``)."""
    AREA = "area"
    """Not entirely inside the area drawn by whoever asked."""
    EDGE = "edge"
    """Empty points at the edge of that area, held by the opponent of the stones in question."""


class AssumeAlive(StrEnum):
    """Which chains to assume alive besides those proven to be."""

    TERRITORY = "territory"
    """Those that are agreed to be alive and have real territory."""
    NONE = "benson"
    """No others."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One chain that counts as alive, and why; for ``EDGE``, points that count as held."""

    points: frozenset[int]
    colour: int
    why: AliveReason

    @property
    def proven(self) -> bool:
        """Return whether this does not rest on anybody's word."""
        return self.why is AliveReason.BENSON


def assumed_walls(
    position: Sequence[int],
    size: int,
    dead: Collection[int] = (),
    *,
    disputed: Collection[int] = (),
    assume: AssumeAlive = AssumeAlive.TERRITORY,
    alive: Collection[int] = (),
) -> tuple[Assumption, ...]:
    """Return the chains that may be walls, in the order of their first points.

    ``dead`` are the stones agreed to be dead, ``disputed`` those whose life is in question, and
    ``alive`` those that whoever asks assumes to be alive beyond what ``assume`` says; one point of
    a chain names it. Points without a stone are ignored. A chain in atari has no certain territory:
    play could take it.
    """
    chains = chains_of(position, size)
    standing = chain_by_point(chains)
    proven = alive_stones_of_both(position, size, chains)
    in_dispute = _named(standing, disputed)
    lost = _named(standing, dead)
    named = _named(standing, alive)
    safe = (
        _with_territory(position, size, standing, lost - in_dispute, in_dispute)
        if assume is AssumeAlive.TERRITORY
        else set()
    )
    found = []
    for chain in chains:
        if chain.points <= proven:
            found.append(Assumption(chain.points, chain.colour, AliveReason.BENSON))
        elif chain in in_dispute or chain in lost:
            continue
        elif chain in safe:
            found.append(Assumption(chain.points, chain.colour, AliveReason.TERRITORY))
        elif chain in named:
            found.append(Assumption(chain.points, chain.colour, AliveReason.AGREED))
    return tuple(found)


def walls_around(
    position: Sequence[int],
    size: int,
    area: Collection[int],
    walls: Collection[Assumption],
    target: Collection[int],
    dead: Collection[int] = (),
) -> tuple[Assumption, ...]:
    """Return the walls, with those needed for an area that somebody drew around a target.

    A chain that is not entirely inside counts as alive. The empty points next to the area count as
    held by the target's opponent, so nothing escapes there. That can make stones dead that would
    get out, but none alive. Raises ProblemError if the target (``area.target``) is not entirely
    inside, or if stones agreed to be dead are partly inside (``area.dead``) or lie just beyond it
    (``area.dead_beside``), where they would have to count as alive.
    """
    inside = frozenset(area)
    if not inside.issuperset(target):
        raise ProblemError("area.target", "stones in question lie beyond the area", [min(target)])
    adjacent = neighbours(size)
    beside = {near for point in inside for near in adjacent[point]} - inside
    already = {point for wall in walls for point in wall.points}
    beyond = [
        Assumption(chain.points, chain.colour, AliveReason.AREA)
        for chain in chains_of(position, size)
        if not chain.points <= inside
        and not beside.isdisjoint(chain.points)
        and chain.points.isdisjoint(already)
    ]
    lost = [wall.points for wall in beyond if not wall.points.isdisjoint(dead)]
    cut = [min(chain) for chain in lost if not chain.isdisjoint(inside)]
    if cut:
        raise ProblemError("area.dead", "stones agreed to be dead are partly in the area", cut)
    if lost:
        text = "stones agreed to be dead lie just beyond the area"
        raise ProblemError("area.dead_beside", text, map(min, lost))
    edge = frozenset(point for point in beside if position[point] == EMPTY)
    holder = opponent(position[next(iter(target))])
    held = [Assumption(edge, holder, AliveReason.EDGE)] if edge else []
    return (*walls, *beyond, *held)


def _named(standing: dict[int, Chain], points: Collection[int]) -> set[Chain]:
    return {standing[point] for point in points if point in standing}


def _beside(
    chains: Collection[Chain], state: Sequence[int], adjacent: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Return the free points beside chains, each with those chains' colours as bits."""
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
    """Return the living chains with enough territory that no disputed stone helps to surround."""
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
        # BLACK and WHITE are 1 and 2: as bits, 3 is both. An area containing its owner's own dead
        # stones is contradictory, and one that opens up if their disputed stones are taken is not
        # certain.
        if colours in (BLACK, WHITE) and not colours & (own_dead | beside):
            for chain in around:
                areas.setdefault(chain, []).append(len(points))
    return {
        chain
        for chain, sizes in areas.items()
        if len(chain.liberties) > 1
        and (max(sizes) >= ONE_AREA or (len(sizes) > 1 and sum(sizes) >= SEVERAL_AREAS))
    }
