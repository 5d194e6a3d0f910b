"""Small handicaps (specification, 2.4, S1)."""

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components.falling import falling_by_steps
from tournament.pairing.field import Field
from tournament.standings.scores import halved
from tournament.state.parameters import System


def handicap(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the component of pairs given by two arrays of places that broadcast."""
    weights, scoring = field.weights, field.parameters.scoring
    if weights.handicap == 0:
        return np.zeros(np.broadcast_shapes(one.shape, other.shape), dtype=np.int64)
    scores = compared_scores(field)
    steps = abs(scores[one] - scores[other])
    if field.parameters.system is System.MCMAHON:
        whole = field.levels.groups
    else:
        whole = scoring.highest_start - scoring.floor + 3 + field.played
    return falling_by_steps(weights.handicap, weights.nx1_factor, steps, whole)


def compared_scores(field: Field) -> Integers:
    """Return the McMahon scores that are compared, by place; those near the top are all equal."""
    scores = halved(field.mms_x2)
    highest = field.parameters.scoring.highest_start + 2 + 30 + field.played
    scores[field.above_threshold] = highest
    return scores
