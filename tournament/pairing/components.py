"""The weight of a pair: 1 plus its components, which are one function each (specification, 2.4).

The specification has nine components, and every kind of wish adds one. A component takes the field
and two arrays of places that broadcast, and gives one number per pair: the greater, the better.
Letters and numbers such as B1 and 2.5 are those of the specification (2.4 to 2.6 and 2.8). A pair
gets the weight of a wish if it meets the wish, and 0 if it does not; if there are no wishes of a
kind, there is no such component.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from tournament.pairing.arrays import Flags, Floats, Hashes, Integers
from tournament.pairing.field import PairingField
from tournament.pairing.groups import seed_phase
from tournament.standings.scores import halve_towards_zero
from tournament.state.parameters import DrawFrom, Seeding, System, Weights

Component: TypeAlias = Callable[[PairingField, Integers, Integers], Integers]


def rematch(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Full weight for two players who have never met (B1)."""
    weight = np.int64(field.weights.rematch)
    return np.where(field.past.met[first, second], np.int64(0), weight)


def random(field: PairingField, first: Integers, second: Integers) -> Integers:
    """A random part that follows from the names or from the request's seed (B2)."""
    largest = field.weights.random
    if largest == 0:
        return np.zeros(np.broadcast_shapes(first.shape, second.shape), dtype=np.int64)
    if field.weights.deterministic:
        return field.name_sums.det(largest, first, second)
    return _random_by_seed(field, largest, first, second)


def _random_by_seed(
    field: PairingField, largest: int, first: Integers, second: Integers
) -> Integers:
    """Return numbers from 0 to ``largest`` that follow from the seed, the round and the two names.

    They are computed and not drawn one after another, so that neither the order of the pairs nor
    the other players matter. The steps are those of the SplitMix64 generator.
    """
    drawn_first, drawn_second = field.drawn_as[first], field.drawn_as[second]
    low, high = np.minimum(drawn_first, drawn_second), np.maximum(drawn_first, drawn_second)
    start = (field.seed * 1_000_003 + field.round) % 2**64
    value = _split_mix(_split_mix(low + np.uint64(start)) + high)
    return (value % np.uint64(largest + 1)).astype(np.int64)


def _split_mix(value: Hashes) -> Hashes:
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def colour(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Balanced colours in even games (B3).

    Full weight if one of the two has had White more often and the other Black, half if one is
    balanced and the other at least two games away from that; 0 for a pair with a handicap.
    """
    weight = field.weights.colour
    away = np.clip(field.past.balance, -2, 2) + 2  # -2 and 2 stand for everything beyond
    return np.where(
        field.even(first, second), _colour_table(weight)[away[first], away[second]], np.int64(0)
    )


def _colour_table(weight: int) -> Integers:
    table = np.zeros((5, 5), dtype=np.int64)
    for row in range(5):
        for column in range(5):
            row_balance, column_balance = row - 2, column - 2
            if row_balance * column_balance < 0:
                table[row, column] = weight
            elif row_balance * column_balance == 0 and abs(row_balance + column_balance) >= 2:
                table[row, column] = weight // 2
    return table


def category(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Players of the same category, or of close ones (M1)."""
    count = len(field.parameters.scoring.categories) + 1
    steps = abs(field.groups.category[first] - field.groups.category[second])
    if count == 1:
        return np.zeros(steps.shape, dtype=np.int64)
    weights = field.weights
    return _falling_by_steps(weights.category, weights.nx1_factor, steps, count)


def score(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Nearly equal scores (M2)."""
    groups, weights = field.groups, field.weights
    steps = abs(groups.number[first] - groups.number[second])
    value = _falling_by_steps(weights.score, weights.nx1_factor, steps, field.levels.groups)
    if field.parameters.scoring.categories:
        value = np.where(groups.category[first] == groups.category[second], value, np.int64(0))
    return value


def draw_up_down(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Who is drawn up or down, and whether that makes up for an earlier time (2.5, M3)."""
    groups, weights = field.groups, field.weights
    step = weights.draw_up_down // 5
    upper = (step // 2) * _distance_from(weights.upper_mode, groups.placement, groups.size)
    lower = (step // 2) * _distance_from(weights.lower_mode, groups.placement, groups.size)
    upper //= groups.size
    lower //= groups.size
    table = step * _scenarios(weights.compensate)
    as_upper = 2 * (field.past.drawn_down > 0) + (field.past.drawn_up > field.past.drawn_down)
    as_lower = 2 * (field.past.drawn_up > 0) + (field.past.drawn_down > field.past.drawn_up)

    def directed(high: Integers, low: Integers) -> Integers:
        cost: Integers = table[as_upper[high], as_lower[low]]
        cost += upper[high]
        cost += lower[low]
        return cost

    group, other_group = groups.number[first], groups.number[second]
    value = np.where(group < other_group, directed(first, second), directed(second, first))
    value[group == other_group] = 0
    if field.parameters.scoring.categories:
        apart = abs(groups.category[first] - groups.category[second]) + 1
        for _ in range(4):
            value //= apart
    return value


def makes_up(field: PairingField, upper: int, lower: int) -> bool:
    """Whether drawing up or down weighs more because one of the two was drawn the other way before.

    ``upper`` is the place of the player in the higher group.
    """
    past = field.past
    drawn = int(past.drawn_down[upper] > 0), int(past.drawn_up[lower] > 0)
    ahead = past.drawn_up[upper] > past.drawn_down[upper]
    behind = past.drawn_down[lower] > past.drawn_up[lower]
    table = (field.weights.draw_up_down >= 5) * _scenarios(field.weights.compensate)
    return bool(table[2 * drawn[0] + ahead, 2 * drawn[1] + behind] > 2 - sum(drawn))


def _distance_from(mode: DrawFrom, placement: Integers, size: Integers) -> Integers:
    match mode:
        case DrawFrom.TOP:
            return size - 1 - placement
        case DrawFrom.MIDDLE:
            return size - 1 - abs(2 * placement - size + 1)
        case DrawFrom.BOTTOM:
            return placement.copy()


def _scenarios(compensate: bool) -> Integers:
    """Return the scenario for every case of the upper player (rows) and of the lower (columns).

    A case is 2 if the player has been drawn that way before, plus 1 if drawn the other way more
    often.
    """
    table = np.empty((4, 4), dtype=np.int64)
    for upper in range(4):
        for lower in range(4):
            scenario = 2 - (upper >= 2) - (lower >= 2)
            if scenario != 0 and upper % 2:
                scenario += 1
            if scenario != 0 and lower % 2:
                scenario += 1
            table[upper, lower] = scenario if compensate else min(scenario, 2)
    return table


def seeding(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Who meets whom within a group (2.6, M4)."""
    shape = np.broadcast_shapes(first.shape, second.shape)
    value = np.zeros(shape, dtype=np.int64)
    same = (field.groups.number[first] == field.groups.number[second]) & (first != second)
    same_one, same_other = np.broadcast_to(first, shape)[same], np.broadcast_to(second, shape)[same]
    value[same] = _within_group(field, same_one, same_other)
    return value


def _within_group(field: PairingField, first: Integers, second: Integers) -> Integers:
    weight = field.weights.seeding
    size = field.groups.size[first]
    p, q = field.groups.placement[first], field.groups.placement[second]
    match seed_phase(field.parameters, field.round).seeding:
        case Seeding.SLIP:
            off, most = abs(2 * abs(p - q) - size), size
        case Seeding.FOLD:
            off, most = abs(p + q - (size - 1)), size - 1
        case Seeding.RANDOM:
            drawn = field.name_sums.det(int(0.2 * weight), first, second)
            halves = (2 * p < size) ^ (2 * q < size)
            return np.where(halves, weight - drawn, np.int64(0))
    return weight - (weight * off // most) * off // most


def as_seeded(field: PairingField, first: int, second: int, parts: Mapping[str, int]) -> bool:
    """Whether a pair of one group is what the seeding asks for; ``parts`` are its components.

    If the seeding is random, any pair across the two halves is. If it is by slip in a group of odd
    size, nobody is exactly half a group away from anybody, and the nearest to that will do.
    """
    weight, size = field.weights.seeding, int(field.groups.size[first])
    match seed_phase(field.parameters, field.round).seeding:
        case Seeding.RANDOM:
            return parts["seeding"] > 0
        case Seeding.SLIP if size % 2:
            return parts["seeding"] >= weight - weight // size // size
        case _:
            return parts["seeding"] >= weight


def handicap(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Small handicaps (S1)."""
    weights, scoring = field.weights, field.parameters.scoring
    if weights.handicap == 0:
        return np.zeros(np.broadcast_shapes(first.shape, second.shape), dtype=np.int64)
    scores = compared_scores(field)
    steps = abs(scores[first] - scores[second])
    if field.parameters.system is System.MCMAHON:
        whole = field.levels.groups
    else:
        whole = scoring.highest_start - scoring.floor + 3 + field.played
    return _falling_by_steps(weights.handicap, weights.nx1_factor, steps, whole)


def compared_scores(field: PairingField) -> Integers:
    """Return the McMahon scores to compare, by place; players above the threshold are all equal."""
    scores = halve_towards_zero(field.mms_x2)
    highest = field.parameters.scoring.highest_start + 2 + 30 + field.played
    scores[field.above_threshold] = highest
    return scores


def geography(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Opponents from other clubs and countries, for players below the threshold (2.8, S2)."""
    most = field.weights.geography
    shape = np.broadcast_shapes(first.shape, second.shape)
    if most == 0:
        return np.zeros(shape, dtype=np.int64)
    kind = field.club_kind(first, second)
    kind += 3 * (field.country[first] != field.country[second])
    above = field.above_threshold.astype(np.int64)
    kind += 6 * (above[first] + above[second])
    return _geography_table(field)[kind]


def _geography_table(field: PairingField) -> Integers:
    """Return the component by kind: clubs, then countries, then players above the threshold."""
    weights, whole = field.weights, field.levels.groups
    club_gap = weights.club_gap * field.levels.per_point
    clubs = (0.0, (club_gap / 2.0) / whole, (club_gap * 1.2) / whole)
    countries = (0.0, weights.country_gap * field.levels.per_point / whole)
    ratios = []
    for country in countries:
        for club in clubs:
            far, near = max(min(club, 1.0), min(country, 1.0)), min(club, country, 1.0)
            ratio = far + near / 2.0
            ratios.append(ratio + 0.5 / whole if ratio > 0 else ratio)
    most = weights.geography
    lost = _falling(most, weights.nx1_factor, np.array(ratios))
    below = np.minimum(weights.score - lost, most)
    between = halve_towards_zero(below + most)
    return np.concatenate([below, between, np.full_like(below, most)])


def forbidden(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Pairs that must not meet unless nothing else is left."""
    return _granted(field.broken_wishes.forbidden[first, second], field.wishes.forbidden_weight)


def family(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Pairs of the same family, who would rather not meet."""
    return _granted(field.broken_wishes.family[first, second], field.wishes.family_weight)


def team(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Pairs of the same team, who would rather not meet."""
    return _granted(field.broken_wishes.team[first, second], field.wishes.team_weight)


def local(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Pairs of two locals, who would rather not meet."""
    locals_ = field.broken_wishes.local
    return _granted(locals_[first] & locals_[second], field.wishes.local_weight)


def _granted(violated: Flags, weight: int) -> Integers:
    return np.where(violated, np.int64(0), np.int64(weight))


def _falling(weight: int, factor: float, x: Floats) -> Integers:
    """Return ``weight * (1 - x) * (1 + factor * x)`` in whole numbers.

    It is evaluated in doubles, left to right as written, and then truncated: the result must be the
    same to the last unit in every program.
    """
    return np.trunc((float(weight) * (1 - x)) * (1 + factor * x)).astype(np.int64)


def _falling_by_steps(weight: int, factor: float, steps: Integers, whole: int) -> Integers:
    """Return :func:`_falling` of ``steps / whole``, usually computed once per number of steps."""
    if steps.size == 0 or weight == 0:
        return np.zeros(steps.shape, dtype=np.int64)
    most = int(steps.max())
    if most > steps.size:  # the scores in a cup double every round
        return _falling(weight, factor, steps / whole)
    x = np.arange(most + 1, dtype=np.float64) / whole
    return _falling(weight, factor, x)[steps]


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
"""The specification's nine components, in its order."""


def most_of(field: PairingField) -> dict[str, int]:
    """Return the most that each component can give a pair, the heaviest first."""
    weights, wishes = field.weights, field.wishes
    found = {name: getattr(weights, name) for name in STANDARD} | {
        "forbidden": wishes.forbidden_weight if wishes.forbidden else 0,
        "family": wishes.family_weight if wishes.families else 0,
        "team": wishes.team_weight if wishes.teams else 0,
        "local": wishes.local_weight if wishes.locals_ else 0,
    }
    if not field.parameters.scoring.categories:
        del found["category"]
    heaviest = sorted(found.items(), key=lambda one: one[1], reverse=True)
    return {name: most for name, most in heaviest if most}


def components_of(field: PairingField) -> dict[str, Component]:
    """Return the components of a field's weights: the nine, and those of its wishes."""
    wishes = field.wishes
    chosen: dict[str, Component] = dict(STANDARD)
    if wishes.forbidden:
        chosen["forbidden"] = forbidden
    if wishes.families:
        chosen["family"] = family
    if wishes.teams:
        chosen["team"] = team
    if wishes.locals_:
        chosen["local"] = local
    return chosen


def totals(field: PairingField, first: Integers, second: Integers) -> Integers:
    """Return the weights of pairs given as two arrays of places that broadcast."""
    weight = np.ones(np.broadcast_shapes(first.shape, second.shape), dtype=np.int64)
    for name, component in components_of(field).items():
        if name not in _unused(field.weights):
            weight += component(field, first, second)
    return weight


def named_components(
    field: PairingField, first: Integers, second: Integers
) -> list[dict[str, int]]:
    """Return the components by name, for each pair of two arrays of places."""
    columns = {
        name: component(field, first, second).tolist()
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
