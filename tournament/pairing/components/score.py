"""Nearly equal scores (specification, 2.4, M2)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.falling import falling_by_steps
from tournament.pairing.field import Field


def score(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    groups, weights = field.groups, field.weights
    steps = abs(groups.number[one] - groups.number[other])
    value = falling_by_steps(weights.score, weights.nx1_factor, steps, field.levels.groups)
    if field.parameters.scoring.categories:
        value = np.where(groups.category[one] == groups.category[other], value, np.int64(0))
    return value
