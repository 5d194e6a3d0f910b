"""Who meets whom within a group (specification, 2.6, M4)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.field import Field
from tournament.pairing.groups import seed_phase
from tournament.state.parameters import Seeding


def seeding(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    shape = np.broadcast_shapes(one.shape, other.shape)
    value = np.zeros(shape, dtype=np.int64)
    same = (field.groups.number[one] == field.groups.number[other]) & (one != other)
    first, second = np.broadcast_to(one, shape)[same], np.broadcast_to(other, shape)[same]
    value[same] = _within_group(field, first, second)
    return value


def _within_group(field: Field, one: Integers, other: Integers) -> Integers:
    weight = field.weights.seeding
    size = field.groups.size[one]
    p, q = field.groups.placement[one], field.groups.placement[other]
    match seed_phase(field.parameters, field.round).seeding:
        case Seeding.SLIP:
            off, most = abs(2 * abs(p - q) - size), size
        case Seeding.FOLD:
            off, most = abs(p + q - (size - 1)), size - 1
        case Seeding.RANDOM:
            drawn = field.name_sums.det(int(0.2 * weight), one, other)
            halves = (2 * p < size) ^ (2 * q < size)
            return np.where(halves, weight - drawn, np.int64(0))
    return weight - (weight * off // most) * off // most
