"""The pairing with the greatest weight, whatever the number of players.

For up to ``WHOLE`` players, all pairs are given to one matching. For more, only promising pairs
are, and prices prove that nothing is lost by that (`tournament/pairing/pricing.py`).
"""

from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from tournament.pairing.arrays import Integers
from tournament.pairing.components import totals
from tournament.pairing.field import PairingField
from tournament.pairing.groups import seed_phase
from tournament.pairing.matching import least_cost
from tournament.pairing.pricing import DEAREST, FAR, STEP, PricesTooLargeError, least_cost_matching
from tournament.state.parameters import Seeding

WHOLE = 300
"""Up to this many players are matched using all their pairs, which is faster then."""

AROUND = 1024
"""In a larger field, another pairing for a player is sought among this many around them."""

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Optimum:
    """Pairs, and the weight that no pairing of their players exceeds; None without a proof."""

    pairs: Pairs
    bound: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Pairs that may be matched: two arrays of vertices from 0 and their weights."""

    first: Integers
    second: Integers
    weight: Integers


def best_pairs(
    field: PairingField, places: Integers, without: tuple[int, int] | None = None
) -> Optimum:
    """Return the pairs of an even number of places with the greatest sum of weights.

    ``without`` is a pair that must not be used; if that leaves no pairing, there are no pairs.
    """
    if len(places) > WHOLE:
        try:
            return proven_pairs(field, places, without)
        except PricesTooLargeError:  # only with absurd weights; the matching below has no limit
            pass
    return Optimum(all_pairs(field, np.sort(places), without))


def proven_pairs(
    field: PairingField, places: Integers, without: tuple[int, int] | None = None
) -> Optimum:
    """Return pairs with the greatest sum of weights, and the bound that proves it.

    Raises PricesTooLargeError if that cannot be computed with 64 bits.
    """
    if len(places) == 0:
        return Optimum([], 0)
    row = _row(field, places)

    def costs(first: Integers, second: Integers) -> Integers:
        one, other = row[first][:, None], row[second][None, :]
        cost = totals(field, one, other)
        if np.abs(cost).max() > DEAREST // STEP:
            raise PricesTooLargeError
        cost *= -STEP
        if without is not None:
            left_out = (one == without[0]) & (other == without[1])
            cost[left_out | ((one == without[1]) & (other == without[0]))] = FAR
        return cost

    found = least_cost_matching(len(row), costs)
    by_place = row.tolist()
    pairs = [
        (min(by_place[one], by_place[other]), max(by_place[one], by_place[other]))
        for one, other in enumerate(found.mate)
        if one < other
    ]
    return Optimum(sorted(pairs), -least_cost(found) // STEP)


def all_pairs(
    field: PairingField, places: Integers, without: tuple[int, int] | None = None
) -> Pairs:
    """Return the best pairs of sorted places, found by one matching that is given all pairs."""
    first, second = np.triu_indices(len(places), 1)
    edges = _Edges(first, second, totals(field, places[first], places[second]))
    if without is not None:
        edges = _left_out(edges, places, without)
    by_place = places.tolist()
    found = _greatest_matching(len(places), edges) or []
    return [(by_place[low], by_place[high]) for low, high in found]


def total_of(field: PairingField, pairs: Pairs) -> int:
    """Return the sum of the weights of pairs of places."""
    chosen = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return sum(totals(field, chosen[:, 0], chosen[:, 1]).tolist())  # may exceed 64 bits


def neighbours(field: PairingField, pairs: Pairs, place: int, most: int = AROUND) -> Integers:
    """Return the players of the pairs around a player; all of them if they are at most ``most``."""
    members = np.array(pairs, dtype=np.int64).reshape(-1)
    if len(members) <= most:
        return np.sort(members)
    position = np.full(len(field.players), -1, dtype=np.int64)
    position[_row(field, members)] = np.arange(len(members))
    near = abs(position[members] - position[place]).reshape(-1, 2).min(axis=1) <= most // 4
    return np.sort(members.reshape(-1, 2)[near].reshape(-1))


def _row(field: PairingField, places: Integers) -> Integers:
    """Return the places in an order that puts likely opponents near each other.

    They are ordered by group, and within a group by the seeding.
    """
    size, placement = field.groups.size[places], field.groups.placement[places]
    if seed_phase(field.parameters, field.round).seeding is Seeding.FOLD:
        near = np.minimum(placement, size - 1 - placement)
    else:
        near = placement % np.maximum(size // 2, 1)
    return places[np.lexsort([places, placement, near, field.groups.number[places]])]


def _left_out(edges: _Edges, places: Integers, without: tuple[int, int]) -> _Edges:
    kept = (places[edges.first] != min(without)) | (places[edges.second] != max(without))
    return _Edges(edges.first[kept], edges.second[kept], edges.weight[kept])


def _greatest_matching(count: int, edges: _Edges) -> list[tuple[int, int]] | None:
    """Return the pairs of the perfect matching with the greatest sum of weights.

    ``count`` is the number of vertices. The smaller vertex of every pair comes first, and the pairs
    are in order. Returns None if the edges have no perfect matching.
    """
    if count == 0:
        return []
    if len(edges.weight) == 0:
        return None
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)  # skips the search for parallel edges
    graph.add_nodes_from(range(count))
    # All perfect matchings have equally many edges: a constant off each changes nothing.
    weight = edges.weight - (int(edges.weight.min()) - 1)
    rows = zip(edges.first.tolist(), edges.second.tolist(), weight.tolist(), strict=True)
    graph.add_edges_from(list(rows))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return pairs if len(pairs) * 2 == count else None
