"""Opponents from elsewhere, below the threshold (specification, 2.8, S2)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.falling import falling
from tournament.pairing.field import Field
from tournament.standings.scores import halved


def geography(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    most = field.weights.geography
    shape = np.broadcast_shapes(one.shape, other.shape)
    if most == 0:
        return np.zeros(shape, dtype=np.int64)
    kind = field.club_kind(one, other)
    kind += 3 * (field.country[one] != field.country[other])
    above = field.above_threshold.astype(np.int64)
    kind += 6 * (above[one] + above[other])
    return _table(field)[kind]


def _table(field: Field) -> Integers:
    """Return the component by kind: clubs, then countries, then players above the threshold."""
    weights, whole = field.weights, field.levels.groups
    clubs = (0.0, (weights.club_gap / 2.0) / whole, (weights.club_gap * 1.2) / whole)
    countries = (0.0, weights.country_gap / whole)
    ratios = []
    for country in countries:
        for club in clubs:
            far, near = max(min(club, 1.0), min(country, 1.0)), min(club, country, 1.0)
            ratio = far + near / 2.0
            ratios.append(ratio + 0.5 / whole if ratio > 0 else ratio)
    most = weights.geography
    lost = falling(most, weights.nx1_factor, np.array(ratios))
    below = np.minimum(weights.score - lost, most)
    between = halved(below + most)
    return np.concatenate([below, between, np.full_like(below, most)])
