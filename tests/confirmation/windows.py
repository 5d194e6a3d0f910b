"""Windows of real games under way, closed by walls: problems harder than drawn shapes.

Stones of both colours lie in them as players put them there, often several weak groups, and a
capture opens most of the window. Every problem comes from a number.
"""

from __future__ import annotations

import random
from functools import cache

from adjudication.confirmation.problem import EnclosedRegion, ProblemError
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours
from adjudication.rules.replay import Replay, replay_record
from tests.confirmation.marked_games import marked_files
from tests.rules.corpus import record_of

LEAST, MOST = 24, 60
"""So many points a window has."""
_TRIES = 60


def window(empty: int, number: int) -> tuple[EnclosedRegion, frozenset[int]]:
    """Return a window with so many empty points and one of the larger chains of a side in it.

    Mostly it lies in a corner or at an edge. The walls around it are all the other side's.
    """
    source = random.Random(f"window {empty}/{number}")
    while True:
        replay = _game(source.choice(marked_files()))
        moves = len(replay)
        position = replay.position_after(source.randint(3 * moves // 4, moves))
        for _ in range(_TRIES):
            points = _points(source, replay.size)
            if [position[point] for point in points].count(EMPTY) == empty:
                found = _problem(source, replay.size, points, position)
                if found is not None:
                    return found


@cache
def _game(file: str) -> Replay:
    return replay_record(record_of(file))


def _points(source: random.Random, size: int) -> list[int]:
    """Return the points of a rectangle, in reading order."""
    height, width = source.randint(4, 8), source.randint(4, 8)
    where = source.random()
    top = 0 if where < 0.8 else source.randint(0, size - height)
    left = 0 if where < 0.5 else source.randint(0, size - width)
    if source.random() < 0.5:
        top = size - height - top
    if source.random() < 0.5:
        left = size - width - left
    return [
        row * size + column
        for row in range(top, top + height)
        for column in range(left, left + width)
    ]


def _problem(
    source: random.Random, size: int, points: list[int], position: list[int]
) -> tuple[EnclosedRegion, frozenset[int]] | None:
    """Return the problem of a window; None where there is none."""
    if not LEAST <= len(points) <= MOST:
        return None
    attacker = source.choice((BLACK, WHITE))
    around = frozenset(near for point in points for near in neighbours(size)[point])
    around -= frozenset(points)
    walls = {BLACK: frozenset[int](), WHITE: frozenset[int](), attacker: around}
    stones = tuple(position[point] for point in points)
    try:
        region = EnclosedRegion(size, tuple(points), stones, walls[BLACK], walls[WHITE])
    except ProblemError:
        return None  # a stone without a liberty
    chains = [
        chain.points
        for chain in chains_of(region.position, size)
        if chain.colour != attacker and len(chain.points) > 1
    ]
    largest = sorted(chains, key=lambda chain: (-len(chain), min(chain)))[:2]
    return (region, source.choice(largest)) if largest else None
