"""Groups of equal score, and every player's place in their group (specification, 2.2)."""

from dataclasses import dataclass

import numpy as np

from tournament.pairing.acceleration import points_x2
from tournament.pairing.arrays import Integers
from tournament.state.parameters import Parameters, SeedPhase, System


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels that a main score can have; empty ones count.

    ``highest`` is the main score of level 0, ``count`` the number of levels of one category,
    ``groups`` that of all categories together, against which differences are measured. A point is
    ``per_point`` levels: two if there are virtual points, as half a point counts then.
    """

    highest: int
    count: int
    groups: int
    per_point: int = 1


@dataclass(frozen=True, slots=True)
class Groups:
    """Every player's category, group (0 is the top), place in that group and its size."""

    category: Integers
    number: Integers
    placement: Integers
    size: Integers


def score_levels(parameters: Parameters, played: int) -> Levels:
    """Return the levels before the round that follows ``played`` rounds."""
    scoring = parameters.scoring
    if points_x2(parameters, played + 1):
        count = 2 * played + 3
        return Levels(count - 1, count, count, per_point=2)
    match parameters.system:
        case System.MCMAHON:
            lowest, highest = scoring.floor - 1 + 30, scoring.highest_start + 2 + 30 + played
        case System.CUP:
            lowest, highest = 0, 2**played
        case _:
            lowest, highest = 0, played
    count = highest - lowest + 1
    return Levels(highest, count, (len(scoring.categories) + 1) * count)


def seed_phase(parameters: Parameters, round_number: int) -> SeedPhase:
    """Return how groups are seeded in a round."""
    weights = parameters.weights
    first = round_number <= weights.last_round_of_phase_1
    return weights.phase_1 if first else weights.phase_2


def group_players(
    levels: Levels, category: Integers, main: Integers, ordering: list[Integers]
) -> Groups:
    """Return the groups of players who are listed by name.

    ``main`` is the main score, in half-points if accelerated, else in points. ``ordering`` has what
    orders a group, the most important first, each sorted descending; players who remain equal stay
    in the order of the list.
    """
    number = category * levels.count + (levels.highest - main)
    keys = [-column for column in reversed(ordering)]
    order = np.lexsort([*keys, number])
    ordered = number[order]
    starts = np.searchsorted(ordered, ordered, side="left")
    ends = np.searchsorted(ordered, ordered, side="right")
    placement = np.empty_like(number)
    size = np.empty_like(number)
    placement[order] = np.arange(len(number)) - starts
    size[order] = ends - starts
    return Groups(category, number, placement, size)
