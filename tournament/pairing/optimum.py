"""The best pairing of players of a field: at once, or in parts where they are many."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.handicap import compared_scores
from tournament.pairing.field import Field
from tournament.pairing.groups import seed_phase
from tournament.pairing.matching import Edges, complete, greatest_matching
from tournament.pairing.splitting import CANDIDATES, LEAST, SEAM, WHOLE, Pairs, seams, window
from tournament.pairing.weight import totals
from tournament.state.parameters import Seeding


def pair_places(
    field: Field, places: Integers, whole: int = WHOLE, least: int = LEAST, seam: int = SEAM
) -> Pairs:
    """Return the pairs of an even number of places with the greatest sum of weights.

    Of more than ``whole`` places it is the best that parts with mended seams give.
    """
    if len(places) <= whole:
        return best_pairs(field, places)
    order = in_order(field, places, least)
    cuts = seams(levels_of(field)[order], whole, least)
    pairs: Pairs = []
    for part in np.split(order, cuts):
        pairs += best_pairs(field, part)
    return _mended(field, order, pairs, cuts, seam)


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
    return int(totals(field, chosen[:, 0], chosen[:, 1]).sum())


def levels_of(field: Field) -> Integers:
    """Return what players in the same part should have in common, the highest first.

    That is the group, except where small handicaps weigh more than equal scores.
    """
    if field.weights.handicap <= field.weights.score:
        return field.groups.number
    levels = np.stack([field.groups.category, -compared_scores(field)])
    _, number = np.unique(levels, axis=1, return_inverse=True)
    return number.astype(np.int64).reshape(-1)


def in_order(field: Field, places: Integers, least: int = LEAST) -> Integers:
    """Return places in the order of levels, so that those are near each other who are to meet.

    A group that may be cut is ordered by who meets whom, any other by placement.
    """
    level, size = levels_of(field)[places], field.groups.size[places]
    placement = field.groups.placement[places]
    if seed_phase(field.parameters, field.round).seeding is Seeding.FOLD:
        near = np.minimum(placement, size - 1 - placement)
    else:
        near = placement % np.maximum(size // 2, 1)
    near[size <= least] = 0
    return places[np.lexsort([placement, near, level])]


def neighbours(field: Field, pairs: Pairs, place: int, whole: int = WHOLE) -> Integers:
    """Return the players of the pairs around a player; all where they are at most ``whole``."""
    members = np.array(pairs, dtype=np.int64).reshape(-1)
    if len(members) <= whole:
        return np.sort(members)
    position = _positions(field, in_order(field, members))
    near = window(pairs, position, position[place], whole // 4)
    return np.sort(np.array(near, dtype=np.int64).reshape(-1))


def _mended(field: Field, order: Integers, pairs: Pairs, cuts: list[int], seam: int) -> Pairs:
    """Match again around every cut until nothing is gained, and where a rule was broken."""
    position = _positions(field, order)
    level = levels_of(field)[order]
    waiting = set(range(len(cuts)))
    while waiting:
        index = min(waiting)
        waiting.remove(index)
        cut = cuts[index]
        # Within a group much more goes across a cut than between two groups.
        radius = 2 * seam if level[cut - 2] == level[cut + 1] else seam
        better = _again(field, pairs, window(pairs, position, cut, radius))
        if better is not None:
            pairs = better
            waiting |= {index - 1, index + 1} & set(range(len(cuts)))
    for broken in _broken(field, pairs):
        candidates = _candidates(field, order, broken)
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


def _candidates(field: Field, order: Integers, broken: tuple[int, int]) -> set[int]:
    """Return two players and those who would suit each of them best, wherever they stand."""
    found = set(broken)
    for place in broken:
        others = order[order != place]
        weight = totals(field, np.full_like(others, place), others)
        found.update(others[np.argsort(-weight, kind="stable")[:CANDIDATES]].tolist())
    return found


def _positions(field: Field, order: Integers) -> list[int]:
    position = np.full(len(field.players), -1, dtype=np.int64)
    position[order] = np.arange(len(order))
    return position.tolist()


def _left_out(edges: Edges, places: Integers, without: tuple[int, int]) -> Edges:
    kept = (places[edges.one] != min(without)) | (places[edges.other] != max(without))
    return Edges(edges.one[kept], edges.other[kept], edges.weight[kept])
