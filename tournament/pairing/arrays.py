"""The arrays that pairs are computed in."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


def halved(doubled: Integers) -> Integers:
    """Return doubled scores as points, truncated toward zero."""
    return (doubled + (doubled < 0)) >> 1
