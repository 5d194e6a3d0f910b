"""Balanced colours of even games (specification, 2.4, B3)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field


def colour(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast.

    Full when one has had White more often and the other Black, half when one is even and the other
    at least two games away from it; nothing for a pair that plays with a handicap.
    """
    weight = field.weights.colour
    away = np.clip(field.past.balance, -2, 2) + 2  # -2 and 2 stand for everything beyond
    return np.where(field.even(one, other), _table(weight)[away[one], away[other]], np.int64(0))


def _table(weight: int) -> Integers:
    table = np.zeros((5, 5), dtype=np.int64)
    for row in range(5):
        for column in range(5):
            first, second = row - 2, column - 2
            if first * second < 0:
                table[row, column] = weight
            elif first * second == 0 and abs(first + second) >= 2:
                table[row, column] = weight // 2
    return table
