"""Depth-first proof-number search from a state, within a budget of nodes.

The *prover* has to win in finitely many moves; a repetition is no proof. So a proof never depends
on the path to the state, and holds. A disproof may depend on it: a state on the current path counts
as not proven. Disproofs are therefore not trusted, but completed by
:mod:`adjudication.confirmation.refutation`.
"""

from __future__ import annotations

import sys
from typing import Final

from adjudication.confirmation.budget import Cancelled, OutOfBudget, SearchLimit, ShouldContinue
from adjudication.confirmation.dividing import Dividing
from adjudication.confirmation.filling import Filling
from adjudication.confirmation.moves import DISPROVEN, INFINITE, PROVEN, UNKNOWN, Moves, Numbers
from adjudication.confirmation.state import OWNER_TURN, Tables
from adjudication.confirmation.static import ATTACKER_WINS, OPEN, OWNER_WINS, decide

_TABLE_BYTES: Final = 260_000_000
_BYTES_AN_ENTRY: Final = 150
_MOST_CACHED: Final = 4_000_000
_ASK_EVERY: Final = 2_048
_MOVES_A_NODE: Final = 4
"""Every sixteen moves looked at count as one more node, so that a wide region pays its cost."""


class Descent:
    """What is known about the states below some roots, and the search for more.

    ``table`` holds every state's proof and disproof numbers; ``depth`` holds, for proven states
    that are not static, the most moves that the proof takes. ``nodes`` is the number visited, out
    of ``budget``.
    """

    def __init__(
        self,
        tables: Tables,
        moves: Moves,
        *,
        budget: int,
        should_continue: ShouldContinue | None = None,
    ) -> None:
        """Start with nothing known."""
        self.tables = tables
        self.moves = moves
        self.budget = budget
        self.nodes = 0
        self.counted = sys.maxsize
        """The most nodes that are told to ``should_continue``: those beyond are not counted."""
        self.table: dict[int, Numbers] = {}
        self.depth: dict[int, int] = {}
        self.filling = Filling(tables)
        self.dividing = Dividing(tables)
        self._cache: dict[int, tuple[list[int], list[int]]] = {}
        self._cached = 0
        self._go_on = should_continue
        self._ask_at = _ASK_EVERY
        key_bytes = 28 + self.tables.bits * 3 // 30 * 4
        self._most = _TABLE_BYTES // (key_bytes + _BYTES_AN_ENTRY)

    def static(self, key: int) -> Numbers:
        """Return a state's static result."""
        return self.moves.numbers_of[self.static_result(key)]

    def static_result(self, key: int) -> int:
        """Return who has won by a rule of ``static``, ``filling`` or ``dividing``, or OPEN."""
        owner, attacker, standing = (
            key >> shift & self.tables.full for shift in self.tables.shifts[:3]
        )
        result = decide(self.tables, owner, attacker, standing)
        if result != OPEN:
            return result
        if key & 1 == OWNER_TURN:
            return ATTACKER_WINS if self.filling.decides(key) else OPEN
        return OWNER_WINS if self.dividing.decides(key) else OPEN

    def is_static(self, key: int) -> bool:
        """Return whether a state is decided without search."""
        return self.static_result(key) != OPEN

    def is_over(self, key: int) -> bool:
        """Return whether nothing more has to be played in a state."""
        return self.is_static(key)

    def numbers(self, key: int) -> Numbers:
        """Return what is known about a state."""
        return self.table.get(key, UNKNOWN)

    def expand(self, key: int) -> tuple[list[int], list[int]]:
        """Return the codes of a state's moves and the states they lead to, kept for a while."""
        known = self._cache.get(key)
        if known is None:
            known = self.moves.expand(key, self.table)
            self.nodes += len(known[0]) >> _MOVES_A_NODE
            self.look_closer(key, *known)
            self._cached += len(known[0]) + 8
            if self._cached > _MOST_CACHED:
                self._cache.clear()
                self._cached = len(known[0]) + 8
            self._cache[key] = known
        return known

    def look_closer(self, key: int, codes: list[int], children: list[int]) -> None:
        """Mark a child in which the player who moved there fills what is left, or gets two eyes."""
        if key & 1 == OWNER_TURN:
            self._look_for_eyes(codes, children)
            return
        table, unproven = self.table, self.moves.unproven
        shift, full = self.tables.shifts[0], self.tables.full
        stones = key >> shift & full
        begin = self.filling.move(key)
        place = begin.bit_length() - 1 if begin else None
        for code, child in zip(codes, children, strict=True):
            # Taken stones no longer count as claimed by the owner, so captures are looked at, too.
            looked_at = code == place or child >> shift & full != stones
            if looked_at and table[child] in unproven and self.filling.decides(child):
                table[child] = self.moves.numbers_of[ATTACKER_WINS]
                if code == place:
                    return

    def _look_for_eyes(self, codes: list[int], children: list[int]) -> None:
        table, unproven = self.table, self.moves.unproven
        for code, child in zip(codes, children, strict=True):
            if code >= 0 and table[child] in unproven and self.dividing.decides(child):
                table[child] = self.moves.numbers_of[OWNER_WINS]
                return

    def entries(self) -> int:
        """Return how many states are kept in memory."""
        return len(self.table) + self.filling.entries() + self.dividing.entries()

    def spend(self) -> None:
        """Count one node. Raises OutOfBudget and Cancelled."""
        if self.nodes >= self.budget:
            raise OutOfBudget(SearchLimit.BUDGET)
        self.nodes += 1
        if self.nodes >= self._ask_at:
            self._ask_at = self.nodes + _ASK_EVERY
            if self._go_on is not None and not self._go_on(min(self.nodes, self.counted)):
                raise Cancelled
            if self.entries() > self._most:
                self._make_room()

    def prove(self, key: int, children: list[int]) -> None:
        """Mark a state as proven, with the most moves that the proof takes."""
        table, depth = self.table, self.depth
        table[key] = PROVEN
        depths = [depth.get(child, 0) for child in children if not table.get(child, UNKNOWN)[0]]
        shallow = key & 1 == self.tables.prover_turn
        depth[key] = 1 + ((min if shallow else max)(depths) if depths else 0)

    def _make_room(self) -> None:
        """Forget what can be recomputed at a look. Raises OutOfBudget if that frees too little."""
        self._cache.clear()
        self._cached = 0
        self.filling.forget()
        self.dividing.forget()
        guesses = self.moves.unproven
        self.table = {key: known for key, known in self.table.items() if known not in guesses}
        if self.entries() > self._most * 3 // 4:
            raise OutOfBudget(SearchLimit.MEMORY)

    def solve(self, root: int) -> bool:
        """Return whether the prover wins ``root``. Raises OutOfBudget and Cancelled.

        True is certain. False may rest on repetitions and is not.
        """
        known = self.table.get(root)
        if known is None:
            known = self.table[root] = self.static(root)
        if not known[0] or not known[1]:
            return not known[0]
        path: list[int] = []
        try:
            return self._descend(root, path)
        finally:
            for key in path:
                self.table[key] = UNKNOWN

    def _descend(self, root: int, path: list[int]) -> bool:
        """Search below ``root``; if interrupted, ``path`` keeps the states on the current line."""
        prover_turn = self.tables.prover_turn
        limits: list[tuple[int, int]] = []
        key, most_proof, most_disproof = root, INFINITE, INFINITE
        down = True
        children: list[int] = []
        while True:
            if down:
                self.spend()
                children = self.expand(key)[1]
                # While a state is on the path, coming back to it proves nothing.
                self.table[key] = DISPROVEN
                path.append(key)
                limits.append((most_proof, most_disproof))
            table = self.table
            # ``mine`` is the number that the player to move wants to reduce to zero.
            proving = key & 1 == prover_turn
            best = second = INFINITE
            largest = others = 0
            chosen = -1
            own = 0 if proving else 1
            for child in children:
                numbers = table.get(child, UNKNOWN)
                mine, theirs = numbers[own], numbers[1 - own]
                if theirs:
                    others += 1
                    if theirs > largest:
                        largest = theirs
                if mine < best:
                    second, best, chosen = best, mine, child
                    if not mine:
                        break
                elif mine < second:
                    second = mine
            if not best:
                largest = INFINITE
            elif not others:
                best, largest = INFINITE, 0
            else:
                largest += others - 1
            proof, disproof = (best, largest) if proving else (largest, best)
            most_proof, most_disproof = limits[-1]
            if proof >= most_proof or disproof >= most_disproof or not (proof and disproof):
                if not proof:
                    self.prove(key, children)
                elif not disproof:
                    table[key] = DISPROVEN
                else:
                    table[key] = (proof, disproof)
                path.pop()
                limits.pop()
                if not path:
                    return not proof
                key = path[-1]
                children = self.expand(key)[1]
                down = False
                continue
            slack = second + (second >> 2) + 1 if second < INFINITE else INFINITE
            if proving:
                most_proof = min(most_proof, slack)
                most_disproof = min(most_disproof - others + 1, INFINITE)
            else:
                most_disproof = min(most_disproof, slack)
                most_proof = min(most_proof - others + 1, INFINITE)
            key = chosen
            down = True
