"""A random part, from the names or from the seed of the request (specification, 2.4, B2)."""

import numpy as np

from tournament.pairing.arrays import Hashes, Integers
from tournament.pairing.field import Field


def random(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    largest = field.weights.random
    if largest == 0:
        return np.zeros(np.broadcast_shapes(one.shape, other.shape), dtype=np.int64)
    if field.weights.deterministic:
        return field.name_sums.det(largest, one, other)
    return _drawn(field, largest, one, other)


def _drawn(field: Field, largest: int, one: Integers, other: Integers) -> Integers:
    """Return numbers from 0 to ``largest`` that the seed, the round and the two names give.

    Computed from these and not drawn one after the other, so that neither the order of the pairs
    nor who else is there plays a part. The steps are those of the SplitMix64 generator.
    """
    first, second = field.drawn_as[one], field.drawn_as[other]
    low, high = np.minimum(first, second), np.maximum(first, second)
    start = (field.seed * 1_000_003 + field.round) % 2**64
    value = _mixed(_mixed(low + np.uint64(start)) + high)
    return (value % np.uint64(largest + 1)).astype(np.int64)


def _mixed(value: Hashes) -> Hashes:
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))
