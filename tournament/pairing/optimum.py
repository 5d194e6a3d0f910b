"""The pairing of greatest weight: one matching of all, or of parts where the field is large."""

from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from tournament.pairing.arrays import Integers
from tournament.pairing.components import totals
from tournament.pairing.field import PairingField
from tournament.pairing.splitting import (
    CANDIDATES,
    LEAST,
    SEAM,
    WHOLE,
    OrderedPlaces,
    Pairs,
    plain_row,
    rows,
    window,
)


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Pairs that may be matched: two arrays of vertices from 0 and their weights."""

    first: Integers
    second: Integers
    weight: Integers


def pair_places(
    field: PairingField, places: Integers, whole: int = WHOLE, least: int = LEAST, seam: int = SEAM
) -> Pairs:
    """Return the pairs of an even number of places with the greatest sum of weights.

    Of more than ``whole`` places it is the best that parts with mended seams give, and never worse
    than the parts of the specification (2.10).
    """
    if len(places) <= whole:
        return best_pairs(field, places)
    known: dict[bytes, Pairs] = {}
    pairs = max(
        (
            _mended(field, row, _in_parts(field, row, known), seam)
            for row in rows(field, places, whole, least)
        ),
        key=lambda found: total_of(field, found),
    )
    plain = plain_row(field, places, whole, least)
    if plain.cuts_a_level:  # otherwise its parts are those of the first row
        found = _in_parts(field, plain, known)
        if total_of(field, found) > total_of(field, pairs):
            return _mended(field, plain, found, seam)
    return pairs


def best_pairs(
    field: PairingField, places: Integers, without: tuple[int, int] | None = None
) -> Pairs:
    """Return the pairs with the greatest sum of weights, whatever the number of places.

    That number is even. ``without`` is a pair that is not to be used; when no pairing is left
    then, there are no pairs.
    """
    places = np.sort(places)
    first, second = _complete(len(places))
    edges = _Edges(first, second, totals(field, places[first], places[second]))
    if without is not None:
        edges = _left_out(edges, places, without)
    by_place = places.tolist()
    found = _greatest_matching(len(places), edges) or []
    return [(by_place[low], by_place[high]) for low, high in found]


def total_of(field: PairingField, pairs: Pairs) -> int:
    """Return the sum of the weights of pairs of places."""
    chosen = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return sum(totals(field, chosen[:, 0], chosen[:, 1]).tolist())  # may leave 64 bits


def neighbours(field: PairingField, pairs: Pairs, place: int, whole: int = WHOLE) -> Integers:
    """Return the players of the pairs around a player; all where they are at most ``whole``."""
    members = np.array(pairs, dtype=np.int64).reshape(-1)
    if len(members) <= whole:
        return np.sort(members)
    row = rows(field, members, whole, whole // 3)[-1]
    position = _positions(field, row)
    near = window(pairs, position, position[place], whole // 4)
    return np.sort(np.array(near, dtype=np.int64).reshape(-1))


def _in_parts(field: PairingField, row: OrderedPlaces, known: dict[bytes, Pairs]) -> Pairs:
    """Return the best pairs of every part; ``known`` keeps them, for rows have parts in common."""
    pairs: Pairs = []
    for part in row.parts:
        key = np.sort(part).tobytes()
        if key not in known:
            known[key] = best_pairs(field, part)
        pairs += known[key]
    return pairs


def _mended(field: PairingField, row: OrderedPlaces, pairs: Pairs, seam: int) -> Pairs:
    """Match again around every cut until nothing is gained, and where a rule was broken."""
    position = _positions(field, row)
    cuts, level = row.cuts, row.level
    waiting = set(range(len(cuts)))
    while waiting:
        index = min(waiting)
        waiting.remove(index)
        cut = cuts[index]
        # Within a group much more goes across a cut than between two groups.
        radius = 3 * seam if level[cut - 2] == level[cut + 1] else seam
        better = _again(field, pairs, window(pairs, position, cut, radius))
        if better is not None:
            pairs = better
            waiting |= {index - 1, index + 1} & set(range(len(cuts)))
    for broken in _broken(field, pairs):
        candidates = _candidates(field, row, broken)
        near = [pair for pair in pairs if not candidates.isdisjoint(pair)]
        pairs = _again(field, pairs, near) or pairs
    return pairs


def _again(field: PairingField, pairs: Pairs, near: Pairs) -> Pairs | None:
    """Return the pairs after matching some of them again; None when nothing is gained."""
    better = best_pairs(field, np.array(near, dtype=np.int64).reshape(-1))
    if total_of(field, better) <= total_of(field, near):
        return None
    again = set(near)
    return [pair for pair in pairs if pair not in again] + better


def _broken(field: PairingField, pairs: Pairs) -> Pairs:
    """Return the pairs that meet again or are not to meet at all."""
    forbidden = field.broken_wishes.forbidden if field.wishes.forbidden else field.past.met
    return [pair for pair in pairs if field.past.met[pair] or forbidden[pair]]


def _candidates(field: PairingField, row: OrderedPlaces, broken: tuple[int, int]) -> set[int]:
    """Return two players and those who would suit each of them best, wherever they stand."""
    found = set(broken)
    for place in broken:
        others = row.places[row.places != place]
        weight = totals(field, np.full_like(others, place), others)
        found.update(others[np.argsort(-weight, kind="stable")[:CANDIDATES]].tolist())
    return found


def _positions(field: PairingField, row: OrderedPlaces) -> list[int]:
    position = np.full(len(field.players), -1, dtype=np.int64)
    position[row.places] = np.arange(len(row.places))
    return position.tolist()


def _left_out(edges: _Edges, places: Integers, without: tuple[int, int]) -> _Edges:
    kept = (places[edges.first] != min(without)) | (places[edges.second] != max(without))
    return _Edges(edges.first[kept], edges.second[kept], edges.weight[kept])


def _complete(count: int) -> tuple[Integers, Integers]:
    """Return every unordered pair of ``count`` vertices, in order."""
    first, second = np.triu_indices(count, 1)
    return first.astype(np.int64, copy=False), second.astype(np.int64, copy=False)


def _greatest_matching(count: int, edges: _Edges) -> list[tuple[int, int]] | None:
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
    rows = zip(edges.first.tolist(), edges.second.tolist(), weight.tolist(), strict=True)
    graph.add_edges_from(list(rows))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return pairs if len(pairs) * 2 == count else None
