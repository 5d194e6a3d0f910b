"""Players of a large field in a row, and where the row is cut into parts (specification, 2.10)."""

from dataclasses import dataclass

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.handicap import compared_scores
from tournament.pairing.field import Field
from tournament.pairing.groups import seed_phase
from tournament.pairing.splitting import plain_seams, seams
from tournament.state.parameters import Seeding


@dataclass(frozen=True, slots=True, eq=False)
class Row:
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


def plain_row(field: Field, places: Integers, whole: int, least: int) -> Row:
    """Return the row and the parts that the specification has: whole groups where they fit."""
    placement = field.groups.placement[places]
    level = field.groups.number[places]
    order = np.lexsort([placement, level])
    return Row(places[order], level[order], plain_seams(level[order], whole, least))


def rows(field: Field, places: Integers, whole: int, least: int) -> list[Row]:
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
        found.append(Row(places[order], level[order], seams(level[order], whole, least)))
    return found


def _compared(field: Field) -> Integers:
    """Return numbers for the scores that handicaps are compared by, by category, from the top."""
    levels = np.stack([field.groups.category, -compared_scores(field)])
    _, number = np.unique(levels, axis=1, return_inverse=True)
    return number.astype(np.int64).reshape(-1)


def _who_meets_whom(field: Field, places: Integers, least: int) -> list[Integers]:
    """Return what orders places within their levels, the weightiest last."""
    size, placement = field.groups.size[places], field.groups.placement[places]
    if seed_phase(field.parameters, field.round).seeding is Seeding.FOLD:
        near = np.minimum(placement, size - 1 - placement)
    else:
        near = placement % np.maximum(size // 2, 1)
    near[size <= least] = 0
    return [placement, near]
