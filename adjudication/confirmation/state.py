"""Tables of one problem, and states of its game as single integers.

A state is packed into one integer, which is its key in the tables of the search. Points get their
bits on a rectangle with one empty column, so that a shift by one, or by its width, is a step on the
board; the colours are the target's *owner* and their *attacker*. Of the eight ways to lay the
region on the rectangle the same one is always used, however it lies on its board. So all results
are the same for all eight, and for swapped colours, to the last node.
"""

from __future__ import annotations

from typing import Final

from adjudication.confirmation.problem import (
    KoPass,
    PlayState,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.grid import neighbours

ATTACKER_TURN: Final = 0
OWNER_TURN: Final = 1

_SYMMETRIES: Final = tuple(
    (swap, down, right) for swap in (False, True) for down in (1, -1) for right in (1, -1)
)

_Cell = tuple[int, int, int]
_Layout = tuple[tuple[int, ...], int, int]
"""Each region point's bit on the rectangle, the rectangle's width and its height."""


class Tables:
    """What stays the same in all states of a problem; masks use the rectangle's bits.

    A packed state holds, from its lowest bit: whose turn it is, the owner's stones, the attacker's
    stones, the original stones that still stand, the owner's bans and the attacker's bans.
    """

    def __init__(self, problem: Problem, layout: _Layout | None = None) -> None:
        """Lay the region out, unless that has been done already."""
        self.problem = problem
        self.each = problem.ko_pass is KoPass.EACH
        self.both = problem.ko_pass is KoPass.BOTH
        self.question = problem.question
        self.prover_turn = (
            ATTACKER_TURN if problem.prover is QuestionWinner.ATTACKER else OWNER_TURN
        )  # the turn in which the prover moves
        self._layout = layout or _laid_out(problem)
        places, self.width, height = self._layout
        self.bits = self.width * height
        self.full = (1 << self.bits) - 1
        self.place_of: tuple[int, ...] = places
        self.region_bit = {place: bit for bit, place in enumerate(places)}
        region = problem.region
        walls = {BLACK: region.black_walls, WHITE: region.white_walls}
        near = neighbours(region.size)

        def beside(colour: int) -> int:
            return sum(
                1 << place
                for place, point in zip(places, region.points, strict=True)
                if not walls[colour].isdisjoint(near[point])
            )

        self.inside = sum(1 << place for place in places)
        self.owner_wall = beside(problem.owner)
        self.attacker_wall = beside(problem.attacker)
        self.target = self.spread(region.mask(problem.target))
        self.local = self.spread(region.mask(problem.local))
        self.other_local = self.local if problem.question is not TargetQuestion.Q0 else 0
        self.shifts = tuple(1 + number * self.bits for number in range(5))

    def part(self, area: int) -> Tables:
        """Return the tables of an area surrounded only by the attacker's stones and walls.

        States keep their bits.
        """
        found, width = Tables(self.problem, self._layout), self.width
        outside = self.inside & ~area
        outside |= outside << 1 | outside >> 1 | outside << width | outside >> width
        found.inside = area
        found.attacker_wall = (self.attacker_wall | outside) & area
        found.owner_wall &= area
        found.target &= area
        found.local &= area
        found.other_local &= area
        return found

    def spread(self, mask: int) -> int:
        """Return a mask of the region's bits as one of the rectangle's."""
        found, places = 0, self.place_of
        while mask:
            low = mask & -mask
            found |= 1 << places[low.bit_length() - 1]
            mask ^= low
        return found

    def gather(self, mask: int) -> int:
        """Return a mask of the rectangle's bits as one of the region's."""
        found, bits = 0, self.region_bit
        while mask:
            low = mask & -mask
            found |= 1 << bits[low.bit_length() - 1]
            mask ^= low
        return found

    def point(self, place: int) -> int:
        """Return the board point that has this bit of the rectangle."""
        return self.problem.region.points[self.region_bit[place]]

    def points(self, mask: int) -> list[int]:
        """Return the board points in a mask of the rectangle's bits."""
        return [self.point(place) for place in self.place_of if mask >> place & 1]

    def pack(self, state: PlayState) -> int:
        """Return a state's key."""
        mine, theirs = state.black, state.white
        bans_mine, bans_theirs = state.bans_black, state.bans_white
        if self.problem.owner == WHITE:
            mine, theirs, bans_mine, bans_theirs = theirs, mine, bans_theirs, bans_mine
        parts = (mine, theirs, state.standing, bans_mine, bans_theirs)
        key = OWNER_TURN if state.mover == self.problem.owner else ATTACKER_TURN
        for shift, part in zip(self.shifts, parts, strict=True):
            key |= self.spread(part) << shift
        return key

    def unpack(self, key: int) -> PlayState:
        """Return the state that has this key."""
        full = self.full
        mine, theirs, standing, bans_mine, bans_theirs = (
            self.gather(key >> shift & full) for shift in self.shifts
        )
        owner, attacker = self.problem.owner, self.problem.attacker
        mover = owner if key & 1 == OWNER_TURN else attacker
        if owner == WHITE:
            mine, theirs, bans_mine, bans_theirs = theirs, mine, bans_theirs, bans_mine
        return PlayState(mine, theirs, bans_mine, bans_theirs, standing, mover)


def _laid_out(problem: Problem) -> _Layout:
    """Lay out a region, always in the same way however it lies on its board."""
    region = problem.region
    near = neighbours(region.size)
    kinds: list[int] = []
    for point, state in zip(region.points, region.stones, strict=True):
        kind = 0 if not state else 1 if state == problem.owner else 2
        walls = (region.black_walls, region.white_walls)
        if problem.owner == WHITE:
            walls = walls[::-1]
        for wall in walls:
            kind = 2 * kind + (not wall.isdisjoint(near[point]))
        kind = 2 * kind + (point in problem.target)
        kinds.append(2 * kind + (point in problem.local))
    best: tuple[tuple[_Cell, ...], list[tuple[int, int]]] | None = None
    for symmetry in _SYMMETRIES:
        cells = _turned(region.points, region.size, symmetry)
        shape = tuple(
            sorted((row, column, kind) for (row, column), kind in zip(cells, kinds, strict=True))
        )
        if best is None or shape < best[0]:
            best = shape, cells
    assert best is not None
    cells = best[1]
    width = 2 + max(column for _row, column in cells)
    height = 1 + max(row for row, _column in cells)
    return tuple(row * width + column for row, column in cells), width, height


def _turned(
    points: tuple[int, ...], size: int, symmetry: tuple[bool, int, int]
) -> list[tuple[int, int]]:
    swap, down, right = symmetry
    cells = [divmod(point, size) for point in points]
    if swap:
        cells = [(column, row) for row, column in cells]
    cells = [(row * down, column * right) for row, column in cells]
    top = min(row for row, _column in cells)
    left = min(column for _row, column in cells)
    return [(row - top, column - left) for row, column in cells]
