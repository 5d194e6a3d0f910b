"""The AGA's rating: the most likely strengths, given the ratings before an event and its games.

After Philip Waldron's description of the AGA's system of 2010, which we know second-hand (see the
specification of ratings): two variants of its constants have been published, both are here, and the
results are estimates. Ratings are the AGA's: 1.0 to 1.99 is 1 dan, -1.99 to -1.0 is 1 kyu.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

USUAL_SIGMA: Final = 0.6
"""The assumed uncertainty of a rating, in ranks: lists do not give it."""
_ENOUGH: Final = 1e-9
_MOST_SWEEPS: Final = 500
_LONGEST_STEP: Final = 1.0
_TAIL: Final = -30.0
"""Below this the normal distribution is computed from its asymptotic series."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A published set of constants, by handicap (stones) and komi (points).

    ``equivalent`` is what a handicap is worth in ranks, ``sigma`` the spread of results.
    """

    equivalent: Callable[[int, float], float]
    sigma: Callable[[int, float], float]


def _newer_equivalent(handicap: int, komi: float) -> float:
    return (handicap if handicap >= 2 else 0.5) - 0.1 * komi


def _older_equivalent(handicap: int, komi: float) -> float:
    return (handicap if handicap >= 2 else 0.580) - 0.0757 * komi


_OLDER_SIGMAS: Mapping[int, float] = MappingProxyType(
    {
        2: 1.13672,
        3: 1.18795,
        4: 1.22841,
        5: 1.27457,
        6: 1.31978,
        7: 1.35881,
        8: 1.39782,
        9: 1.43614,
    }
)


def _older_sigma(handicap: int, komi: float) -> float:
    if handicap < 2:
        return 1.0649 - 0.0021976 * komi + 0.00014984 * komi**2
    return _OLDER_SIGMAS[min(handicap, 9)] - 0.0035169 * komi


NEWER = Variant(_newer_equivalent, lambda _handicap, _komi: 1.04)
OLDER = Variant(_older_equivalent, _older_sigma)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game with one winner: the players' ids, the stones, and the komi in points."""

    black: int
    white: int
    white_won: bool
    handicap: int = 0
    komi: float = 7.5


@dataclass(frozen=True, slots=True)
class Seed:
    """A player's rating before the event, and its uncertainty, in ranks."""

    rating: float
    sigma: float = USUAL_SIGMA


def without_gap(rating: float) -> float:
    """Return a rating on a scale without the gap between 1 kyu and 1 dan."""
    return rating - 1 if rating > 0 else rating + 1


def with_gap(rating: float) -> float:
    """Return a rating on the AGA's scale again; the inverse of :func:`without_gap`."""
    return rating + 1 if rating >= 0 else rating - 1


def most_likely(
    seeds: Mapping[int, Seed], games: Sequence[RatedGame], variant: Variant = NEWER
) -> dict[int, float]:
    """Return the most likely ratings after some games, by the ids in ``seeds``.

    They maximise the product of a normal distribution around every seed and the probability of
    every result, ``Phi(rd / sigma)`` with ``rd = white - black - equivalent``. Its logarithm is
    concave, so players can be moved one after another to their best place until nobody moves any
    more. A player without a game keeps their seed.
    """
    ratings = {player: without_gap(seed.rating) for player, seed in seeds.items()}
    start = dict(ratings)
    played: dict[int, list[_Side]] = {}
    for game in games:
        sigma = variant.sigma(game.handicap, game.komi)
        lead = variant.equivalent(game.handicap, game.komi)
        sign = 1 if game.white_won else -1
        played.setdefault(game.white, []).append(_Side(game.black, -lead, sign, sigma))
        played.setdefault(game.black, []).append(_Side(game.white, lead, -sign, sigma))
    for _sweep in range(_MOST_SWEEPS):
        moved = 0.0
        for player, sides in played.items():
            step = _newton(ratings, player, start[player], seeds[player].sigma, sides)
            ratings[player] += step
            moved = max(moved, abs(step))
        if moved < _ENOUGH:
            break
    return {
        player: with_gap(rating) if player in played else seeds[player].rating
        for player, rating in ratings.items()
    }


@dataclass(frozen=True, slots=True)
class _Side:
    """A game as one player sees it: ``lead`` is how far ahead the terms put that player."""

    opponent: int
    lead: float
    sign: int
    sigma: float


def _newton(
    ratings: Mapping[int, float], player: int, seed: float, sigma: float, sides: Sequence[_Side]
) -> float:
    """Return the step that takes one player towards their best place, with all others fixed."""
    rating = ratings[player]
    slope, bend = (seed - rating) / sigma**2, 1 / sigma**2
    for side in sides:
        ahead = side.sign * (rating - ratings[side.opponent] + side.lead) / side.sigma
        ratio = _mills(ahead)
        slope += side.sign * ratio / side.sigma
        bend += ratio * (ratio + ahead) / side.sigma**2
    return max(-_LONGEST_STEP, min(_LONGEST_STEP, slope / bend))


def _mills(x: float) -> float:
    """Return the density of the normal distribution over its integral up to ``x``."""
    if x < _TAIL:
        return -x - 1 / x
    density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return density / (math.erfc(-x / math.sqrt(2)) / 2)
