"""A perfect matching of least cost in a sparse graph, and the prices that prove it optimal.

After Edmonds (1965). Every vertex has a price and some odd sets of vertices, called blossoms, have
a surplus of 0 or more. The slack of an edge is its cost less the prices of its ends, plus twice the
surplus of every blossom that contains both; prices are such that no slack is negative, and that of
every matched edge is 0. A perfect matching has at most (k - 1) / 2 of its edges in a blossom of k
vertices. So no perfect matching costs less than the sum of prices less (k - 1) times every surplus,
which is exactly the cost of the one found.

Vertices are matched one after another. A tree of tight edges grows from a free vertex: outer nodes,
whose prices rise, are reached by matched edges from inner nodes, whose prices fall. An edge between
two outer nodes closes an odd cycle, which is shrunk to one node, a blossom; an inner blossom
without surplus is taken apart; an edge to another free vertex ends the tree, and along the path to
it matched and free edges change places. Since prices are kept, a matching is quickly repaired after
edges have been added, and so a sparse graph is enough (`tournament/pairing/optimum.py`).

Costs must be even, so that prices stay whole numbers. Everything is exact, and the same input gives
the same matching everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

Edge = tuple[int, int]
"""Two vertices; if an edge leads into a node, the second one is in that node."""

_OUTSIDE, _OUTER, _INNER = 0, 1, 2
_FREE, _SURPLUS, _CYCLE = -1, 1, 2
_NEVER = 1 << 100


class Matching:
    """A matching of the vertices 0, 1 ... of a graph, and its prices.

    ``costs`` has each vertex's neighbours with the cost of the edge, which is even. ``price`` has
    the price of each vertex, such that no edge has a negative slack, and ``mate`` the vertex it is
    matched with by an edge without slack, or -1. All three are kept and changed in place.
    """

    def __init__(self, costs: list[dict[int, int]], price: list[int], mate: list[int]) -> None:
        count = len(costs)
        self.costs = costs
        self.price = price
        self.mate = mate
        self.count = count
        # Nodes are the vertices and the blossoms; blossoms are numbered from ``count``.
        self.top = list(range(count))  # vertex -> the outermost node that contains it
        self.base = list(range(count))  # node -> its vertex that is not matched within it
        self.members: list[list[int]] = [[vertex] for vertex in range(count)]
        self.outer: list[int] = [-1] * count  # node -> the blossom that it is a child of
        self.children: list[list[int]] = [[] for _ in range(count)]  # in the order of the cycle
        self.cycle: list[list[Edge]] = [[] for _ in range(count)]  # from each child to the next
        self.surplus = [0] * count

    @classmethod
    def joined(cls, parts: Sequence["Matching"]) -> "Matching":
        """Return matchings of different vertices as one, numbering the vertices consecutively."""
        count = sum(part.count for part in parts)
        joined = cls([{} for _ in range(count)], [0] * count, [-1] * count)
        first = 0
        for part in parts:
            joined._take(part, first)
            first += part.count
        return joined

    def add(self, first: int, second: int, cost: int) -> None:
        """Add an edge; its slack must not be negative by the time vertices are matched."""
        self.costs[first][second] = cost
        self.costs[second][first] = cost

    def complete(self) -> None:
        """Match every vertex. The graph has to have a perfect matching."""
        for vertex in range(self.count):
            if self.mate[vertex] < 0:
                _Tree(self, vertex).grow()

    def admit(self, first: int, second: int, cost: int) -> None:
        """Add an edge that may have a negative slack, and lower prices until it has none.

        As much as possible is taken from the surplus of blossoms with only one of the two in them,
        the rest from the price of the first vertex. A vertex matched with a node that is now
        cheaper is free.
        """
        self.add(first, second, cost)
        while (missing := -self.slack(first, second)) > 0:
            nodes = self.top[first], self.top[second]
            if nodes[0] == nodes[1]:
                self._relax(nodes[0], self.surplus[nodes[0]])
                self.take_apart(nodes[0])
                continue
            surplus, node = max((self.surplus[node], node) for node in nodes)
            if surplus:
                self._relax(node, min(surplus, missing))
            elif nodes[0] >= self.count:
                self.take_apart(nodes[0])
            else:
                self.price[first] -= missing
                self._free(first)

    def slack(self, first: int, second: int) -> int:
        """Return the slack of an edge."""
        slack = self.costs[first][second] - self.price[first] - self.price[second]
        if self.top[first] != self.top[second]:
            return slack
        around = set(self._around(first))
        return slack + 2 * sum(
            self.surplus[node] for node in self._around(second) if node in around
        )

    def _around(self, vertex: int) -> Iterator[int]:
        node = self.outer[vertex]
        while node >= 0:
            yield node
            node = self.outer[node]

    def _relax(self, blossom: int, amount: int) -> None:
        """Lower the surplus of an outermost blossom."""
        if amount:
            self.surplus[blossom] -= amount
            for member in self.members[blossom]:
                self.price[member] -= amount
            self._free(self.base[blossom])

    def blossoms(self) -> list[tuple[list[int], int]]:
        """Return the members and the surplus of each blossom that has a surplus."""
        return [
            (self.members[node], self.surplus[node])
            for node in range(self.count, len(self.base))
            if self.surplus[node]
        ]

    def order(self) -> list[int]:
        """Return the vertices in an order that keeps those of each blossom together."""
        tops = dict.fromkeys(self.top)
        return [vertex for node in tops for vertex in self.members[node]]

    def take_apart(self, blossom: int) -> None:
        """Make the children of an outermost blossom outermost nodes, and forget it."""
        for child in self.children[blossom]:
            self.outer[child] = -1
            for member in self.members[child]:
                self.top[member] = child
        self.surplus[blossom] = 0
        self.members[blossom], self.children[blossom], self.cycle[blossom] = [], [], []

    def shrink(self, children: list[int], cycle: list[Edge]) -> int:
        """Return a new blossom made of an odd cycle of outermost nodes; the first has the base."""
        blossom = len(self.base)
        members = [member for child in children for member in self.members[child]]
        self.base.append(self.base[children[0]])
        self.members.append(members)
        self.outer.append(-1)
        self.children.append(children)
        self.cycle.append(cycle)
        self.surplus.append(0)
        for child in children:
            self.outer[child] = blossom
        for member in members:
            self.top[member] = blossom
        return blossom

    def match(self, first: int, second: int) -> None:
        """Match two vertices of different nodes, and the rest of each node within it."""
        self.rebase(self.top[first], first)
        self.rebase(self.top[second], second)
        self.mate[first], self.mate[second] = second, first

    def rebase(self, node: int, vertex: int) -> None:
        """Match all vertices of a node within it, except this one."""
        if self.base[node] == vertex:
            return
        child = self.child_with(node, vertex)
        path = self.even_path(node, child, self.child_with(node, self.base[node]))
        self.rebase(child, vertex)
        for (first, second), here, there in path[1::2]:
            self.rebase(here, first)
            self.rebase(there, second)
            self.mate[first], self.mate[second] = second, first
        self.base[node] = vertex

    def child_with(self, blossom: int, vertex: int) -> int:
        """Return the child of a blossom that contains one of its vertices."""
        node = vertex
        while self.outer[node] != blossom:
            node = self.outer[node]
        return node

    def even_path(self, blossom: int, start: int, end: int) -> list[tuple[Edge, int, int]]:
        """Return the way round a blossom with an even number of edges, each with its two nodes."""
        children, cycle = self.children[blossom], self.cycle[blossom]
        count = len(children)
        place = children.index(start)
        steps = (children.index(end) - place) % count
        path = []
        if steps % 2 == 0:
            for at in range(place, place + steps):
                here, there = at % count, (at + 1) % count
                path.append((cycle[here], children[here], children[there]))
        else:
            for at in range(place, place + steps - count, -1):
                here, there = at % count, (at - 1) % count
                second, first = cycle[there]
                path.append(((first, second), children[here], children[there]))
        return path

    def _take(self, part: "Matching", first: int) -> None:
        """Replace the vertices from ``first`` on with another matching."""
        beyond = len(self.base) - part.count

        def moved(node: int) -> int:
            return node + (first if node < part.count else beyond) if node >= 0 else node

        here = slice(first, first + part.count)
        self.costs[here] = [{moved(at): cost for at, cost in row.items()} for row in part.costs]
        self.price[here] = part.price
        self.mate[here] = map(moved, part.mate)
        self.top[here] = map(moved, part.top)
        self.outer[here] = map(moved, part.outer[: part.count])
        blossoms = slice(part.count, None)
        self.base += map(moved, part.base[blossoms])
        self.members += [[*map(moved, members)] for members in part.members[blossoms]]
        self.outer += map(moved, part.outer[blossoms])
        self.children += [[*map(moved, children)] for children in part.children[blossoms]]
        self.cycle += [
            [(moved(one), moved(other)) for one, other in cycle] for cycle in part.cycle[blossoms]
        ]
        self.surplus += part.surplus[blossoms]

    def _free(self, vertex: int) -> None:
        other = self.mate[vertex]
        if other >= 0:
            self.mate[vertex] = self.mate[other] = -1


class _Tree:
    """The alternating tree of one search; ``now`` is how much its outer prices have risen.

    The prices and surpluses of its nodes are as they were when labelled, at ``since``; ``entry`` is
    the edge by which a node was entered, None at the root. ``events`` has what comes next: an edge
    from an outer vertex that has no slack at that time, or (-1 and) a blossom without surplus.
    """

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching = matching
        self.now = 0
        self.label: dict[int, int] = {}
        self.since: dict[int, int] = {}
        self.entry: dict[int, Edge | None] = {}
        self.events: list[tuple[int, int, int, int]] = []
        self.soonest: dict[int, int] = {}  # vertex outside -> when the tree reaches it
        self.latest = _NEVER  # when the tree reaches a free vertex at the latest
        self._set(matching.top[root], _OUTER, None)
        self._look(matching.top[root], matching.members[matching.top[root]])

    def grow(self) -> None:
        """Grow until a free vertex is reached, and match the root."""
        matching, label = self.matching, self.label
        while True:
            time, _, first, second = heappop(self.events)
            if first < 0:
                if label.get(second) == _INNER and self._is_spent(second, time):
                    self.now = time
                    self._take_apart(second)
                continue
            here, there = matching.top[first], matching.top[second]
            if here == there:
                continue
            of_other = label.get(there, _OUTSIDE)
            if of_other == _OUTSIDE:
                if self.soonest[second] != time or not self._is_tight(first, second, time):
                    continue
                self.now = time
                if matching.mate[matching.base[there]] < 0:
                    self._augment(first, second)
                    return
                self._set(there, _INNER, (first, second))
                self._reach(there)
            elif of_other == _OUTER and self._is_tight(first, second, time):
                self.now = time
                self._shrink((first, second))

    def _set(self, node: int, label: int, entry: Edge | None) -> None:
        self.label[node] = label
        self.since[node] = self.now
        self.entry[node] = entry
        if label == _INNER and node >= self.matching.count:
            surplus = self.matching.surplus[node]
            heappush(self.events, (self.now + surplus, _SURPLUS, -1, node))

    def _look(self, node: int, vertices: Iterable[int]) -> None:
        """Record when the edges of vertices that have just become outer will be tight."""
        matching, events, soonest, now = self.matching, self.events, self.soonest, self.now
        price, top, label, since = matching.price, matching.top, self.label, self.since
        base, mate, costs = matching.base, matching.mate, matching.costs
        risen = now - since[node]
        for vertex in vertices:
            own = price[vertex] + risen - now  # less the time, as times are absolute
            for other, cost in costs[vertex].items():
                there = top[other]
                if there == node:
                    continue
                kind = label.get(there, _OUTSIDE)
                if kind == _OUTSIDE:
                    time = cost - own - price[other]
                    if time < self.latest and time < soonest.get(other, _NEVER):
                        soonest[other] = time
                        if mate[base[there]] < 0:
                            self.latest = time
                            heappush(events, (time, _FREE, vertex, other))
                        else:
                            heappush(events, (time, _OUTSIDE, vertex, other))
                elif kind == _OUTER:
                    slack = cost - own - now - price[other] - (now - since[there])
                    time = now + slack // 2
                    if time < self.latest:
                        heappush(events, (time, _CYCLE, vertex, other))

    def _is_tight(self, first: int, second: int, time: int) -> bool:
        """Whether an edge from an outer vertex has no slack at a time.

        It may have some: since the event was recorded, what is outside now may have been an inner
        node, whose prices have fallen.
        """
        matching = self.matching
        slack = matching.costs[first][second]
        for vertex in (first, second):
            slack -= matching.price[vertex]
            node = matching.top[vertex]
            if node in self.label:
                slack -= time - self.since[node]
        return slack == 0

    def _is_spent(self, blossom: int, time: int) -> bool:
        """Whether an inner blossom has no surplus left at a time."""
        return self.since[blossom] + self.matching.surplus[blossom] == time

    def _reach(self, inner: int) -> None:
        """Add the node that an inner node is matched with to the tree."""
        matching = self.matching
        base = matching.base[inner]
        mate = matching.mate[base]
        node = matching.top[mate]
        self._set(node, _OUTER, (base, mate))
        self._look(node, matching.members[node])

    def _settle(self, node: int) -> None:
        """Store the prices of a node as they are now, and remove its label."""
        matching = self.matching
        change = self.now - self.since[node]
        if self.label.pop(node) == _INNER:
            change = -change
        if change:
            price = matching.price
            for member in matching.members[node]:
                price[member] += change
            if node >= matching.count:
                matching.surplus[node] += change

    def _path(self, node: int) -> list[int]:
        """Return the nodes from a node to the root."""
        top, path = self.matching.top, [node]
        while (entry := self.entry[path[-1]]) is not None:
            path.append(top[entry[0]])
        return path

    def _shrink(self, edge: Edge) -> None:
        """Make a blossom of the cycle that an edge between two outer nodes closes."""
        matching = self.matching
        left, right = (self._path(matching.top[vertex]) for vertex in edge)
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        # From the node that both paths share down to the edge, across it, and back up.
        down, up = left[::-1], right[:-1]
        cycle = [self._entered(node) for node in down[1:]]
        cycle.append(edge)
        cycle += [self._entered(node)[::-1] for node in up]
        entry = self.entry[down[0]]
        new = [node for node in (*down, *up) if self.label[node] == _INNER]
        for node in (*down, *up):
            self._settle(node)
        blossom = matching.shrink([*down, *up], cycle)
        self._set(blossom, _OUTER, entry)
        for node in new:
            self._look(blossom, matching.members[node])

    def _entered(self, node: int) -> Edge:
        entry = self.entry[node]
        assert entry is not None, "only the root was not entered"
        return entry

    def _take_apart(self, blossom: int) -> None:
        """Put an inner blossom's children in its place: a path of them stays in the tree."""
        matching = self.matching
        edge = self._entered(blossom)
        self._settle(blossom)
        start = matching.child_with(blossom, edge[1])
        end = matching.child_with(blossom, matching.base[blossom])
        path = matching.even_path(blossom, start, end)
        children = matching.children[blossom]
        matching.take_apart(blossom)
        on_path = {start, *(there for _, _, there in path)}
        leaving = [child for child in children if child not in on_path]
        # First those that leave the tree, so that outer nodes find them outside.
        for child in leaving:
            for member in matching.members[child]:
                self.soonest[member] = _NEVER
        self._set(start, _INNER, edge)
        inner = [start]
        for entry, _, there in path[1::2]:
            self._set(there, _INNER, entry)
            inner.append(there)
        for child in inner[:-1]:
            self._reach(child)
        for child in leaving:
            self._look_back(child)

    def _look_back(self, node: int) -> None:
        """Record when outer vertices reach a node that has left the tree."""
        matching = self.matching
        for member in matching.members[node]:
            for other, cost in matching.costs[member].items():
                there = matching.top[other]
                if self.label.get(there) != _OUTER:
                    continue
                risen = self.now - self.since[there]
                slack = cost - matching.price[member] - matching.price[other] - risen
                time = self.now + slack
                if time < self.latest and time < self.soonest[member]:
                    self.soonest[member] = time
                    heappush(self.events, (time, _OUTSIDE, other, member))

    def _augment(self, first: int, second: int) -> None:
        """Match along the tree, from an edge to a free vertex up to the root."""
        matching = self.matching
        top = matching.top
        for node in list(self.label):
            self._settle(node)
        while True:
            entry = self.entry[top[first]]
            matching.match(first, second)
            if entry is None:
                return
            first, second = self._entered(top[entry[0]])


def least_cost(matching: Matching) -> int:
    """Return the lower bound that the prices give for the cost of any perfect matching."""
    surplus = sum((len(members) - 1) * surplus for members, surplus in matching.blossoms())
    return sum(matching.price) - surplus


def cost_of(matching: Matching, mate: Sequence[int] | None = None) -> int:
    """Return the cost of the matching."""
    mates = matching.mate if mate is None else mate
    return sum(matching.costs[vertex][other] for vertex, other in enumerate(mates)) // 2
