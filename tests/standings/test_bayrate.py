"""The AGA's rating: nobody could be more likely elsewhere, and what follows from that."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.standings.bayrate import (
    NEWER,
    OLDER,
    RatedGame,
    Seed,
    Variant,
    most_likely,
    with_gap,
    without_gap,
)

RANKS = st.one_of(st.floats(1, 9), st.floats(-30, -1))
PEOPLE = st.dictionaries(st.integers(1, 6), st.builds(Seed, RANKS, st.floats(0.2, 1.5)), min_size=2)


@st.composite
def events(draw: st.DrawFn) -> tuple[dict[int, Seed], list[RatedGame]]:
    seeds = draw(PEOPLE)
    pairs = st.permutations(sorted(seeds)).map(lambda people: people[:2])
    games = [
        RatedGame(black, white, draw(st.booleans()), draw(st.integers(0, 9)), draw(st.floats(0, 8)))
        for black, white in draw(st.lists(pairs, max_size=8))
    ]
    return seeds, games


def likelihood(
    ratings: dict[int, float], seeds: dict[int, Seed], games: Sequence[RatedGame], variant: Variant
) -> float:
    """The logarithm of what is maximised, written down as the specification does."""
    total = 0.0
    for player, seed in seeds.items():
        total -= ((without_gap(ratings[player]) - without_gap(seed.rating)) / seed.sigma) ** 2 / 2
    for game in games:
        ahead = without_gap(ratings[game.white]) - without_gap(ratings[game.black])
        ahead -= variant.equivalent(game.handicap, game.komi)
        sigma = variant.sigma(game.handicap, game.komi)
        chance = math.erfc(-(ahead if game.white_won else -ahead) / sigma / math.sqrt(2)) / 2
        if chance == 0:
            return -math.inf
        total += math.log(chance)
    return total


@settings(max_examples=60)
@given(events(), st.sampled_from([NEWER, OLDER]))
def test_no_other_ratings_are_more_likely(
    event: tuple[dict[int, Seed], list[RatedGame]], variant: Variant
):
    seeds, games = event
    found = most_likely(seeds, games, variant)
    best = likelihood(found, seeds, games, variant)
    if best == -math.inf:
        return  # so surprising that no probability can be written down
    for player, rating in found.items():
        for step in (-0.02, 0.02):
            beside = found | {player: with_gap(without_gap(rating) + step)}
            assert likelihood(beside, seeds, games, variant) <= best + 1e-9


def test_who_does_not_play_keeps_their_rating():
    seeds = {1: Seed(1.5), 2: Seed(-3.25), 3: Seed(-1.0)}
    found = most_likely(seeds, [RatedGame(1, 2, white_won=False)])
    assert found[3] == -1.0
    assert found[1] > 1.5
    assert found[2] < -3.25


def test_two_who_were_equal_move_apart_by_the_same():
    even = RatedGame(1, 2, white_won=True, komi=5.0)
    found = most_likely({1: Seed(4.5), 2: Seed(4.5)}, [even])
    assert found[2] - 4.5 == pytest.approx(4.5 - found[1])


def test_who_is_less_certain_moves_further():
    even = RatedGame(1, 2, white_won=True, komi=5.0)
    found = most_likely({1: Seed(4.5, 0.3), 2: Seed(4.5, 0.9)}, [even])
    assert found[2] - 4.5 > 4.5 - found[1]


def test_nobody_is_between_one_kyu_and_one_dan():
    seeds = {1: Seed(-1.05), 2: Seed(1.05)}
    found = most_likely(seeds, [RatedGame(1, 2, white_won=False)] * 2)
    assert found[1] > 1
    assert found[2] < -1
    assert with_gap(without_gap(1.0)) == 1.0


def test_a_result_that_nobody_expected_is_no_trouble():
    found = most_likely(
        {1: Seed(-30.0, 0.2), 2: Seed(9.0, 0.2)}, [RatedGame(1, 2, white_won=False)]
    )
    assert -30 < found[1] < found[2] < 9
