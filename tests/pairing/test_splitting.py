import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import pairs_of, played, state_of
from tournament.pairing.explain import explain_player
from tournament.pairing.field import Field, field_of
from tournament.pairing.optimum import best_pairs, neighbours, pair_places, total_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.splitting import seams
from tournament.pairing.systems import pair_round
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes


def crowd(count: int, rounds: int, seed: int = 1) -> TournamentState:
    """Many players after some rounds."""
    source = random.Random(seed)
    state = state_of([max(-25, min(6, round(source.gauss(-7, 6)))) for _ in range(count)])
    for number in range(1, rounds + 1):
        state = played(state, pair_round(PairingRequest(state, number)), source.random() < 0.5)
    return state


def field_after(state: TournamentState) -> Field:
    return field_of(PairingRequest(state, state.played_rounds + 1))


@given(
    st.lists(st.integers(0, 12), max_size=120).map(sorted),
    st.integers(1, 10).map(lambda half: 2 * half),
)
def test_parts_are_even_and_of_the_sizes_promised(groups, least):
    groups = groups[: len(groups) // 2 * 2]
    whole = 3 * least
    cuts = seams(np.array(groups, dtype=np.int64), whole, least)
    parts = np.diff([0, *cuts, len(groups)])
    assert (parts % 2 == 0).all()
    assert (parts <= whole).all()
    if len(groups) <= 2 * least:
        assert cuts == []
    else:
        assert (parts >= least).all()


def test_a_part_ends_with_a_group_or_next_to_its_end():
    groups = np.repeat([0, 1, 2, 3, 4, 5], [5, 4, 6, 5, 8, 8])
    assert seams(groups, 24, 8) == [8, 20]


def test_only_a_group_that_is_too_large_is_cut():
    groups = np.repeat([0, 1, 2], [10, 31, 11])
    assert seams(groups, 20, 6) == [10, 22, 40]
    assert seams(groups, 32, 6) == [10, 40]


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
