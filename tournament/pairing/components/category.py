"""Not to mix categories (specification, 2.4, M1)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.falling import falling_by_steps
from tournament.pairing.field import Field


def category(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    count = len(field.parameters.scoring.categories) + 1
    steps = abs(field.groups.category[one] - field.groups.category[other])
    if count == 1:
        return np.zeros(steps.shape, dtype=np.int64)
    weights = field.weights
    return falling_by_steps(weights.category, weights.nx1_factor, steps, count)
