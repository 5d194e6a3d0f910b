"""The checker's own proof that the owner makes two eyes, whatever the attacker plays first.

S is a chain of the owner's with a stone that counts. The owner adds one or two stones to it, each
on an empty cell beside it, alternating with the attacker, who begins. An *eye* is a part of the
region without S in which every cell is beside S, none is beside a wall of the attacker's, and none
held a stone of the owner's at the start. Two eyes are enough: S is then unconditionally alive
(``leaves.lives_for_good``).

The attacker cannot stop that if they cannot stop it in the following game on paper. The attacker
marks any cell or none in each turn and keeps all marks; the owner marks cells as above that the
attacker has not marked, that held no stone and that had no ban. In play the owner only plays what
they mark. *S is not taken:* each player takes at most one liberty from it per turn, and S starts
with two for every mark of the owner's, so one is left after the attacker's last turn before the
last mark. *Marked cells can be played:* such a cell is empty, since no stone stood there at the
start and the attacker has not played there since; it is not banned, since new bans arise where a
stone of the owner's is taken, and S loses none; and it is not suicide. Before the last mark S has
another liberty. With the last mark there are two eyes. If one of them holds an empty cell, that is
a liberty of S; if not, the cell just marked was the last liberty of the attacker's stones in it,
and they are taken.

The attacker marks a cell before the last mark, so there have to be two cells that make two eyes. Of
two marks, the first has to make two eyes, or leave two such cells.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudication.confirmation.checker.board import RegionCells
from adjudication.rules.colours import EMPTY

_Cells = frozenset[int]


class DividingUp:
    """The game on paper. ``tried`` counts the owner's marks that were tried."""

    def __init__(self, ground: RegionCells, owner: int) -> None:
        """Start with nothing tried."""
        self.ground, self.owner = ground, owner
        self.tried = 0
        self._last: dict[tuple[_Cells, _Cells], _Cells] = {}

    def succeeds(self, board: bytes, bans: Collection[int], counting: Collection[int]) -> bool:
        """Return whether the owner wins it, the attacker to move; ``bans`` are on the owner."""
        ground = self.ground
        mine = frozenset(cell for cell in ground.cells if board[cell] == self.owner)
        barred = frozenset(cell for cell in ground.cells if board[cell] != EMPTY).union(bans)
        seen: set[int] = set()
        for stone in counting:
            if stone in seen:
                continue
            chain = frozenset(ground.chain(board, stone))
            seen |= chain
            liberties = sum(board[cell] == EMPTY for cell in self._beside(chain))
            if liberties >= 2 and len(self._last_marks(chain, mine - chain) - barred) >= 2:
                return True
            if liberties >= 4 and self._by_two(chain, mine - chain, barred):
                return True
        return False

    def _by_two(self, chain: _Cells, others: _Cells, barred: _Cells) -> bool:
        """Return whether two marks are enough, none of them on a barred cell.

        Each first mark is prevented by some of the attacker's marks; no one of these may prevent
        all.
        """
        at_once = self._last_marks(chain, others)
        preventing: _Cells | None = None
        for cell in sorted(self._beside(chain) - barred):
            against = frozenset((cell,))
            if cell not in at_once:
                rest = self._last_marks(chain | against, others) - barred
                if len(rest) < 2:
                    continue
                if len(rest) == 2:
                    against |= rest
            preventing = against if preventing is None else preventing & against
            if not preventing:
                return True
        return False

    def _last_marks(self, chain: _Cells, others: _Cells) -> _Cells:
        """Return the cells that make two eyes when added to a chain."""
        known = self._last.get((chain, others))
        if known is None:
            cells = self._beside(chain)
            self.tried += len(cells)
            known = frozenset(cell for cell in cells if self._has_two_eyes(chain | {cell}, others))
            self._last[chain, others] = known
        return known

    def _beside(self, chain: _Cells) -> _Cells:
        """Return the cells beside a chain."""
        inside = self.ground.inside
        return frozenset(near for cell in chain for near in inside[cell]) - chain

    def _has_two_eyes(self, chain: _Cells, others: _Cells) -> bool:
        ground, enemy_wall = self.ground, self.ground.beside_wall[3 - self.owner]
        reached = self._beside(chain)
        left, eyes = set(reached), 0
        while left and eyes < 2:
            first = left.pop()
            part, todo = {first}, [first]
            for cell in todo:
                fresh = [near for near in ground.inside[cell] if near not in chain]
                todo += [near for near in fresh if near not in part]
                part.update(fresh)
            left -= part
            eyes += part <= reached and part.isdisjoint(others) and part.isdisjoint(enemy_wall)
        return eyes > 1
