"""Who is drawn to another group, and whether that makes up for an earlier time (2.5, M3)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field
from tournament.state.parameters import Draw


def draw_up_down(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    groups, weights = field.groups, field.weights
    step = weights.draw_up_down // 5
    upper = (step // 2) * _position(weights.upper_mode, groups.placement, groups.size)
    lower = (step // 2) * _position(weights.lower_mode, groups.placement, groups.size)
    upper //= groups.size
    lower //= groups.size
    table = step * _scenarios(weights.compensate)
    as_upper = 2 * (field.past.drawn_down > 0) + (field.past.drawn_up > field.past.drawn_down)
    as_lower = 2 * (field.past.drawn_up > 0) + (field.past.drawn_down > field.past.drawn_up)

    def directed(high: Integers, low: Integers) -> Integers:
        cost: Integers = table[as_upper[high], as_lower[low]]
        cost += upper[high]
        cost += lower[low]
        return cost

    first, second = groups.number[one], groups.number[other]
    value = np.where(first < second, directed(one, other), directed(other, one))
    value[first == second] = 0
    if field.parameters.scoring.categories:
        apart = abs(groups.category[one] - groups.category[other]) + 1
        for _ in range(4):
            value //= apart
    return value


def makes_up(field: Field, upper: int, lower: int) -> bool:
    """Whether the component is greater because one of two players was drawn the other way before.

    ``upper`` is the place of the player of the higher group.
    """
    past = field.past
    drawn = int(past.drawn_down[upper] > 0), int(past.drawn_up[lower] > 0)
    ahead = past.drawn_up[upper] > past.drawn_down[upper]
    behind = past.drawn_down[lower] > past.drawn_up[lower]
    table = (field.weights.draw_up_down >= 5) * _scenarios(field.weights.compensate)
    return bool(table[2 * drawn[0] + ahead, 2 * drawn[1] + behind] > 2 - sum(drawn))


def _position(mode: Draw, placement: Integers, size: Integers) -> Integers:
    match mode:
        case Draw.TOP:
            return size - 1 - placement
        case Draw.MIDDLE:
            return size - 1 - abs(2 * placement - size + 1)
        case Draw.BOTTOM:
            return placement.copy()


def _scenarios(compensate: bool) -> Integers:
    """Return the scenario of every case of the upper player (rows) and the lower (columns).

    A case is 2 when the player has been drawn that way before, plus 1 when he has been drawn the
    other way more often.
    """
    table = np.empty((4, 4), dtype=np.int64)
    for upper in range(4):
        for lower in range(4):
            scenario = 2 - (upper >= 2) - (lower >= 2)
            if scenario != 0 and upper % 2:
                scenario += 1
            if scenario != 0 and lower % 2:
                scenario += 1
            table[upper, lower] = scenario if compensate else min(scenario, 2)
    return table
