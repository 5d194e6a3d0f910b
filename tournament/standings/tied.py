"""Who is tied with whom, and who beat whom among those."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournament.standings.history import Flags, Ints
from tournament.standings.metric import Position
from tournament.state.criteria import Criterion


def tied_sets(columns: Sequence[Ints], count: int) -> Ints:
    """Return the number of every player's set: equal in all columns, 0 for the lowest values.

    The first column weighs most. Without columns all players are one set.
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


def tied_before(position: Position, place: int) -> Ints:
    """Return the sets of players tied on the criteria before a place of the list."""
    before = position.criteria[:place]
    return tied_sets([position.better_is_greater(one) for one in before], position.count)


def first_of(position: Position, *criteria: Criterion) -> int | None:
    """Return the place of the first of some criteria in the list; None where none is listed."""
    places = (place for place, listed in enumerate(position.criteria) if listed in criteria)
    return next(places, None)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of players with something between them: indices, and one number each.

    ``low`` is the lower index. ``number`` is what was added up for the pair.
    """

    low: Ints
    high: Ints
    number: Ints


def pairs_within(sets: Ints, one: Ints, other: Ints, worth: Ints) -> Pairs:
    """Add up ``worth`` over the games between members of one set, by pair."""
    inside = sets[one] == sets[other]
    one, other = one[inside], other[inside]
    count = max(len(sets), 1)
    pairs = np.minimum(one, other) * count + np.maximum(one, other)
    keys, which = np.unique(pairs, return_inverse=True)
    number = np.zeros(len(keys), dtype=np.int64)
    np.add.at(number, which, worth[inside])
    return Pairs(keys // count, keys % count, number)


def net_wins(position: Position, sets: Ints) -> Pairs:
    """Return wins minus losses of the lower index for all tied players who met.

    Only real wins count: no default, no jigo, no game that both won or both lost.
    """
    games = position.history.games
    won = games.real & (games.black_points != games.white_points)
    black, white = games.black[won], games.white[won]
    black_won = games.black_points[won] > games.white_points[won]
    return pairs_within(sets, black, white, np.where(black_won == (black < white), 1, -1))


def complete_sets(sets: Ints, pairs: Pairs) -> Flags:
    """Return for every set whether all its members are paired with all others."""
    size = np.bincount(sets)
    met = np.bincount(sets[pairs.low], minlength=len(size))
    complete: Flags = met == size * (size - 1) // 2
    return complete
