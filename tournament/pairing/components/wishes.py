"""The wishes about who meets whom, each as a component of its own.

A pair has the weight of a wish when it meets it and nothing when it does not. Without a wish of a
kind there is no such component, and weights are exactly those of the specification.
"""

import numpy as np

from tournament.pairing.arrays import Flags, Integers
from tournament.pairing.field import Field


def forbidden(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs that must not meet unless nothing else is left."""
    return _granted(field.apart.forbidden[one, other], field.wishes.forbidden_weight)


def family(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs of one family."""
    return _granted(field.apart.family[one, other], field.wishes.family_weight)


def team(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs of one team."""
    return _granted(field.apart.team[one, other], field.wishes.team_weight)


def local(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs of two locals."""
    locals_ = field.apart.local
    return _granted(locals_[one] & locals_[other], field.wishes.local_weight)


def _granted(violated: Flags, weight: int) -> Integers:
    return np.where(violated, np.int64(0), np.int64(weight))
