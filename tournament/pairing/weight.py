"""The weight of a pair: 1 and the sum of its components (specification, 2.4)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.pairing.components import wishes
from tournament.pairing.components.category import category
from tournament.pairing.components.colour import colour
from tournament.pairing.components.draw_up_down import draw_up_down
from tournament.pairing.components.geography import geography
from tournament.pairing.components.handicap import handicap
from tournament.pairing.components.random import random
from tournament.pairing.components.rematch import rematch
from tournament.pairing.components.score import score
from tournament.pairing.components.seeding import seeding
from tournament.pairing.field import Field
from tournament.state.parameters import Weights
from tournament.state.wishes import Wishes

Component: TypeAlias = Callable[[Field, Integers, Integers], Integers]

STANDARD: Mapping[str, Component] = MappingProxyType(
    {
        "rematch": rematch,
        "random": random,
        "colour": colour,
        "category": category,
        "score": score,
        "draw_up_down": draw_up_down,
        "seeding": seeding,
        "handicap": handicap,
        "geography": geography,
    }
)
"""The nine components of the specification, in its order."""


def components_of(field: Field) -> dict[str, Component]:
    """Return the components that a field's weights have: the nine, and one for every wish."""
    asked: Wishes = field.wishes
    chosen: dict[str, Component] = dict(STANDARD)
    if asked.forbidden:
        chosen["forbidden"] = wishes.forbidden
    if asked.families:
        chosen["family"] = wishes.family
    if asked.teams:
        chosen["team"] = wishes.team
    if asked.locals_:
        chosen["local"] = wishes.local
    return chosen


def totals(field: Field, one: Integers, other: Integers) -> Integers:
    """Return the weights of pairs given by two arrays of places that broadcast."""
    weight = np.ones(np.broadcast_shapes(one.shape, other.shape), dtype=np.int64)
    for name, component in components_of(field).items():
        if name not in _unused(field.weights):
            weight += component(field, one, other)
    return weight


def components(field: Field, one: Integers, other: Integers) -> list[dict[str, int]]:
    """Return the named components of pairs given by two arrays of places, pair by pair."""
    columns = {
        name: component(field, one, other).tolist()
        for name, component in components_of(field).items()
    }
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _unused(weights: Weights) -> set[str]:
    """Return the components that are 0 for every pair."""
    used = {
        "random": weights.random,
        "colour": weights.colour,
        "category": weights.category,
        "draw_up_down": weights.draw_up_down,
        "seeding": weights.seeding,
        "handicap": weights.handicap,
        "geography": weights.geography,
    }
    return {name for name, value in used.items() if value == 0}
