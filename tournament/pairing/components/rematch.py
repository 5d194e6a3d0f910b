"""Not to meet again: full weight when two players have never met (specification, 2.4, B1)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field


def rematch(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    weight = np.int64(field.weights.rematch)
    return np.where(field.past.met[one, other], np.int64(0), weight)
