"""The matching in a sparse graph, and in all pairs by prices, against every pairing there is."""

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import perfect_matchings
from tests.support.environment import times
from tournament.pairing import pricing
from tournament.pairing.matching import Matching, cost_of, least_cost

Table = list[list[int]]


@st.composite
def tables(draw: st.DrawFn, most: int = 8) -> Table:
    """Even costs of every pair, often equal ones, which makes many blossoms."""
    count = 2 * draw(st.integers(1, most // 2))
    highest = draw(st.sampled_from([1, 3, 10, 10**12]))
    seed = draw(st.integers(0, 2**32))
    drawn = np.random.default_rng(seed).integers(0, highest, (count, count), endpoint=True)
    low = np.tril(drawn, -1) * pricing.STEP
    return (low + low.T).tolist()


def begun(table: Table, edges: set[tuple[int, int]]) -> Matching:
    """A matching of nobody in a graph with some edges, and with a perfect matching."""
    count = len(table)
    costs: list[dict[int, int]] = [{} for _ in range(count)]
    for one, other in edges | {(at, at + 1) for at in range(0, count, 2)}:
        costs[one][other] = costs[other][one] = table[one][other]
    return Matching(costs, [min(row.values()) // 2 for row in costs], [-1] * count)


def proves(matching: Matching, table: Table) -> bool:
    """Whether prices and surpluses are a proof, by the definition, edge by edge."""
    blossoms = [(set(members), surplus) for members, surplus in matching.blossoms()]
    assert all(surplus > 0 and len(members) % 2 for members, surplus in blossoms)
    return all(
        table[one][other]
        + sum(2 * surplus for members, surplus in blossoms if {one, other} <= members)
        >= matching.price[one] + matching.price[other]
        for one in range(len(table))
        for other in range(one)
    )


def by_trying(table: Table) -> int:
    everybody = list(range(len(table)))
    return min(sum(table[a][b] for a, b in pairs) for pairs in perfect_matchings(everybody))


@settings(deadline=None, max_examples=times(40, long=2000))
@given(tables(), st.randoms(use_true_random=False))
def test_a_matching_is_mended_until_it_is_the_best_and_prices_prove_it(table, chance):
    count = len(table)
    every = [(one, other) for one in range(count) for other in range(one + 1, count)]
    matching = begun(table, {pair for pair in every if chance.random() < 0.3})
    matching.complete()
    for one, other in chance.sample(every, len(every)):
        ends = (one, other) if chance.random() < 0.5 else (other, one)
        matching.admit(*ends, table[one][other])
        assert matching.slack(one, other) >= 0
        if chance.random() < 0.3:
            matching.complete()
    matching.complete()
    assert all(matching.mate[mate] == player for player, mate in enumerate(matching.mate))
    assert cost_of(matching) == least_cost(matching) == by_trying(table)
    assert proves(matching, table)


@settings(deadline=None, max_examples=times(25, long=500))
@given(tables(most=26), st.sampled_from([(4,), (4, 10), (64,)]))
def test_prices_prove_what_is_found_among_all_pairs(table, parts):
    """In parts, in parts of parts, and at once; against another program's matching."""
    costs = np.array(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pricing, "PARTS", parts)
        patch.setattr(pricing, "_ROWS", 7)
        patch.setattr(pricing, "_NEAR", 2)
        patch.setattr(pricing, "_BARGAINS", 1)
        found = pricing.least_cost_matching(
            len(table), lambda one, other: costs[np.ix_(one, other)]
        )
    assert proves(found, table)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -table[one][other]) for one in range(len(table)) for other in range(one)
    )
    best = networkx.max_weight_matching(graph, maxcardinality=True)
    assert cost_of(found) == least_cost(found) == sum(table[one][other] for one, other in best)
