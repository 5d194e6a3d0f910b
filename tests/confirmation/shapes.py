"""Groups and dead stones as they lie on boards, seeded: the search is measured on them.

Every shape comes from its kind, its size and a number, and is the same on every machine.
"""

from __future__ import annotations

import random

from adjudication.confirmation.problem import EnclosedRegion, ProblemError
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours

SIZE = 13
_ENEMY = 0.12
_GAP = 0.3


def group_with_room(points: int, number: int) -> tuple[EnclosedRegion, frozenset[int]]:
    """Return a black group around so many points, in a white wall, and its largest chain.

    Some of the points have a white stone. The group lies in a corner, at an edge or in the centre
    by turns, and now and then has a liberty outside.
    """
    source = random.Random(f"group {points}/{number}")
    while True:
        space = _space(source, points, number)
        ring = _around(space, corners=True)
        white = {point for point in sorted(space) if source.random() < _ENEMY}
        outside = sorted(_around(space | ring))
        free = set(source.sample(outside, min(source.choice((0, 0, 0, 1, 2)), len(outside))))
        try:
            region = _region(space | ring | free, ring, white)
        except ProblemError:
            continue  # a stone without a liberty
        return region, _largest(region)


def stones_in_area(points: int, number: int) -> tuple[EnclosedRegion, frozenset[int]]:
    """Return a white area of so many points with one to three black stones, and their chain."""
    source = random.Random(f"area {points}/{number}")
    while True:
        area = _space(source, points, number)
        stones = set(source.sample(sorted(area), source.randint(1, 3)))
        try:
            region = _region(area, stones, set())
        except ProblemError:
            continue
        return region, _largest(region)


def enclosed(empty: int, number: int) -> tuple[EnclosedRegion, frozenset[int]]:
    """Return a problem with so many empty points in a white wall, and one of its chains.

    A ring of black stones, now and then with a gap, is around a space with stones of both colours;
    some of the empty points are liberties outside of it.
    """
    source = random.Random(f"enclosed {empty}/{number}")
    while True:
        outside = source.choice((0, 0, 1, 2))
        stones = source.randint(1, 5)
        space = _space(source, empty - outside + stones, number)
        ring = _around(space, corners=True)
        inside = dict.fromkeys(sorted(space), EMPTY)
        for point in source.sample(sorted(space), stones):
            inside[point] = source.choice((BLACK, WHITE, WHITE))
        around = sorted(_around(space | ring))
        free = set(source.sample(around, min(outside, len(around))))
        white = {point for point, colour in inside.items() if colour == WHITE}
        black = ring | {point for point, colour in inside.items() if colour == BLACK}
        if source.random() < _GAP:
            gap = source.choice(sorted(ring))
            black.discard(gap)
            white.add(gap)
        try:
            region = _region(space | ring | free, black, white)
        except ProblemError:
            continue  # a stone without a liberty
        chains = [one.points for one in chains_of(region.position, SIZE)]
        return region, source.choice(sorted(chains, key=min))


def _space(source: random.Random, points: int, number: int) -> set[int]:
    """Return connected points, more often round than long."""
    middle = SIZE // 2
    space = {(0, middle, middle * SIZE + middle)[number % 3]}
    while len(space) < points:
        around = sorted(_around(space))
        close = [p for p in around if sum(near in space for near in neighbours(SIZE)[p]) > 1]
        space.add(source.choice(around + 2 * close))
    return space


def _around(points: set[int], *, corners: bool = False) -> set[int]:
    """Return the points beside some; with ``corners`` those that touch them at a corner, too."""
    beside = {near for point in points for near in neighbours(SIZE)[point]}
    if corners:
        for point in points:
            row, column = divmod(point, SIZE)
            beside |= {
                (row + down) * SIZE + column + right
                for down in (-1, 1)
                for right in (-1, 1)
                if 0 <= row + down < SIZE and 0 <= column + right < SIZE
            }
    return beside - points


def _region(points: set[int], black: set[int], white: set[int]) -> EnclosedRegion:
    inside = tuple(sorted(points))
    stones = tuple(1 if point in black else 2 if point in white else EMPTY for point in inside)
    return EnclosedRegion(SIZE, inside, stones, frozenset(), frozenset(_around(points)))


def _largest(region: EnclosedRegion) -> frozenset[int]:
    black = [one.points for one in chains_of(region.position, SIZE) if one.colour == BLACK]
    return max(black, key=lambda points: (len(points), -min(points)))
