"""From a disproof to a refutation: a set of states within which the refuter keeps the play.

A disproof is not trusted (``descent``). Instead a set of states is built in which the refuter
always has a move that stays in the set, and the prover has none that leads out of it to a proven
state. A state that turns out to be proven meanwhile is marked as such, with everything that
follows, and the set is mended. Every such mark holds, so the process ends; and a closed set is a
win for the refuter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.confirmation.descent import Descent
from adjudication.confirmation.moves import PROVEN


@dataclass
class Graph:
    """The states of play under a strategy: the winner's choices and all of the loser's."""

    roots: tuple[int, ...]
    chosen: dict[int, tuple[int, int]]
    answers: dict[int, list[tuple[int, int]]]

    def after(self, key: int) -> list[tuple[int, int]]:
        """Return the moves looked at in a state, and where they lead."""
        chosen = self.chosen.get(key)
        return [chosen] if chosen else self.answers.get(key, [])

    def states(self) -> list[int]:
        """Return all reachable states, the roots first."""
        found, seen = list(self.roots), set(self.roots)
        for key in found:
            for _code, child in self.after(key):
                if child not in seen:
                    seen.add(child)
                    found.append(child)
        return found

    def reached(self) -> Graph:
        """Return the part of it that can be reached from the roots."""
        found = Graph(self.roots, {}, {})
        for key in self.states():
            if key in self.chosen:
                found.chosen[key] = self.chosen[key]
            elif key in self.answers:
                found.answers[key] = self.answers[key]
        return found


class Refutation:
    """A set of states in which the refuter keeps the play, starting from some roots."""

    def __init__(self, search: Descent, roots: Sequence[int]) -> None:
        """Start with only the roots."""
        self.search = search
        self.roots = tuple(roots)
        self.chosen: dict[int, tuple[int, int]] = {}
        self.answers: dict[int, list[tuple[int, int]]] = {}
        self.before: dict[int, set[int]] = {}
        self.waiting: deque[int] = deque()
        self.members: set[int] = set()

    def close(self) -> Graph | None:
        """Return the graph of the closed set, or None if a root turned out to be proven.

        Raises OutOfBudget and Cancelled.
        """
        search = self.search
        for root in self.roots:
            self._add(root)
        while True:
            while self.waiting:
                key = self.waiting.popleft()
                if search.numbers(key)[0]:
                    self._close_one(key)
                if not search.numbers(key)[0]:
                    self._follow(key)
                if not all(search.numbers(root)[0] for root in self.roots):
                    return None
            # Searches in between may have proven states that were closed earlier.
            graph = Graph(self.roots, self.chosen, self.answers).reached()
            wrong = [key for key in graph.states() if not search.numbers(key)[0]]
            if not wrong:
                return graph
            for key in wrong:
                self._follow(key)

    def _add(self, key: int) -> None:
        if key not in self.members:
            self.members.add(key)
            self.waiting.append(key)

    def _close_one(self, key: int) -> None:
        search = self.search
        if search.is_over(key):
            if not search.static(key)[0]:
                self._prove(key)
            return
        search.spend()
        codes, children = search.expand(key)
        moves = list(zip(codes, children, strict=True))
        if key & 1 == search.tables.prover_turn:
            self.answers[key] = moves
            for child in children:
                if not search.numbers(child)[0]:
                    self._prove(key)
                    return
            for child in children:
                self.before.setdefault(child, set()).add(key)
                self._add(child)
            return
        self.chosen.pop(key, None)
        for code, child in self._by_promise(moves):
            if child not in self.members and not self._holds(child):
                continue
            if not search.numbers(child)[0]:
                continue
            self.chosen[key] = code, child
            self.before.setdefault(child, set()).add(key)
            self._add(child)
            return
        self._prove(key)

    def _holds(self, child: int) -> bool:
        """Return whether this state may still be good for the refuter."""
        proof, disproof = self.search.numbers(child)
        if proof and disproof:
            return not self.search.solve(child)
        return bool(proof)

    def _by_promise(self, moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Sort the refuter's moves: decided without search, in the set, disproven, unknown."""
        search = self.search

        def promise(move: tuple[int, int]) -> tuple[int, int]:
            disproof = search.numbers(move[1])[1]
            if not disproof and search.is_over(move[1]):
                return 0, 0
            if move[1] in self.members:
                return 1, 0
            return (2, 0) if not disproof else (3, disproof)

        return sorted((move for move in moves if search.numbers(move[1])[0]), key=promise)

    def _prove(self, key: int) -> None:
        """Mark a state as proven, with everything that follows from it."""
        search = self.search
        if search.is_static(key):
            search.table[key] = PROVEN
        else:
            search.prove(key, search.expand(key)[1])

    def _follow(self, first: int) -> None:
        """Mark what follows from a proven state; where the refuter chose it, they choose again."""
        search = self.search
        proven = [first]
        for key in proven:
            self.chosen.pop(key, None)
            for earlier in sorted(self.before.pop(key, ())):
                if not search.numbers(earlier)[0]:
                    continue
                if earlier & 1 == search.tables.prover_turn:
                    self._prove(earlier)
                    proven.append(earlier)
                elif self.chosen.get(earlier, (0, 0))[1] == key:
                    del self.chosen[earlier]
                    self.waiting.append(earlier)
