"""Cutting large fields into parts that are matched one by one (specification, 2.10).

Parts alone may lose a little where two of them touch. So the players around every seam are matched
once more, together, until that gains nothing any more. That can only gain, and finds most of what
one matching of all would; it is no proof that nothing is lost.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components import compared_scores
from tournament.pairing.field import PairingField
from tournament.pairing.groups import seed_phase
from tournament.state.parameters import Seeding

WHOLE = 600
"""Up to so many players are matched at once, and the pairing is the best there is."""

LEAST = 200
"""So many players a part has at least."""

SEAM = 60
"""So many players on either side of a seam are matched again, thrice as many within a group."""

CANDIDATES = 60
"""So many others are looked at for each of two players who should not meet."""

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class OrderedPlaces:
    """Places in a row, the level of each, and the indices where a new part begins."""

    places: Integers
    level: Integers
    cuts: list[int]

    @property
    def parts(self) -> list[Integers]:
        """Return the places of every part."""
        return np.split(self.places, self.cuts)

    @property
    def cuts_a_level(self) -> bool:
        """Whether a part ends within a level."""
        return any(self.level[cut - 1] == self.level[cut] for cut in self.cuts)


def plain_row(field: PairingField, places: Integers, whole: int, least: int) -> OrderedPlaces:
    """Return the row and the parts that the specification has: whole groups where they fit."""
    placement = field.groups.placement[places]
    level = field.groups.number[places]
    order = np.lexsort([placement, level])
    return OrderedPlaces(places[order], level[order], plain_seams(level[order], whole, least))


def rows(field: PairingField, places: Integers, whole: int, least: int) -> list[OrderedPlaces]:
    """Return the rows that are worth a try.

    By groups always; where small handicaps weigh more than equal scores also by what handicaps are
    compared by. A group that may be cut is in the order of who meets whom.
    """
    levels = [field.groups.number[places]]
    if field.weights.handicap > field.weights.score:
        levels.append(_compared(field)[places])
    found = []
    for level in levels:
        order = np.lexsort([*_who_meets_whom(field, places, least), level])
        found.append(OrderedPlaces(places[order], level[order], seams(level[order], whole, least)))
    return found


def _compared(field: PairingField) -> Integers:
    """Return numbers for the scores that handicaps are compared by, by category, from the top."""
    levels = np.stack([field.groups.category, -compared_scores(field)])
    _, number = np.unique(levels, axis=1, return_inverse=True)
    return number.astype(np.int64).reshape(-1)


def _who_meets_whom(field: PairingField, places: Integers, least: int) -> list[Integers]:
    """Return what orders places within their levels, the weightiest last."""
    size, placement = field.groups.size[places], field.groups.placement[places]
    if seed_phase(field.parameters, field.round).seeding is Seeding.FOLD:
        near = np.minimum(placement, size - 1 - placement)
    else:
        near = placement % np.maximum(size // 2, 1)
    near[size <= least] = 0
    return [placement, near]


def plain_seams(groups: Integers, whole: int, least: int) -> list[int]:
    """Return where the specification cuts players who are in the order of their ``groups``.

    The players are an even number, and so is every part. A part ends with the first group after
    which it has ``least`` players or more and an even number of them. Where that would make it
    greater than ``whole``, or leave fewer than ``least``, a group is cut, as late as may be. The
    last part has at most ``whole``, which is at least twice ``least``.
    """
    return _cuts(groups, whole, least, lambda start, ends: start + whole)


def seams(groups: Integers, whole: int, least: int) -> list[int]:
    """Return the same, but where a group has to be cut it is cut early.

    That is next to the end of a group, where one of them fits, and otherwise after twice ``least``
    players: smaller parts are matched much faster.
    """
    return _cuts(
        groups,
        whole,
        least,
        lambda start, ends: int(ends[0]) - 1 if len(ends) else start + 2 * least,
    )


def _cuts(
    groups: Integers, whole: int, least: int, within: Callable[[int, Integers], int]
) -> list[int]:
    """Return the cuts; ``within`` says where, by the start of a part and the ends that fit."""
    ends = np.flatnonzero(np.diff(groups)) + 1
    found: list[int] = []
    start = 0
    while len(groups) - start > whole:
        last = len(groups) - least
        fits = ends[(ends >= start + least) & (ends <= min(start + whole, last))]
        even = fits[(fits - start) % 2 == 0]
        end = int(even[0]) if len(even) else min(within(start, fits), last)
        start = end - (end - start) % 2
        found.append(start)
    return found


def window(pairs: Pairs, position: Sequence[int], centre: int, radius: int) -> Pairs:
    """Return the pairs with a player near a position.

    ``position`` has every player's position in the order of the groups.
    """
    return [
        pair
        for pair in pairs
        if any(centre - radius <= position[player] < centre + radius for player in pair)
    ]
