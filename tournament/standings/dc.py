"""Direct comparison: who of the tied players stands above whom he beat (specification, 2.12)."""

import heapq
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import rustworkx

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.standings.tied import first_of, net_wins, tied_before, tied_sets
from tournament.state.criteria import Criterion

Edge = tuple[int, int]


def _dc(position: Position) -> Ints:
    """Rank every tied set from its last player up.

    A win is an edge only where the net of all games is exactly one, as in the reference program.
    """
    values = np.zeros(position.count, dtype=np.int64)
    place = first_of(position, Criterion.DC, Criterion.SDC)
    if place is None or not position.direct_comparison or not position.rounds:
        return values
    sets = tied_before(position, place)
    net = net_wins(position, sets)
    once = np.abs(net.number) == 1
    low, high = net.low[once], net.high[once]
    forward = net.number[once] > 0
    winners, losers = np.where(forward, low, high).tolist(), np.where(forward, high, low).tolist()
    circles = Circles(position.count, list(zip(winners, losers, strict=True)))
    worth = _criteria_after(position).tolist()
    for members in _sets_of_two_or_more(sets):
        for player, value in _from_the_last(members, circles, worth):
            values[player] = value
    return values


def _criteria_after(position: Position) -> Ints:
    """Return a number for what the criteria after DC say, 0 for the worst.

    The EGF's direct comparison depends on this one and is left out.
    """
    place = first_of(position, Criterion.DC)
    after = () if place is None else position.criteria[place + 1 :]
    columns = [
        position.better_is_greater(criterion)
        for criterion in after
        if criterion not in (Criterion.DC, Criterion.EGF_DC)
    ]
    return tied_sets(columns, position.count)


def _sets_of_two_or_more(sets: Ints) -> Iterable[list[int]]:
    order = np.argsort(sets, kind="stable")
    ends = np.flatnonzero(np.diff(sets[order], append=-1)) + 1
    start = 0
    for end in ends.tolist():
        if end - start > 1:
            yield order[start:end].tolist()
        start = end


class Circles:
    """Players who beat each other in a circle stand together: their wins and losses are shared.

    Every player belongs to one circle, most to one of their own.
    """

    def __init__(self, count: int, edges: list[Edge]) -> None:
        graph: rustworkx.PyDiGraph[int, None] = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(count))
        graph.add_edges_from_no_data(edges)
        groups = rustworkx.strongly_connected_components(graph) if edges else []
        self._circle = list(range(count))
        for number, members in enumerate(groups):
            for member in members:
                self._circle[member] = number
        self._standing = [0] * max(count, len(groups))
        """How many members of a circle have not been ranked yet."""
        self._members: list[list[int]] = [[] for _ in self._standing]
        for player, circle in enumerate(self._circle):
            self._standing[circle] += 1
            self._members[circle].append(player)
        self._beats = [0] * len(self._standing)
        """How many circles with such members a circle has beaten."""
        self._beaten_by: defaultdict[int, list[int]] = defaultdict(list)
        for winner, loser in {(self._circle[a], self._circle[b]) for a, b in edges}:
            if winner != loser:
                self._beats[winner] += 1
                self._beaten_by[loser].append(winner)

    def beats_nobody(self, player: int) -> bool:
        """Whether nobody is left whom the player's circle has beaten."""
        return not self._beats[self._circle[player]]

    def remove(self, player: int) -> list[int]:
        """Take a player out; return those who now have nobody left whom they have beaten."""
        circle = self._circle[player]
        self._standing[circle] -= 1
        if self._standing[circle]:
            return []
        freed = []
        for winner in self._beaten_by[circle]:
            self._beats[winner] -= 1
            if not self._beats[winner]:
                freed.extend(self._members[winner])
        return freed


def _from_the_last(members: list[int], circles: Circles, worth: list[int]) -> Iterable[Edge]:
    """Give players and their values, 0 first; each step takes all of the worst who beat nobody."""
    heap = [(worth[player], player) for player in members if circles.beats_nobody(player)]
    heapq.heapify(heap)
    left, last = len(members), None
    while heap:
        worst, taken = heap[0][0], []
        while heap and heap[0][0] == worst:
            taken.append(heapq.heappop(heap)[1])
        rank = 1 + left - len(taken)
        last = rank if last is None else last
        left -= len(taken)
        for player in taken:
            yield player, last - rank
        for player in taken:
            for freed in circles.remove(player):
                heapq.heappush(heap, (worth[freed], freed))


DC = Metric(
    Criterion.DC,
    LocalText(
        "Direct comparison: among tied players the winner of a game stands above the loser.",
        "Confrontation directe : entre ex aequo, qui a gagné une partie passe devant le perdant.",
    ),
    _dc,
    scale=1,
)
