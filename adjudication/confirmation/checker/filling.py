"""The checker's own proof that the attacker fills what is left, whatever the owner plays first.

A is the set of the attacker's stones joined to the attacker's walls: nothing takes them. The
remaining parts of the region with an asked cell are the *areas*; no wall of the owner's may touch
them. Their *inner* cells are beside neither A nor a wall of the attacker's. The attacker adds
stones to A, each on a cell of an area that is not inner and so joined to A or a wall: it is never
suicide and never taken. As soon as no area has two inner cells that are not adjacent, the kill rule
(``leaves.cannot_live``) holds.

The owner cannot stop that if they cannot stop it in the following game on paper. The owner marks
any cell or none in each turn and keeps all marks; the attacker marks cells as above that the owner
has not marked, that held no stone of the attacker's outside A, and that had no ban. In play the
owner has no more stones in the areas than marks: a taken stone stays marked. Every cell is empty
when the attacker marks it: it is not the owner's, and the attacker's stones that are not marks
stood there before. Nor is it banned: a new ban arises only where one of those stood. Anything else
that happens, such as stones of the attacker's becoming joined to A, makes A larger and the areas
smaller, and then the kill rule holds all the more. So the attacker has an answer to everything
until it holds.

A mark of the owner's matters only where the attacker would otherwise mark. So it is enough to try
no mark, and every cell that the attacker marks in answer to all marks tried so far.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from adjudication.confirmation.checker.board import RegionCells
from adjudication.confirmation.checker.leaves import joined_to_walls

MOST_STONES: Final = 3
"""The most stones that the attacker adds."""
MOST_INNER: Final = 6
"""The most inner cells that the areas may have."""

_Cells = frozenset[int]


class FillingUp:
    """The game on paper. ``tried`` counts the attacker's turns that were tried."""

    def __init__(self, ground: RegionCells, attacker: int) -> None:
        """Start with nothing tried."""
        self.ground, self.attacker = ground, attacker
        self.tried = 0
        self._marked: dict[tuple[_Cells, _Cells, _Cells, _Cells, int], _Cells | None] = {}

    def succeeds(self, board: bytes, bans: Collection[int], asked: Collection[int]) -> bool:
        """Return whether the attacker wins it, the owner to move; ``bans`` are on the attacker."""
        ground, attacker = self.ground, self.attacker
        joined = joined_to_walls(ground, board, attacker)
        first = frozenset(asked) - joined
        areas = self._reached(first, frozenset(ground.cells) - joined)
        if not ground.beside_wall[3 - attacker].isdisjoint(areas):
            return False
        walled = ground.beside_wall[attacker]
        inner = frozenset(
            cell for cell in areas if cell not in walled and joined.isdisjoint(ground.inside[cell])
        )
        if len(inner) > MOST_INNER:
            return False
        claimed = frozenset(cell for cell in areas if board[cell] == 3 - attacker)
        refused = {cell for cell in areas if board[cell] == attacker}.union(bans)
        barred = claimed | refused
        return self._owner_marks(areas, inner, barred, first, MOST_STONES) is not None

    def _reached(self, first: Collection[int], among: _Cells) -> _Cells:
        """Return the cells among some that are connected with the first ones."""
        found, todo = set(first), list(first)
        while todo:
            for beside in self.ground.inside[todo.pop()]:
                if beside in among and beside not in found:
                    found.add(beside)
                    todo.append(beside)
        return frozenset(found)

    def _is_small(self, areas: _Cells, inner: _Cells) -> bool:
        """Return whether no area has two inner cells that are not adjacent."""
        left = set(inner)
        while left:
            cell = left.pop()
            others = left & self._reached((cell,), areas)
            left -= others
            if len(others) > 1 or not others.issubset(self.ground.inside[cell]):
                return False
        return True

    def _owner_marks(
        self, areas: _Cells, inner: _Cells, barred: _Cells, asked: _Cells, stones: int
    ) -> _Cells | None:
        """Return what the attacker marks in all lines, the owner to move; None if it fails."""
        if self._is_small(areas, inner):
            return frozenset()
        if not stones:
            return None
        found = untried = self._attacker_marks(areas, inner, barred, asked, stones)
        while untried:
            mark = frozenset((min(untried),))
            answer = self._attacker_marks(areas, inner, barred | mark, asked, stones)
            if found is None or answer is None:
                return None
            found |= answer
            untried &= answer
        return found

    def _attacker_marks(
        self, areas: _Cells, inner: _Cells, barred: _Cells, asked: _Cells, stones: int
    ) -> _Cells | None:
        """Return what the attacker marks in all lines, the attacker to move; None if it fails."""
        key = areas, inner, barred & areas, asked, stones
        if key not in self._marked:
            self.tried += 1
            self._marked[key] = self._first_that_does(*key)
        return self._marked[key]

    def _first_that_does(
        self, areas: _Cells, inner: _Cells, barred: _Cells, asked: _Cells, stones: int
    ) -> _Cells | None:
        near = self.ground.inside
        beside_inner = {beside for cell in inner for beside in near[cell]}
        for cell in sorted((beside_inner & areas) - inner - barred):
            mark = frozenset((cell,))
            left = self._reached(asked - mark, areas - mark)
            still = inner.difference(near[cell]) & left
            found = self._owner_marks(left, still, barred, asked - mark, stones - 1)
            if found is not None:
                return found | mark
        return None
