"""The matching of least cost among all pairs of many players, proven by prices.

Looking at all pairs one by one would take too long, so only a sparse graph of promising pairs is
matched (`tournament/pairing/matching.py`). Its prices are then compared with all pairs at once, as
arrays. Pairs that would be a bargain are added and the matching is repaired, until there are no
bargains left. Then the prices prove that no pairing costs less.

Parts of the field are solved and proven first and then joined, which leaves little to repair. A
part starts with the pairs, prices and promising pairs of the assignment problem, in which everybody
has an opponent and is the opponent of somebody, perhaps somebody else: half a pairing each, solved
by shortest paths (Jonker and Volgenant, 1987). What is left for the matching are its cycles of an
odd number of players.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from tournament.pairing.arrays import Flags, Integers
from tournament.pairing.matching import Matching

STEP = 4
"""Costs are multiples of this, so that halves of prices, and halves of these, are whole numbers."""

FAR = 1 << 58
"""The cost of a pair that must not meet."""

DEAREST = 1 << 55
"""The most that any other pair costs, up or down; prices then stay well within 64 bits."""

PARTS = (256, 2048)
"""The most players in a part, and in a part made of parts; the costs within both are kept."""

_ROWS = 128
"""How many rows of pairs are compared with the prices at a time."""

_NEAR = 12
"""How many of each player's most promising pairs are in the graph at first."""

_BARGAINS = 4
"""How many of each player's bargains are added at a time."""

Costs = Callable[[Integers, Integers], Integers]
"""Gives the cost of every player of the first array with every player of the second."""


class PricesTooLargeError(ValueError):
    """Costs or prices that might not fit in 64 bits."""


def least_cost_matching(count: int, costs: Costs) -> Matching:
    """Return the matching of least cost of an even number of players, proven by its prices.

    The players are 0, 1 ..., preferably in an order that puts likely opponents near each other.
    Raises PricesTooLargeError if prices might not fit in 64 bits.
    """
    return _solved(np.arange(count), costs, PARTS)


def _solved(players: Integers, costs: Costs, sizes: tuple[int, ...]) -> Matching:
    """Return the matching of consecutive players, joined from its parts."""
    smaller = [size for size in sizes if size < len(players)]
    if len(smaller) < len(sizes):
        costs = _kept(players, costs)
    if not smaller:
        return _mended(_promising(costs(players, players)), players, costs)
    parts = np.split(players, range(smaller[-1], len(players), smaller[-1]))
    solved = [_solved(part, costs, tuple(smaller)) for part in parts]
    return _mended(Matching.joined(solved), players, costs)


def _kept(players: Integers, costs: Costs) -> Costs:
    """Return the costs of players, computed once."""
    count, first = len(players), int(players[0])
    table = np.empty((count, count), dtype=np.int64)
    for start in range(0, count, _ROWS):
        here = slice(start, start + _ROWS)
        table[here, start:] = costs(players[here], players[start:])
        table[start:, here] = table[here, start:].T
    np.fill_diagonal(table, FAR)
    return lambda one, other: table[np.ix_(one - first, other - first)]


def _promising(costs: Integers) -> Matching:
    """Return a graph of promising pairs, with the prices and pairs of the assignment problem."""
    everybody = np.arange(len(costs))
    price, opponent = _assigned(costs)
    slack = costs - price[:, None]
    slack -= price[None, :]
    near = _least(slack, min(_NEAR, len(costs) - 1))
    near[everybody, opponent] = True
    first, second = np.nonzero(near)
    neighbours: list[dict[int, int]] = [{} for _ in range(len(costs))]
    matching = Matching(neighbours, price.tolist(), _halves_joined(opponent.tolist()))
    pairs = zip(first.tolist(), second.tolist(), costs[first, second].tolist(), strict=True)
    for one, other, cost in pairs:
        matching.add(one, other, cost)
    # These make sure that there is a pairing.
    alone = [player for player, mate in enumerate(matching.mate) if mate < 0]
    for one, other in zip(alone[::2], alone[1::2], strict=True):
        matching.add(one, other, int(costs[one, other]))
    return matching


def _assigned(costs: Integers) -> tuple[Integers, Integers]:
    """Return the prices of the assignment problem, and its opponent for each player.

    A player has two prices, as a row and as a column of the costs. With their mean as price, no
    pair has a negative slack, and pairs who are each other's opponents have none.
    """
    of_row = costs.min(axis=1) // 2
    of_column = (costs - of_row[:, None]).min(axis=0)
    slack = costs - of_row[:, None]
    slack -= of_column[None, :]
    of_row += slack.min(axis=1)
    problem = _Assignment(costs, of_row, of_column)
    for row in problem.begin(slack.argmin(axis=1).tolist()):
        problem.assign(row)
    return (of_row + of_column) // 2, problem.column


class _Assignment:
    """A growing assignment of rows to columns; the prices of both are changed."""

    def __init__(self, costs: Integers, of_row: Integers, of_column: Integers) -> None:
        self.costs = costs
        self.of_row = of_row
        self.of_column = of_column
        self.row = np.full(len(costs), -1, dtype=np.int64)  # by column
        self.column = np.full(len(costs), -1, dtype=np.int64)  # by row

    def begin(self, nearest: Iterable[int]) -> list[int]:
        """Give each row its nearest column; return the rows whose nearest column was taken."""
        left = []
        for row, column in enumerate(nearest):
            if self.row[column] < 0:
                self.row[column], self.column[row] = row, column
            else:
                left.append(row)
        return left

    def assign(self, row: int) -> None:
        """Give another row a column, along the shortest path to a free one."""
        distance = self.costs[row] - self.of_row[row] - self.of_column
        waiting = distance.copy()
        through = np.full(len(distance), row, dtype=np.int64)
        reached: list[int] = []
        while True:
            column = int(waiting.argmin())
            so_far = int(waiting[column])
            other = int(self.row[column])
            if other < 0:
                break
            reached.append(column)
            offer = self.costs[other] - self.of_column
            offer -= int(self.of_row[other]) - so_far
            better = offer < distance
            better[reached] = False
            distance[better] = waiting[better] = offer[better]
            through[better] = other
            waiting[column] = 4 * FAR
        change = so_far - distance[reached]
        self.of_column[reached] -= change
        self.of_row[self.row[reached]] += change
        self.of_row[row] += so_far
        while True:
            other = int(through[column])
            before = int(self.column[other])
            self.row[column], self.column[other] = other, column
            if other == row:
                return
            column = before


def _halves_joined(opponent: list[int]) -> list[int]:
    """Return the mates: neighbours along each cycle of opponents; an odd cycle leaves one over."""
    mate = [-1] * len(opponent)
    seen = [False] * len(opponent)
    for start in range(len(opponent)):
        cycle = []
        at = start
        while not seen[at]:
            seen[at] = True
            cycle.append(at)
            at = opponent[at]
        for one, other in zip(cycle[::2], cycle[1::2], strict=False):
            mate[one], mate[other] = other, one
    return mate


def _least(values: Integers, most: int) -> Flags:
    """Return where the ``most`` smallest values of each row are; of equal ones, the first."""
    limit = np.partition(values, most - 1, axis=1)[:, most - 1 : most]
    less, equal = values < limit, values == limit
    room = most - less.sum(axis=1, keepdims=True)
    chosen: Flags = less | (equal & (equal.cumsum(axis=1) <= room))
    return chosen


def _mended(matching: Matching, players: Integers, costs: Costs) -> Matching:
    """Match everybody, add bargains and repair, until there are no bargains left."""
    matching.complete()
    while (bargains := _bargains(matching, players, costs)) is not None:
        _add(matching, bargains)
        matching.complete()
    return matching


@dataclass(frozen=True, slots=True, eq=False)
class _Bargains:
    """Pairs with a negative slack, and how many such pairs each player has."""

    first: Integers
    second: Integers
    slack: Integers
    cost: Integers
    count: Integers


def _bargains(matching: Matching, players: Integers, costs: Costs) -> _Bargains | None:
    """Compare the prices with all pairs; None if no pair is a bargain, which is the proof."""
    # This order keeps the members of each blossom together.
    order = np.array(matching.order(), dtype=np.int64)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    blossoms = [
        (int(place[members[0]]), len(members), surplus) for members, surplus in matching.blossoms()
    ]
    price = _prices(matching)[order]
    count = np.zeros(len(order), dtype=np.int64)
    found = []
    for start in range(0, len(order), _ROWS):
        stop = min(start + _ROWS, len(order))
        cost = costs(players[order[start:stop]], players[order[start:]])
        slack = cost - price[start:stop, None]
        slack -= price[None, start:]
        for first, size, surplus in blossoms:
            if first < stop and first + size > start:
                low, high = max(first - start, 0), first + size - start
                slack[low:high, low:high] += 2 * surplus
        slack[:, : stop - start][np.tri(stop - start, dtype=np.bool_)] = 0  # every pair once
        negative = slack < 0
        if negative.any():
            of_each = negative.sum(axis=1)
            count[order[start:stop]] += of_each
            count[order[start:]] += negative.sum(axis=0)
            many = np.flatnonzero(of_each > 2 * _BARGAINS)
            if len(many):
                negative[many] &= _least(slack[many], 2 * _BARGAINS)
            one, other = np.nonzero(negative)
            pairs = order[one + start], order[other + start]
            found.append((*pairs, slack[one, other], cost[one, other]))
    if not found:
        return None
    ones, others, slacks, prices = map(np.concatenate, zip(*found, strict=True))
    return _Bargains(ones, others, slacks, prices, count)


def _prices(matching: Matching) -> Integers:
    surplus = sum(surplus for _, surplus in matching.blossoms())
    if max(*map(abs, matching.price), surplus) > FAR:
        raise PricesTooLargeError
    return np.array(matching.price, dtype=np.int64)


def _add(matching: Matching, bargains: _Bargains) -> None:
    """Add bargains to the graph; the price of the player with more of them falls."""
    more = bargains.count[bargains.first] >= bargains.count[bargains.second]
    cheap = np.where(more, bargains.first, bargains.second)
    other = np.where(more, bargains.second, bargains.first)
    order = np.lexsort([other, bargains.slack, cheap, -bargains.count[cheap]])
    added = [0] * matching.count
    rows = zip(
        cheap[order].tolist(), other[order].tolist(), bargains.cost[order].tolist(), strict=True
    )
    for player, partner, cost in rows:
        if added[player] < _BARGAINS:
            added[player] += 1
            matching.admit(player, partner, cost)
