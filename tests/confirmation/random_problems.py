"""Small random questions: shapes in corners, at edges and in the centre, enclosed by walls.

Every problem comes from one number and is the same on every machine. More than half are groups as
they live and die on a board: an eye space with a few stones in it, a ring of the owner's stones
around, the attacker's walls outside. Some are races of two groups, and the others are filled at
random, with walls of both colours.
"""

import random
from collections.abc import Iterator

from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    ProblemError,
    TargetQuestion,
)
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours

SIZES = (3, 4, 5, 6, 7)
READINGS = (KoPass.BOTH, KoPass.EACH, KoPass.ALL)


def problems(count: int, first: int = 0) -> Iterator[tuple[int, Problem]]:
    """Give ``count`` problems with their numbers."""
    for number in range(first, first + count):
        yield number, problem(number)


def problem(number: int) -> Problem:
    """Return the problem with this number."""
    source = random.Random(f"confirmation {number}")
    while True:
        try:
            (kind,) = source.choices((_group, _race, _mixture), (6, 2, 3))
            return _question(source, kind(source))
        except ProblemError:
            continue  # a chain without a liberty, or nothing to ask about


def _shape(source: random.Random, size: int, count: int) -> set[int]:
    """Return connected points, begun in a corner, at an edge or somewhere."""
    corner = source.choice((0, size - 1, size * (size - 1), size * size - 1))
    edge = source.randrange(1, size - 1)
    shape = {source.choice((corner, corner, edge, source.randrange(size * size)))}
    while len(shape) < count:
        around = _around(size, shape)
        # Those with two neighbours in it twice: shapes that are more round than long.
        close = [p for p in around if len(set(neighbours(size)[p]) & shape) > 1]
        shape.add(source.choice(sorted(around) + sorted(close)))
    return shape


def _around(size: int, shape: set[int]) -> set[int]:
    return {near for point in shape for near in neighbours(size)[point]} - shape


def _region(size: int, states: dict[int, int], walls: dict[int, int]) -> EnclosedRegion:
    points = tuple(sorted(states))
    return EnclosedRegion(
        size,
        points,
        tuple(states[point] for point in points),
        frozenset(point for point, colour in walls.items() if colour == BLACK),
        frozenset(point for point, colour in walls.items() if colour == WHITE),
    )


def _group(source: random.Random) -> EnclosedRegion:
    """Return an eye space with its owner's ring, now and then with a hole or a liberty outside."""
    size = source.choice(SIZES[1:])
    owner = source.choice((BLACK, WHITE))
    space = _shape(source, size, source.choice((1, 2, 3, 3, 4, 4, 5, 6)))
    ring = _around(size, space)
    attackers = source.choice((0, 0, 1, 1, 2, 3))
    states = dict.fromkeys(space, EMPTY) | dict.fromkeys(ring, owner)
    for point in sorted(space):
        if attackers and source.random() < 0.5:
            attackers -= 1
            states[point] = 3 - owner
        elif source.random() < 0.1:
            states[point] = owner
    outside = sorted(_around(size, set(states)))
    for point in source.sample(outside, min(len(outside), source.choice((0, 0, 0, 1, 2)))):
        states[point] = source.choice((EMPTY, EMPTY, 3 - owner))
    if source.random() < 0.2:  # a stone of the ring is missing, or the attacker's
        states[source.choice(sorted(ring))] = source.choice((EMPTY, 3 - owner))
    walls = dict.fromkeys(_around(size, set(states)), 3 - owner)
    if source.random() < 0.1 and walls:
        walls[source.choice(sorted(walls))] = owner
    return _region(size, states, walls)


def _race(source: random.Random) -> EnclosedRegion:
    """Return two groups side by side, each with the other's walls behind it: races and sekis."""
    size = source.choice(SIZES[1:])
    shape = sorted(_shape(source, size, source.randint(4, 8)))
    line = source.choice(shape)
    across = source.random() < 0.5
    first = source.choice((BLACK, WHITE))

    def side(point: int) -> int:
        where, border = (point % size, line % size) if across else (point, line)
        return first if where < border else 3 - first

    states = {point: EMPTY if source.random() < 0.3 else side(point) for point in shape}
    walls = {}
    for point in sorted(_around(size, set(shape))):
        beside = [near for near in neighbours(size)[point] if near in states]
        walls[point] = 3 - side(source.choice(beside))
    return _region(size, states, walls)


def _mixture(source: random.Random) -> EnclosedRegion:
    """Return a shape filled at random, with walls of one colour or of both, side by side."""
    size = source.choice(SIZES)
    shape = sorted(_shape(source, size, source.randint(2, min(8, size * size))))
    empty = source.choice((0.25, 0.4, 0.6))
    states = {
        point: EMPTY if source.random() < empty else source.choice((BLACK, WHITE))
        for point in shape
    }
    around = sorted(_around(size, set(shape)))
    colour = source.choice((BLACK, WHITE))
    walls = dict.fromkeys(around, colour)
    if around and source.random() < 0.5:
        first = source.randrange(len(around))
        walls |= dict.fromkeys(around[first : first + source.randint(1, 3)], 3 - colour)
    return _region(size, states, walls)


def _chain(states: dict[int, int], size: int, first: int) -> set[int]:
    chain = {first}
    while grown := {p for p in _around(size, chain) if states.get(p) == states[first]}:
        chain |= grown
    return chain


def _question(source: random.Random, region: EnclosedRegion) -> Problem:
    states = dict(zip(region.points, region.stones, strict=True))
    stones = [point for point in region.points if states[point] != EMPTY]
    if not stones:
        raise ProblemError("target", "no stone to ask about")
    # Any stone: long chains are asked about more often than single stones.
    first = source.choice(stones)
    target = _chain(states, region.size, first)
    if source.random() < 0.05:  # all chains of a colour at once
        target = {point for point in stones if states[point] == states[first]}
    # After a capture all of the region is open: only small ones are asked what follows from it.
    question = TargetQuestion.Q0 if len(region.points) > 8 else source.choice(list(TargetQuestion))
    local = set(target)
    if question is TargetQuestion.Q2:
        for _ in range(source.randint(0, 4)):
            beside = sorted(_around(region.size, local) & states.keys())
            if beside:
                local.add(source.choice(beside))
    reading = source.choice(READINGS)
    return Problem(region, frozenset(target), frozenset(local), question, reading)
