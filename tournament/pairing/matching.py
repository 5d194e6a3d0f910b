"""The perfect matching of greatest weight, in exact integers."""

from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from tournament.pairing.arrays import Integers


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Pairs that may be matched: two arrays of vertices from 0 and their weights."""

    one: Integers
    other: Integers
    weight: Integers


def complete(count: int) -> tuple[Integers, Integers]:
    """Return every unordered pair of ``count`` vertices, in order."""
    one, other = np.triu_indices(count, 1)
    return one.astype(np.int64, copy=False), other.astype(np.int64, copy=False)


def greatest_matching(count: int, edges: Edges) -> list[tuple[int, int]] | None:
    """Return the pairs of the perfect matching with the greatest sum of weights.

    ``count`` is the number of vertices. The smaller vertex of every pair comes first, and the pairs
    are in order. Returns None when the edges have no perfect matching.
    """
    if count == 0:
        return []
    if len(edges.weight) == 0:
        return None
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)  # no search for parallel edges
    graph.add_nodes_from(range(count))
    # Every perfect matching has the same number of edges: a constant off each changes nothing.
    weight = edges.weight - (int(edges.weight.min()) - 1)
    rows = zip(edges.one.tolist(), edges.other.tolist(), weight.tolist(), strict=True)
    graph.add_edges_from(list(rows))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return pairs if len(pairs) * 2 == count else None
