"""From a search to a strategy: a move for the winner in every state that they can reach.

A proof is followed by the depth of what was proven, which decreases with every move: play ends. A
disproof is completed by a set of states (``refutation``). If it ends because the attacker guards an
area (``guarding``), the strategy continues in that area alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from adjudication.confirmation.budget import OutOfBudget
from adjudication.confirmation.certificate import GuardedArea
from adjudication.confirmation.moves import INFINITE, PASS
from adjudication.confirmation.problem import Move, PlayState, QuestionWinner
from adjudication.confirmation.refutation import Graph, Refutation
from adjudication.confirmation.search import Search

_MOST_MOVES: Final = 120
_MOST_MORE: Final = 2_000
"""Nodes that are spent at most on other first moves than the one that was found."""
_KO: Final = 5
"""Taking a ko improves a line by as much as this many other plays ..."""
_IDLE: Final = -3
"""... and a pass makes it worse by this much."""


@dataclass(frozen=True)
class Strategy:
    """Who wins a problem, and how.

    ``moves`` has a move for every state with the winner to move that can be reached while they play
    by it and that is not decided without search. ``line`` is one line of play from the start: the
    winner plays by the strategy, the loser plays the longest fight, with a ko if there is one and
    without needless passes. It ends when a static rule decides, the loser has no move, a state is
    repeated, or the winner only has to guard an area; ``guarded`` are those areas.
    """

    winner: QuestionWinner
    moves: dict[PlayState, Move]
    line: tuple[Move, ...]
    guarded: tuple[GuardedArea, ...] = ()


def strategy_of(search: Search) -> Strategy:
    """Solve the search's problem and return the winner's strategy.

    Raises OutOfBudget and Cancelled.
    """
    winner, choices = graph_from(search, search.root)
    prover = search.tables.problem.prover
    if winner is prover:
        choices = _from_nearest(search, choices)
    guarded = () if winner is prover else _guarded(search, choices)
    line = tuple(search.moves.move(code) for code in _line(search, choices))
    return Strategy(winner, _named(search, choices), line, guarded)


def _from_nearest(search: Search, graph: Graph) -> Graph:
    """Return a proof with the first move that is nearest to the end, as far as is known.

    The one that was found may change nothing yet. As many nodes as that took, up to a limit, are
    spent on others; they are not counted, since the answer does not need them. Raises Cancelled.
    """
    root, depth = search.root, search.depth
    if root not in graph.chosen:
        return graph
    nodes, budget = search.nodes, search.budget
    search.counted = nodes
    end = nodes + min(nodes, _MOST_MORE)
    moves = zip(*search.expand(root), strict=True)
    plays = sorted((search.numbers(child), child, code) for code, child in moves if code >= 0)
    for _numbers, child, _code in plays:
        search.budget = (search.nodes + end + 1) // 2
        with suppress(OutOfBudget):
            search.solve(child)
    search.nodes, search.budget = nodes, budget
    nearest = depth.get(graph.chosen[root][1], 0)
    for _numbers, child, code in plays:
        if search.numbers(child)[0] or depth.get(child, 0) >= nearest:
            continue
        after = _proof(search, child)
        if root not in after.chosen:
            nearest = depth.get(child, 0)
            graph = Graph((root,), {root: (code, child), **after.chosen}, after.answers)
    return graph


def graph_from(search: Search, root: int) -> tuple[QuestionWinner, Graph]:
    """Return who wins from a state, and how. Raises OutOfBudget and Cancelled."""
    prover = search.tables.problem.prover
    if search.solve(root) or not (choices := _refutation(search, root)):
        return prover, _proof(search, root)
    attacks = prover is QuestionWinner.ATTACKER
    return QuestionWinner.OWNER if attacks else QuestionWinner.ATTACKER, choices


def _named(search: Search, graph: Graph) -> dict[PlayState, Move]:
    tables, moves = search.tables, search.moves
    return {tables.unpack(key): moves.move(code) for key, (code, _child) in graph.chosen.items()}


def _guarded(search: Search, graph: Graph) -> tuple[GuardedArea, ...]:
    """Return the areas in whose states a refutation ends."""
    if search.guard is None:
        return ()
    ends = [key for key in graph.states() if not graph.after(key) and not search.is_static(key)]
    proofs = search.guard.proofs(key for key in ends if search.guard.knows(key))
    return tuple(
        GuardedArea(
            frozenset(search.tables.points(area)),
            frozenset(map(search.tables.unpack, proof.roots)),
            _named(search, proof),
        )
        for area, proof in proofs.items()
    )


def _refutation(search: Search, root: int) -> Graph | None:
    """Return the refuter's graph, up to guarded areas; None if the root is proven."""
    graph = Refutation(search, [root]).close()
    if graph is None or search.guard is None:
        return graph
    # Some of these states were expanded before it was known that they are guarded.
    for key in [key for key in graph.answers if search.guard.knows(key)]:
        del graph.answers[key]
    return graph.reached()


def _proof(search: Search, root: int) -> Graph:
    """Return the graph of a proven root, with the prover's shallowest proven moves."""
    graph = Graph((root,), {}, {})
    turn, depth = search.tables.prover_turn, search.depth
    waiting, seen = [root], {root}
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


def _line(search: Search, graph: Graph) -> list[int]:
    """Return the codes of the principal line."""
    worth = _resistance(search, graph)
    line: list[int] = []
    (key,) = graph.roots
    seen = {key}
    while len(line) < _MOST_MOVES and (moves := graph.after(key)):
        fresh = [move for move in moves if move[1] not in seen] or moves
        here = key
        code, key = max(
            fresh,
            key=lambda move: worth.get(move[1], INFINITE) + _weight(search, here, *move),
        )
        line.append(code)
        if key in seen:
            break
        seen.add(key)
    return line


def _weight(search: Search, key: int, code: int, child: int) -> int:
    """Return how much a move adds to a line worth looking at: plays count, and kos most."""
    bans = search.tables.shifts[3]
    if (child >> bans) & ~(key >> bans):
        return _KO
    return _IDLE if code == PASS else 1


def _resistance(search: Search, graph: Graph) -> dict[int, int]:
    """Return how much the loser can still do in every state unless play can go on for ever."""
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
        worth[key] = max(
            (worth[child] + _weight(search, key, code, child) for code, child in graph.after(key)),
            default=0,
        )
        for earlier in before.get(key, ()):
            left[earlier] -= 1
            if not left[earlier]:
                ready.append(earlier)
    return worth
