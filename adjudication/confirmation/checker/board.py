"""The checker's own board: a byte for every point of the region, and one for each colour of wall.

It shares no code with the search, which uses bit masks. Points are *cells* here: their numbers in
the region, in reading order. The last two cells are the walls.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from typing import Final, NamedTuple, Self

from adjudication.confirmation.problem import EnclosedRegion
from adjudication.rules.colours import BLACK, EMPTY, WHITE

WALL: Final = 2
"""Added to a colour, it gives a wall of that colour. No play removes one."""


class Play(NamedTuple):
    """What a play does to a board: the new board, what it takes, and whether a ko begins."""

    board: bytes
    taken: list[int]
    takes_a_ko: bool


class RegionCells:
    """A region as cells, with their neighbours and the walls beside them.

    ``near`` lists, for every cell, the neighbouring cells and walls; ``inside`` only the cells.
    """

    def __init__(self, region: EnclosedRegion) -> None:
        """Number the cells and find their neighbours."""
        self.cells: Sequence[int] = range(len(region.points))
        self.first = bytes((*region.stones, BLACK + WALL, WHITE + WALL))
        black_wall = len(region.points)
        number = {point: cell for cell, point in enumerate(region.points)}
        number |= dict.fromkeys(region.black_walls, black_wall)
        number |= dict.fromkeys(region.white_walls, black_wall + 1)
        size, near = region.size, []
        for point in region.points:
            row, column = divmod(point, size)
            around = []
            for next_row, next_column in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            ):
                if 0 <= next_row < size and 0 <= next_column < size:
                    around.append(number[next_row * size + next_column])
            near.append(tuple(dict.fromkeys(around)))
        self._look_around(near)

    def _look_around(self, near: Sequence[tuple[int, ...]]) -> None:
        walls = len(self.first) - 2
        self.near: tuple[tuple[int, ...], ...] = tuple(near)
        self.inside = tuple(tuple(n for n in around if n < walls) for around in near)
        self.beside_wall = {
            BLACK: frozenset(cell for cell in self.cells if walls in near[cell]),
            WHITE: frozenset(cell for cell in self.cells if walls + 1 in near[cell]),
        }

    def part(self, cells: Collection[int], colour: int) -> Self:
        """Return some of the cells on their own, with walls of ``colour`` in place of all others.

        Cells keep their numbers, and boards all their bytes.
        """
        found, walls = copy(self), len(self.first) - 2
        wall = walls + (colour == WHITE)
        near: list[tuple[int, ...]] = [()] * walls
        for cell in cells:
            around = (n if n in cells or n >= walls else wall for n in self.near[cell])
            near[cell] = tuple(dict.fromkeys(around))
        found.cells = tuple(sorted(cells))
        found._look_around(near)
        return found

    def chain(self, board: bytes | bytearray, first: int) -> list[int]:
        """Return the stones of one stone's chain, that stone first."""
        inside, colour = self.inside, board[first]
        chain, seen = [first], {first}
        for member in chain:
            for beside in inside[member]:
                if board[beside] == colour and beside not in seen:
                    seen.add(beside)
                    chain.append(beside)
        return chain

    def without_liberty(self, board: bytes | bytearray, first: int) -> list[int]:
        """Return a stone's chain if it has no liberty and no wall of its colour, else nothing."""
        near, colour = self.near, board[first]
        wall = colour + WALL
        chain, seen = [first], {first}
        for member in chain:
            for beside in near[member]:
                state = board[beside]
                if state in (EMPTY, wall):
                    return []
                if state == colour and beside not in seen:
                    seen.add(beside)
                    chain.append(beside)
        return chain

    def play(self, board: bytes, colour: int, cell: int) -> Play | None:
        """Return what a play on an empty cell does, None if it would be suicide."""
        other, wall = 3 - colour, colour + WALL
        after = bytearray(board)
        after[cell] = colour
        taken: list[int] = []
        breathes = False
        for beside in self.near[cell]:
            state = board[beside]
            if state == other:
                if beside not in taken:
                    taken += self.without_liberty(after, beside)
            elif state in (EMPTY, wall):
                breathes = True
        if not (breathes or taken) and self.without_liberty(after, cell):
            return None
        for captive in taken:
            after[captive] = EMPTY
        takes_a_ko = False
        if len(taken) == 1:
            around = [after[beside] for beside in self.near[cell]]
            alone = colour not in around and colour + WALL not in around
            takes_a_ko = alone and around.count(EMPTY) == 1
        return Play(bytes(after), taken, takes_a_ko)
