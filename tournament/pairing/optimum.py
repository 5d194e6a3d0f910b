"""The best pairing of the players of a field, in parts where there are many."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field
from tournament.pairing.matching import Edges, complete, greatest_matching
from tournament.pairing.splitting import WHOLE, split
from tournament.pairing.weight import totals


def parts_of(field: Field, places: Integers, whole: int = WHOLE) -> list[Integers]:
    """Return the parts that an even number of players is matched in, as places of the field."""
    groups = field.groups
    ordered = places[np.lexsort([groups.placement[places], groups.number[places]])]
    return [ordered[part] for part in split(groups.number[ordered], whole)]


def best_pairs(
    field: Field, places: Integers, without: tuple[int, int] | None = None
) -> tuple[list[tuple[int, int]], int]:
    """Return the pairs of places with the greatest sum of weights, and that sum.

    The number of places is even. ``without`` is a pair that is not to be used.
    """
    places = np.sort(places)
    one, other = complete(len(places))
    edges = Edges(one, other, totals(field, places[one], places[other]))
    if without is not None:
        edges = _left_out(edges, places, without)
    found = greatest_matching(len(places), edges)
    if found is None:
        return [], 0
    by_place = places.tolist()
    pairs = [(by_place[first], by_place[second]) for first, second in found]
    chosen = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return pairs, int(totals(field, chosen[:, 0], chosen[:, 1]).sum())


def _left_out(edges: Edges, places: Integers, without: tuple[int, int]) -> Edges:
    kept = (places[edges.one] != min(without)) | (places[edges.other] != max(without))
    return Edges(edges.one[kept], edges.other[kept], edges.weight[kept])
