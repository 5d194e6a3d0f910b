"""From a search to a strategy that closes: a move for the winner in every state he can come to.

A proof is followed by the depth of what was proven, which goes down with every move: play ends.
A disproof is not trusted (``search``): a set of states is built in which the refuter has a move
that stays in the set and the prover has none out of it to what is proven. What turns out proven
while it is built is marked as such, with everything that follows, and the set is mended. Every
such mark holds, so the building ends; and a set that closes is a win for the refuter.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from adjudication.confirmation.moves import INFINITE, PROVEN
from adjudication.confirmation.problem import Move, State, Winner
from adjudication.confirmation.search import Search

_MOST_MOVES: Final = 120


@dataclass(frozen=True)
class Strategy:
    """Who wins a problem, and how.

    ``moves`` has a move for every state in which the winner is to move, that can be reached while
    he plays by it and that is not decided without search. ``line`` is one play from the start: the
    winner plays by the strategy, the loser what keeps him longest; it ends where a static rule
    decides, where the loser has no move, or where a state comes again.
    """

    winner: Winner
    moves: dict[State, Move]
    line: tuple[Move, ...]


def strategy_of(search: Search) -> Strategy:
    """Solve the search's problem and return the winner's strategy.

    Raises OutOfBudget and Cancelled.
    """
    prover = search.tables.problem.prover
    if search.solve(search.root) or not (choices := _Refutation(search).close()):
        choices = _proof(search)
        winner = prover
    else:
        winner = Winner.OWNER if prover is Winner.ATTACKER else Winner.ATTACKER
    tables, moves = search.tables, search.moves
    named = {tables.unpack(key): moves.move(code) for key, (code, _child) in choices.chosen.items()}
    return Strategy(winner, named, tuple(moves.move(code) for code in _line(choices)))


@dataclass
class _Graph:
    """The states of play under a strategy: the winner's choices and all of the loser's."""

    root: int
    chosen: dict[int, tuple[int, int]]
    answers: dict[int, list[tuple[int, int]]]

    def after(self, key: int) -> list[tuple[int, int]]:
        """Return the moves that are looked at in a state, and where they lead."""
        chosen = self.chosen.get(key)
        return [chosen] if chosen else self.answers.get(key, [])

    def states(self) -> list[int]:
        """Return all states that can be reached, the root first."""
        found, seen = [self.root], {self.root}
        for key in found:
            for _code, child in self.after(key):
                if child not in seen:
                    seen.add(child)
                    found.append(child)
        return found


def _proof(search: Search) -> _Graph:
    """Follow a proven root: the shallowest proven child where the prover is to move."""
    graph = _Graph(search.root, {}, {})
    turn, depth = search.tables.prover_turn, search.depth
    waiting, seen = [search.root], {search.root}
    while waiting:
        key = waiting.pop()
        if search.is_static(key):
            continue
        codes, children = search.expand(key)
        if key & 1 == turn:
            proven = [
                (depth.get(child, 0), number)
                for number, child in enumerate(children)
                if not search.numbers(child)[0]
            ]
            number = min(proven)[1]
            graph.chosen[key] = codes[number], children[number]
            reached = [children[number]]
        else:
            graph.answers[key] = list(zip(codes, children, strict=True))
            reached = children
        for child in reached:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return graph


class _Refutation:
    """A set of states that the refuter keeps the play in."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.chosen: dict[int, tuple[int, int]] = {}
        self.answers: dict[int, list[tuple[int, int]]] = {}
        self.before: dict[int, set[int]] = {}
        self.waiting: deque[int] = deque()
        self.members: set[int] = set()

    def close(self) -> _Graph | None:
        """Return the graph of the closed set, or None when the root turned out proven."""
        search = self.search
        self._add(search.root)
        while True:
            while self.waiting:
                key = self.waiting.popleft()
                if search.numbers(key)[0]:
                    self._close_one(key)
                if not search.numbers(key)[0]:
                    self._follow(key)
                if not search.numbers(search.root)[0]:
                    return None
            # What was searched on the way may have proven states that were closed before.
            graph = self._reached()
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
        if search.is_static(key):
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
        """Return whether the refuter may hope for this state."""
        proof, disproof = self.search.numbers(child)
        if proof and disproof:
            return not self.search.solve(child)
        return bool(proof)

    def _by_promise(self, moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Sort the refuter's moves: decided without search, in the set, disproven, unknown."""
        search = self.search

        def promise(move: tuple[int, int]) -> tuple[int, int]:
            disproof = search.numbers(move[1])[1]
            if not disproof and search.is_static(move[1]):
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
        """Mark what follows from a proven state; where the refuter chose it he chooses again."""
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

    def _reached(self) -> _Graph:
        """Return what of the set can be reached from the root."""
        whole = _Graph(self.search.root, self.chosen, self.answers)
        graph = _Graph(self.search.root, {}, {})
        for key in whole.states():
            if key in self.chosen:
                graph.chosen[key] = self.chosen[key]
            elif key in self.answers:
                graph.answers[key] = self.answers[key]
        return graph


def _line(graph: _Graph) -> list[int]:
    """Return the codes of the principal line."""
    worth = _resistance(graph)
    line: list[int] = []
    key, seen = graph.root, {graph.root}
    while len(line) < _MOST_MOVES and (moves := graph.after(key)):
        fresh = [move for move in moves if move[1] not in seen] or moves
        code, key = max(fresh, key=lambda move: worth.get(move[1], INFINITE))
        line.append(code)
        if key in seen:
            break
        seen.add(key)
    return line


def _resistance(graph: _Graph) -> dict[int, int]:
    """Return how long the loser can hold out in every state, unless it may be for ever."""
    states = graph.states()
    before: dict[int, list[int]] = {}
    left: dict[int, int] = {}
    for key in states:
        moves = graph.after(key)
        left[key] = len(moves)
        for _code, child in moves:
            before.setdefault(child, []).append(key)
    worth: dict[int, int] = {}
    ready = [key for key in states if not left[key]]
    for key in ready:
        worth[key] = 1 + max((worth[child] for _code, child in graph.after(key)), default=-1)
        for earlier in before.get(key, ()):
            left[earlier] -= 1
            if not left[earlier]:
                ready.append(earlier)
    return worth
