"""Direct comparison in three variants: which tied players beat which (specification, 2.12, 5).

They are the reference program's *DC*, its simple form *SDC*, and the EGF's rule. All three compare
within the sets of players left tied by the criteria listed before them.
"""

import heapq
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import rustworkx

from tournament.standings.formulas import Formula, Term, TermKind
from tournament.standings.history import Flags, Ints
from tournament.standings.position import StandingsPosition
from tournament.state.criteria import Criterion

Edge = tuple[int, int]
PointsAgainst = dict[tuple[int, int], int]
"""Points X2 of the first player against the second."""


class DirectComparison(Formula):
    """A comparison within each set tied before the first listed criterion of ``family``."""

    __slots__ = ()
    family: ClassVar[tuple[Criterion, ...]]

    def values(self, position: StandingsPosition) -> Ints:
        """Return the values; all are 0 if the position asks for no direct comparison."""
        sets = self._tied_sets(position)
        if sets is None or not position.direct_comparison or not position.rounds:
            return np.zeros(position.count, dtype=np.int64)
        return self.compared(position, sets)

    @abstractmethod
    def compared(self, position: StandingsPosition, sets: Ints) -> Ints:
        """Return the values, given the number of every player's tied set."""

    def tied(self, position: StandingsPosition, index: int) -> list[int]:
        """Return the indices of a player's tied set, including their own; empty if unlisted."""
        sets = self._tied_sets(position)
        return [] if sets is None else np.flatnonzero(sets == sets[index]).tolist()

    def _tied_sets(self, position: StandingsPosition) -> Ints | None:
        listed = [place for place, item in enumerate(position.criteria) if item in self.family]
        if not listed:
            return None
        before = position.criteria[: listed[0]]
        columns = [position.better_is_greater(criterion) for criterion in before]
        return tied_sets(columns, position.count)


class ReferenceComparison(DirectComparison):
    """DC: the winner of a game stands above the loser, and so on down the set (2.12).

    A win counts only if the net result of all games between the two is exactly one, as in the
    reference program. Every tied set is ranked from its last player upwards.
    """

    __slots__ = ()
    family = (Criterion.DC, Criterion.SDC)

    def compared(self, position: StandingsPosition, sets: Ints) -> Ints:
        """Return by how many ranks every player stands above the last of the set."""
        net = _net_wins(position, sets)
        once = np.abs(net.number) == 1
        low, high = net.low[once], net.high[once]
        forward = net.number[once] > 0
        winners, losers = np.where(forward, low, high), np.where(forward, high, low)
        edges = list(zip(winners.tolist(), losers.tolist(), strict=True))
        circles = _Circles(position.count, edges)
        worth = _criteria_after_dc(position).tolist()
        values = np.zeros(position.count, dtype=np.int64)
        for members in _sets_of_two_or_more(sets):
            for player, value in _from_the_last(members, circles, worth):
                values[player] = value
        return values

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield everybody below, and how many more share the player's rank than share the last."""
        column = position.column(Criterion.DC)
        below = [player for player in self.tied(position, index) if column[player] < column[index]]
        for player in below:
            yield Term(TermKind.BELOW, 1, opponent=position.history.ids[player])
        if int(column[index]) != len(below):
            yield Term(TermKind.BESIDE, int(column[index]) - len(below))


class SimpleComparison(DirectComparison):
    """SDC: wins within the tied set, if all its pairs are decided (2.12)."""

    __slots__ = ()
    family = (Criterion.DC, Criterion.SDC)

    def compared(self, position: StandingsPosition, sets: Ints) -> Ints:
        """Return how many tied opponents each player beat more often than lost to."""
        net = _net_wins(position, sets)
        decided = net.number != 0
        net = _Pairs(net.low[decided], net.high[decided], net.number[decided])
        counts = _complete_sets(sets, net)[sets[net.low]]
        winner = np.where(net.number > 0, net.low, net.high)[counts]
        return np.bincount(winner, minlength=position.count).astype(np.int64)

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield the players beaten, unless nothing counts in this set."""
        sets = self._tied_sets(position)
        if sets is None or not position.column(Criterion.SDC)[index]:
            return
        net = _net_wins(position, sets)
        for low, high, number in zip(
            net.low.tolist(), net.high.tolist(), net.number.tolist(), strict=True
        ):
            winner, loser = (low, high) if number > 0 else (high, low)
            if number and winner == index:
                yield Term(TermKind.BEATEN, 1, opponent=position.history.ids[loser])


class EgfComparison(DirectComparison):
    """EGF-DC: wins in the tied set, applied again to those still tied (section 5).

    A set is compared only if every two of its members have the same number of games with a result
    against each other. A default is a win here and a jigo half a win, as the EGF counts them.
    """

    __slots__ = ()
    family = (Criterion.EGF_DC,)

    def compared(self, position: StandingsPosition, sets: Ints) -> Ints:
        """Return how many players of the set each player stands above."""
        values = np.zeros(position.count, dtype=np.int64)
        games = position.history.games
        black, white = games.black[games.known], games.white[games.known]
        met = _pairs_within(sets, black, white, np.ones_like(black))
        if not len(met.number):
            return values
        compared = _complete_sets(sets, met)
        fewest, most = np.full(len(compared), len(black)), np.zeros(len(compared), dtype=np.int64)
        np.minimum.at(fewest, sets[met.low], met.number)
        np.maximum.at(most, sets[met.low], met.number)
        compared &= fewest == most
        counts = (sets[black] == sets[white]) & compared[sets[black]]
        members: defaultdict[int, list[int]] = defaultdict(list)
        for player in np.flatnonzero(compared[sets]).tolist():
            members[int(sets[player])].append(player)
        points: PointsAgainst = defaultdict(int)
        for black_player, white_player, blacks, whites in zip(
            black[counts].tolist(),
            white[counts].tolist(),
            games.black_points[games.known][counts].tolist(),
            games.white_points[games.known][counts].tolist(),
            strict=True,
        ):
            points[black_player, white_player] += blacks
            points[white_player, black_player] += whites
        for group in members.values():
            for player, value in _ranked(group, points, 0):
                values[player] = value
        return values

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield everybody in the set who stands below."""
        column = position.column(Criterion.EGF_DC)
        for player in self.tied(position, index):
            if column[player] < column[index]:
                yield Term(TermKind.BELOW, 1, opponent=position.history.ids[player])


def _ranked(group: list[int], points: PointsAgainst, below: int) -> Iterable[tuple[int, int]]:
    """Yield each player of a group and how many stand below, ``below`` of them not in the group."""
    by_points: defaultdict[int, list[int]] = defaultdict(list)
    for player in group:
        by_points[sum(points[player, other] for other in group if other != player)].append(player)
    for _, still_tied in sorted(by_points.items()):
        if len(still_tied) == len(group) or len(still_tied) == 1:
            yield from ((player, below) for player in still_tied)
        else:
            yield from _ranked(still_tied, points, below)
        below += len(still_tied)


def _criteria_after_dc(position: StandingsPosition) -> Ints:
    """Return every player's level by the criteria after DC; 0 is the worst.

    The EGF's direct comparison depends on DC and is left out.
    """
    listed = position.criteria
    after = listed[listed.index(Criterion.DC) + 1 :] if Criterion.DC in listed else ()
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


class _Circles:
    """Circles of players who beat each other: they rank together and share their wins and losses.

    Every player belongs to one circle, which for most is theirs alone.
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
        self._remaining = [0] * max(count, len(groups))
        """By circle, how many of its members have not been ranked yet."""
        self._members: list[list[int]] = [[] for _ in self._remaining]
        for player, circle in enumerate(self._circle):
            self._remaining[circle] += 1
            self._members[circle].append(player)
        self._beats = [0] * len(self._remaining)
        """By circle, how many circles with such members it has beaten."""
        self._beaten_by: defaultdict[int, list[int]] = defaultdict(list)
        for winner, loser in {(self._circle[a], self._circle[b]) for a, b in edges}:
            if winner != loser:
                self._beats[winner] += 1
                self._beaten_by[loser].append(winner)

    def beats_nobody(self, player: int) -> bool:
        """Whether nobody remains whom the player's circle has beaten."""
        return not self._beats[self._circle[player]]

    def remove(self, player: int) -> list[int]:
        """Remove a player; return those who now have beaten nobody who remains."""
        circle = self._circle[player]
        self._remaining[circle] -= 1
        if self._remaining[circle]:
            return []
        freed = []
        for winner in self._beaten_by[circle]:
            self._beats[winner] -= 1
            if not self._beats[winner]:
                freed.extend(self._members[winner])
        return freed


def _from_the_last(members: list[int], circles: _Circles, worth: list[int]) -> Iterable[Edge]:
    """Yield players and values, 0 first; each step takes all the worst who beat nobody left."""
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


def tied_sets(columns: Sequence[Ints], count: int) -> Ints:
    """Return the number of every player's set: its members are equal in all columns.

    Set 0 has the lowest values, and the first column matters most. Without columns all players are
    one set.
    """
    sets = np.zeros(count, dtype=np.int64)
    if not columns or count == 0:
        return sets
    order = np.lexsort(list(reversed(columns)))
    steps = np.zeros(count, dtype=np.bool_)
    for column in columns:
        ordered = column[order]
        steps[1:] |= ordered[1:] != ordered[:-1]
    sets[order] = np.cumsum(steps)
    return sets


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Pairs of players as indices, ``low`` the lower one, with a ``number`` for each pair."""

    low: Ints
    high: Ints
    number: Ints


def _pairs_within(sets: Ints, black: Ints, white: Ints, worth: Ints) -> _Pairs:
    """Return the sums of ``worth`` over the games between members of the same set, by pair."""
    inside = sets[black] == sets[white]
    black, white = black[inside], white[inside]
    count = max(len(sets), 1)
    pairs = np.minimum(black, white) * count + np.maximum(black, white)
    keys, which = np.unique(pairs, return_inverse=True)
    number = np.zeros(len(keys), dtype=np.int64)
    np.add.at(number, which, worth[inside])
    return _Pairs(keys // count, keys % count, number)


def _net_wins(position: StandingsPosition, sets: Ints) -> _Pairs:
    """Return, for all tied players who met, the wins minus the losses of the lower index.

    Only real wins count: no default, no jigo, no game that both won or both lost.
    """
    games = position.history.games
    won = games.real & (games.black_points != games.white_points)
    black, white = games.black[won], games.white[won]
    black_won = games.black_points[won] > games.white_points[won]
    return _pairs_within(sets, black, white, np.where(black_won == (black < white), 1, -1))


def _complete_sets(sets: Ints, pairs: _Pairs) -> Flags:
    """Return, for every set, whether each member is paired with all others."""
    size = np.bincount(sets)
    met = np.bincount(sets[pairs.low], minlength=len(size))
    complete: Flags = met == size * (size - 1) // 2
    return complete
