"""The curve by which several components fall with a distance (specification, 2.4)."""

import numpy as np

from tournament.pairing.arrays import Floats, Integers


def falling(weight: int, factor: float, x: Floats) -> Integers:
    """Return ``weight * (1 - x) * (1 + factor * x)`` in whole numbers.

    Doubles, evaluated left to right as written and then truncated: the result has to be the same
    to the last unit in every program.
    """
    return np.trunc((float(weight) * (1 - x)) * (1 + factor * x)).astype(np.int64)


def falling_by_steps(weight: int, factor: float, steps: Integers, whole: int) -> Integers:
    """Return :func:`falling` of ``steps / whole``, as a rule once for every number of steps."""
    if steps.size == 0 or weight == 0:
        return np.zeros(steps.shape, dtype=np.int64)
    most = int(steps.max())
    if most > steps.size:  # scores of a cup double every round
        return falling(weight, factor, steps / whole)
    x = np.arange(most + 1, dtype=np.float64) / whole
    return falling(weight, factor, x)[steps]
