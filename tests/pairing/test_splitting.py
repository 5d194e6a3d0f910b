import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import pairs_of, played, state_of
from tournament.pairing.explain import explain_player
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.optimum import best_pairs, neighbours, pair_places, total_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.splitting import plain_seams, seams
from tournament.pairing.systems import pair_round
from tournament.state.games import Game
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.presets import MCMAHON, PRESETS, SWISS, SWISS_CATEGORIES
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes


def crowd(count: int, rounds: int, seed: int = 1) -> TournamentState:
    """Many players after some rounds."""
    source = random.Random(seed)
    state = state_of([max(-25, min(6, round(source.gauss(-7, 6)))) for _ in range(count)])
    for number in range(1, rounds + 1):
        state = played(state, pair_round(PairingRequest(state, number)), source.random() < 0.5)
    return state


def field_after(state: TournamentState) -> PairingField:
    return field_of(PairingRequest(state, state.played_rounds + 1))


@given(
    st.lists(st.integers(0, 12), max_size=120).map(sorted),
    st.integers(1, 10).map(lambda half: 2 * half),
    st.sampled_from([seams, plain_seams]),
)
def test_parts_are_even_and_of_the_sizes_promised(groups, least, cut):
    groups = groups[: len(groups) // 2 * 2]
    whole = 3 * least
    cuts = cut(np.array(groups, dtype=np.int64), whole, least)
    parts = np.diff([0, *cuts, len(groups)])
    assert (parts % 2 == 0).all()
    assert (parts <= whole).all()
    if len(groups) <= whole:
        assert cuts == []
    else:
        assert (parts[1:] >= least).all()
        assert parts[0] >= least - 1


@pytest.mark.parametrize("cut", [seams, plain_seams])
def test_a_part_ends_with_the_first_group_that_makes_it_large_enough_and_even(cut):
    groups = np.repeat([0, 1, 2, 3, 4, 5], [5, 4, 6, 5, 8, 8])
    assert cut(groups, 24, 8) == [20]
    assert cut(groups, 20, 6) == [20]


def test_a_group_is_cut_only_where_no_part_can_be_made_of_whole_ones():
    groups = np.repeat([0, 1, 2], [10, 31, 11])
    assert plain_seams(groups, 20, 6) == [10, 30, 46]
    assert seams(groups, 20, 6) == [10, 22, 40]
    odd = np.repeat([0, 1, 2], [9, 12, 31])
    assert plain_seams(odd, 20, 8) == [20, 40]
    assert seams(odd, 20, 8) == [8, 20, 36]


def plain_total(field: PairingField, count: int, whole: int, least: int) -> int:
    """What the parts of specification 2.10 give as they are, player by player."""
    groups, placement = field.groups.number.tolist(), field.groups.placement.tolist()
    left = sorted(range(count), key=lambda place: (groups[place], placement[place]))
    total = 0
    while left:
        size = len(left)
        if size > whole:
            size = min(whole, len(left) - least) // 2 * 2
            for end in range(least, size + 1, 2):
                if groups[left[end - 1]] != groups[left[end]]:
                    size = end
                    break
        total += total_of(field, best_pairs(field, np.array(left[:size])))
        left = left[size:]
    return total


def weighted(parameters: Parameters, **more: object) -> Parameters:
    return replace(parameters, weights=replace(parameters.weights, **more))  # type: ignore[arg-type]


SYSTEMS = {
    **PRESETS,
    "mcmahon, small handicaps": weighted(MCMAHON, handicap=20_000_000_000_000),
    "mcmahon, chance": weighted(MCMAHON, random=10**9),
    "swiss, small handicaps": weighted(SWISS, handicap=20_000_000_000_000),
    "swiss, geography": weighted(SWISS, geography=100_000_000_000),
    "three categories": replace(SWISS_CATEGORIES, scoring=ScoringParameters(categories=(0, -10))),
}


@pytest.mark.parametrize("parameters", SYSTEMS.values(), ids=list(SYSTEMS))
@pytest.mark.parametrize("rounds", [0, 1, 3])
@pytest.mark.parametrize("ranks", [(-25, 6), (-3, -3)])
def test_parts_are_never_worse_than_those_of_the_specification(parameters, rounds, ranks):
    for seed in range(3):
        source = random.Random(seed)
        count = source.randrange(62, 180, 2)
        state = state_of([source.randint(*ranks) for _ in range(count)], parameters)
        for number in range(1, rounds + 1):
            state = at_random(state, number, source)
        field = field_after(state)
        found = pair_places(field, np.arange(count), whole=60, least=20, seam=6)
        assert sorted(place for pair in found for place in pair) == list(range(count))
        assert total_of(field, found) >= plain_total(field, count, 60, 20)


def at_random(state: TournamentState, number: int, source: random.Random) -> TournamentState:
    ids = [player.id for player in state.players]
    source.shuffle(ids)
    games = tuple(
        Game(number, table, *pair, Result(source.choice([Outcome.BLACK, Outcome.WHITE])))
        for table, pair in enumerate(zip(ids[::2], ids[1::2], strict=True), 1)
    )
    return replace(state, games=state.games + games)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mended_parts_lose_nothing(seed):
    field = field_after(crowd(160, 3, seed))
    places = np.arange(160)
    pairs = pair_places(field, places, whole=60, least=40, seam=20)
    assert sorted(place for pair in pairs for place in pair) == places.tolist()
    assert total_of(field, pairs) == total_of(field, best_pairs(field, places))


def test_a_field_that_is_really_split_loses_nothing():
    state = crowd(640, 1)
    pairing = pair_round(PairingRequest(state, 2))
    field = field_after(state)
    assert pairing.total == total_of(field, best_pairs(field, np.arange(640)))
    assert len(pairs_of(pairing)) == 320
    found = explain_player(PairingRequest(state, 2), pairing, pairing.boards[150].black)
    assert found.alternative is not None
    assert found.alternative.loss >= 0


def test_a_seam_is_no_reason_to_break_a_wish():
    state = state_of([0] * 40)
    wishes = Wishes(forbidden=frozenset(frozenset((1, other)) for other in range(2, 40)))
    state = TournamentState(state.players, wishes=wishes)
    field = field_after(state)
    pairs = pair_places(field, np.arange(40), whole=20, least=10, seam=5)
    assert (0, 39) in [(min(pair), max(pair)) for pair in pairs]


def test_neighbours_are_whole_pairs_around_a_player():
    field = field_after(crowd(80, 1))
    pairs = best_pairs(field, np.arange(80))
    around = set(neighbours(field, pairs, 7, whole=40).tolist())
    assert 7 in around
    assert 2 <= len(around) < 80
    assert all((one in around) == (other in around) for one, other in pairs)
    assert len(neighbours(field, pairs, 7)) == 80
