"""The best pairing of players of a field: at once, or in parts where they are many."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field
from tournament.pairing.matching import Edges, complete, greatest_matching
from tournament.pairing.rows import Row, plain_row, rows
from tournament.pairing.splitting import CANDIDATES, LEAST, SEAM, WHOLE, Pairs, window
from tournament.pairing.weight import totals


def pair_places(
    field: Field, places: Integers, whole: int = WHOLE, least: int = LEAST, seam: int = SEAM
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


def best_pairs(field: Field, places: Integers, without: tuple[int, int] | None = None) -> Pairs:
    """Return the pairs with the greatest sum of weights, whatever the number of places.

    That number is even. ``without`` is a pair that is not to be used; when no pairing is left
    then, there are no pairs.
    """
    places = np.sort(places)
    one, other = complete(len(places))
    edges = Edges(one, other, totals(field, places[one], places[other]))
    if without is not None:
        edges = _left_out(edges, places, without)
    by_place = places.tolist()
    found = greatest_matching(len(places), edges) or []
    return [(by_place[first], by_place[second]) for first, second in found]


def total_of(field: Field, pairs: Pairs) -> int:
    """Return the sum of the weights of pairs of places."""
    chosen = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return sum(totals(field, chosen[:, 0], chosen[:, 1]).tolist())  # may leave 64 bits


def neighbours(field: Field, pairs: Pairs, place: int, whole: int = WHOLE) -> Integers:
    """Return the players of the pairs around a player; all where they are at most ``whole``."""
    members = np.array(pairs, dtype=np.int64).reshape(-1)
    if len(members) <= whole:
        return np.sort(members)
    row = rows(field, members, whole, whole // 3)[-1]
    position = _positions(field, row)
    near = window(pairs, position, position[place], whole // 4)
    return np.sort(np.array(near, dtype=np.int64).reshape(-1))


def _in_parts(field: Field, row: Row, known: dict[bytes, Pairs]) -> Pairs:
    """Return the best pairs of every part; ``known`` keeps them, for rows have parts in common."""
    pairs: Pairs = []
    for part in row.parts:
        key = np.sort(part).tobytes()
        if key not in known:
            known[key] = best_pairs(field, part)
        pairs += known[key]
    return pairs


def _mended(field: Field, row: Row, pairs: Pairs, seam: int) -> Pairs:
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


def _again(field: Field, pairs: Pairs, near: Pairs) -> Pairs | None:
    """Return the pairs after matching some of them again; None when nothing is gained."""
    better = best_pairs(field, np.array(near, dtype=np.int64).reshape(-1))
    if total_of(field, better) <= total_of(field, near):
        return None
    again = set(near)
    return [pair for pair in pairs if pair not in again] + better


def _broken(field: Field, pairs: Pairs) -> Pairs:
    """Return the pairs that meet again or are not to meet at all."""
    forbidden = field.apart.forbidden if field.wishes.forbidden else field.past.met
    return [pair for pair in pairs if field.past.met[pair] or forbidden[pair]]


def _candidates(field: Field, row: Row, broken: tuple[int, int]) -> set[int]:
    """Return two players and those who would suit each of them best, wherever they stand."""
    found = set(broken)
    for place in broken:
        others = row.places[row.places != place]
        weight = totals(field, np.full_like(others, place), others)
        found.update(others[np.argsort(-weight, kind="stable")[:CANDIDATES]].tolist())
    return found


def _positions(field: Field, row: Row) -> list[int]:
    position = np.full(len(field.players), -1, dtype=np.int64)
    position[row.places] = np.arange(len(row.places))
    return position.tolist()


def _left_out(edges: Edges, places: Integers, without: tuple[int, int]) -> Edges:
    kept = (places[edges.one] != min(without)) | (places[edges.other] != max(without))
    return Edges(edges.one[kept], edges.other[kept], edges.weight[kept])
