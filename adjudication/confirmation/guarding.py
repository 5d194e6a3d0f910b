"""Areas that the attacker guards: a fight that is over elsewhere, and the small games that remain.

Q1 and Q2 are asked after a capture, when much of the region is open and all of it would have to be
answered at once. Often what counts lies in one part of it, surrounded by stones that nothing takes.

*The lemma.* A is the set of the attacker's stones joined to the attacker's walls. Let an *area* be
components of the region without A, including all that hold a local point. Play the game in the area
alone, with A as the wall, and let the owner do more than the rules allow: pass whenever they like,
and, if a pass for a ko lifts the bans of both (``KoPass.BOTH``), lift all bans. If the attacker
then always has a move (as ever, a pass counts if the state is bad for the owner), the attacker wins
the whole problem.

*Proof.* Whatever the owner plays, the attacker answers in the area by that game. A is never taken,
and chains of the area have their liberties in it or at A, so nothing played elsewhere changes the
area: to the game in it such a move is a pass, or lifts what a pass for a ko lifts. Whether the
state is good depends on the local points, which are in the area or in A. The owner wins only if the
attacker has to move in a good state and has no move. That never happens, and endless play is a win
for the attacker in Q1 and Q2.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from adjudication.confirmation.budget import OutOfBudget
from adjudication.confirmation.checker.reading import MOST_AREAS
from adjudication.confirmation.descent import Descent
from adjudication.confirmation.moves import DISPROVEN, LIFT, PASS, UNKNOWN, Moves, Numbers
from adjudication.confirmation.refutation import Graph, Refutation
from adjudication.confirmation.state import OWNER_TURN, Tables
from adjudication.confirmation.static import flood

_NODES: Final = 2_000
"""Nodes for one state of an area."""
_ELSEWHERE: Final = 4
"""An area is looked at on its own if at least this many points of the region are elsewhere."""


class MovesApart(Moves):
    """The moves of an area on its own: the owner may always play elsewhere."""

    def __init__(self, tables: Tables) -> None:
        """Keep the tables."""
        super().__init__(tables)
        self._bans = sum(tables.full << shift for shift in tables.shifts[3:])

    def expand(self, key: int, table: dict[int, Numbers]) -> tuple[list[int], list[int]]:
        """Return the moves that the players have left, with the owner's passes at the end."""
        codes, children = super().expand(key, table)
        if key & 1 != OWNER_TURN:
            return codes, children
        elsewhere = [(PASS, key ^ 1)]
        if self.tables.both:
            elsewhere.append((LIFT, key & ~self._bans ^ 1))
        for code, child in elsewhere:
            if child not in children:
                codes.append(code)
                children.append(child)
                table.setdefault(child, UNKNOWN)
        return codes, children


class _Area(Descent):
    """The game in one area, and the states from which it is guarded.

    ``answers`` maps these states, a closed set that only grows, to the attacker's move and where it
    leads; None if no move is needed or it is not their turn. ``in_vain`` are the states that were
    looked at without finding that it is guarded.
    """

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, MovesApart(tables), budget=0)
        self.answers: dict[int, tuple[int, int] | None] = {}
        self.in_vain: set[int] = set()

    def is_over(self, key: int) -> bool:
        return super().is_over(key) or key in self.answers

    def entries(self) -> int:
        return super().entries() + len(self.answers) + len(self.in_vain)

    def look(self, root: int) -> None:
        """Search whether the area is guarded from a state on, unless that is known."""
        if root in self.answers or root in self.in_vain:
            return
        self.budget = self.nodes + _NODES
        found = None
        with suppress(OutOfBudget):
            if not self.solve(root):
                found = Refutation(self, [root]).close()
        if found is None:
            self.in_vain.add(root)
            return
        for key in found.states():
            self.answers.setdefault(key, found.chosen.get(key))
            self.table[key] = DISPROVEN

    def proof(self, roots: Iterable[int]) -> Graph:
        """Return how the area is guarded from some states on."""
        graph = Graph(tuple(roots), {}, {})
        waiting, seen = list(graph.roots), set(graph.roots)
        for key in waiting:
            answer = self.answers[key]
            if answer is not None:
                graph.chosen[key] = answer
            elif not self.is_static(key):
                graph.answers[key] = list(zip(*self.expand(key), strict=True))
            fresh = [child for _code, child in graph.after(key) if child not in seen]
            waiting += fresh
            seen.update(fresh)
        return graph


class Guard:
    """What is known about the areas of one problem, and ``nodes``, the number visited for it."""

    def __init__(self, tables: Tables) -> None:
        """Start with nothing known."""
        self.tables = tables
        self.nodes = 0
        self._areas: dict[int, _Area] = {}

    def entries(self) -> int:
        """Return how many states are kept in memory."""
        return sum(area.entries() for area in self._areas.values())

    def knows(self, key: int) -> bool:
        """Return whether the attacker is known to guard the area that a state asks for."""
        area, _elsewhere = self._parts(key)
        game = self._areas.get(area)
        return game is not None and self._apart(key, area) in game.answers

    def guards(self, key: int) -> bool:
        """Return whether a short search finds that the attacker guards the area a state asks for.

        The owner is to move. Areas that are nearly all that is left of the region are not looked
        at: the search itself does no worse there.
        """
        area, elsewhere = self._parts(key)
        game = self._areas.get(area)
        root = self._apart(key, area)
        if game is None and len(self._areas) >= MOST_AREAS:
            return False
        wide = elsewhere.bit_count() >= _ELSEWHERE
        if area and wide and not area & self.tables.owner_wall:
            if game is None:
                game = self._areas[area] = _Area(self.tables.part(area))
            nodes = game.nodes
            game.look(root)
            self.nodes += game.nodes - nodes
        return game is not None and root in game.answers

    def proofs(self, keys: Iterable[int]) -> dict[int, Graph]:
        """Return, by area, how the areas of some states known to be guarded are guarded.

        The graphs' states contain only what is in the area; the roots come from the given states.
        """
        roots: dict[int, dict[int, None]] = {}
        for key in keys:
            area, _elsewhere = self._parts(key)
            roots.setdefault(area, {})[self._apart(key, area)] = None
        return {area: self._areas[area].proof(roots[area]) for area in sorted(roots)}

    def _parts(self, key: int) -> tuple[int, int]:
        """Return the area that a state asks for, and what else the attacker does not have."""
        tables = self.tables
        attacker = key >> tables.shifts[1] & tables.full
        joined = flood(attacker & tables.attacker_wall, attacker, tables.width)
        free = tables.inside & ~joined
        area = flood(tables.local & free, free, tables.width)
        return area, free & ~area

    def _apart(self, key: int, area: int) -> int:
        """Return a state with only what is in an area."""
        mask = 1
        for shift in self.tables.shifts:
            mask |= area << shift
        return key & mask
