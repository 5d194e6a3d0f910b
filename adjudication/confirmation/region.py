"""The part of a board that a question is about: what walls cut off, no more and no less.

Everything that hypothetical play could reach belongs to it: starting from the target, every empty
point and every chain of either colour that can be reached without crossing a wall. In a seki or a
capturing race both groups are in it: if the neighbour were taken for immortal, stones that live
together with it would be called dead.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from adjudication.confirmation.problem import MOST_POINTS, EnclosedRegion, ProblemError
from adjudication.confirmation.walls import AliveReason, Assumption, walls_around
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import MAX_SIZE, MIN_SIZE, neighbours
from adjudication.rules.life import life_basis
from adjudication.rules.scoring.regions import chain_at, chains_without_liberty


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A region that holds more points than can be searched."""

    points: int
    most: int = MOST_POINTS


def check_position(position: Sequence[int], size: int) -> None:
    """Raise ProblemError for an invalid position; its code names the fault.

    ``position.size`` is a board that is not 2 to 25 lines wide or has the wrong number of points,
    ``position.stones`` a point that is neither empty nor black or white, ``position.no_liberty`` a
    chain without a liberty (J1989 Art. 4).
    """
    if not MIN_SIZE <= size <= MAX_SIZE or len(position) != size * size:
        raise ProblemError("position.size", "a position has size * size points, 2 to 25 a side")
    if any(state not in (EMPTY, BLACK, WHITE) for state in position):
        raise ProblemError("position.stones", "a point is empty, black or white")
    if chains_without_liberty(position, size):
        raise ProblemError("position.no_liberty", "a chain has no liberty")


def chain_of_target(position: Sequence[int], size: int, target: Collection[int]) -> frozenset[int]:
    """Return the whole chain named by some of its points.

    Raises ProblemError: ``target.empty`` without a point, ``target.off_board`` for one off the
    board, ``target.no_stone`` if no stone is there, ``target.chains`` if there are several chains.
    """
    if not target:
        raise ProblemError("target.empty", "a target has at least one stone")
    if not all(0 <= point < size * size for point in target):
        raise ProblemError("target.off_board", "a stone of the target lies off the board")
    if any(position[point] == EMPTY for point in target):
        raise ProblemError("target.no_stone", "no stone stands on a point of the target")
    chain = chain_at(position, size, next(iter(target)))
    if not chain.issuperset(target):
        raise ProblemError("target.chains", "a target is one chain; ask for each on its own")
    return chain


def region_of(
    position: Sequence[int],
    size: int,
    target: Collection[int],
    walls: Collection[Assumption],
) -> EnclosedRegion | TooLarge:
    """Return the region around a target; its walls are the wall stones that touch it.

    One point of the target's chain names it. A wall that contains the target is ignored: what is in
    question is never assumed. Raises ProblemError for an invalid position or target.
    """
    check_position(position, size)
    chain = chain_of_target(position, size, target)
    closed = {
        point: wall.colour
        for wall in walls
        if chain.isdisjoint(wall.points)
        for point in wall.points
    }
    adjacent = neighbours(size)
    reached = set(chain)
    waiting = list(chain)
    touched = set()
    for member in waiting:
        for near in adjacent[member]:
            if near in closed:
                touched.add(near)
            elif near not in reached:
                reached.add(near)
                waiting.append(near)
    if len(reached) > MOST_POINTS:
        return TooLarge(len(reached))
    points = tuple(sorted(reached))
    return EnclosedRegion(
        size,
        points,
        tuple(position[point] for point in points),
        frozenset(point for point in touched if closed[point] == BLACK),
        frozenset(point for point in touched if closed[point] == WHITE),
    )


def searched_region(
    position: Sequence[int],
    size: int,
    target: Collection[int],
    walls: Collection[Assumption],
    *,
    area: Collection[int] = (),
    dead: Collection[int] = (),
) -> tuple[EnclosedRegion | TooLarge, tuple[Assumption, ...]]:
    """Return what is searched for a target, and all that a verdict then takes for granted.

    ``area`` limits the points that matter, ``dead`` are stones agreed to be dead (``walls``). A
    target that is unconditionally alive needs its own eyes alone: everything beyond them may be the
    opponent's, which helps nobody but the opponent, so its life takes nothing for granted. Raises
    ProblemError for an invalid position, target or area.
    """
    check_position(position, size)
    chain = chain_of_target(position, size, target)
    ground = life_basis(position, size, min(chain))
    if ground:
        own = region_of(position, size, chain, walls_around(position, size, ground, (), chain))
        if isinstance(own, EnclosedRegion):
            return own, ()
    around = walls_around(position, size, area, walls, chain, dead) if area else walls
    region = region_of(position, size, chain, around)
    return region, walls_touching(region, around) if isinstance(region, EnclosedRegion) else ()


def walls_touching(region: EnclosedRegion, walls: Collection[Assumption]) -> tuple[Assumption, ...]:
    """Return the walls that touch a region: everything that a verdict about it takes for granted.

    Of points that count as held, only those that touch it are given.
    """
    around = region.black_walls | region.white_walls
    found = []
    for wall in walls:
        if wall.why is AliveReason.EDGE:
            wall = replace(wall, points=wall.points & around)
        if not around.isdisjoint(wall.points):
            found.append(wall)
    return tuple(found)
