from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import played, state_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.games import Bye
from tournament.state.presets import MCMAHON, SWISS


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 4), st.sampled_from([MCMAHON, SWISS]), st.booleans())
def test_everybody_has_one_bye_before_anybody_has_two(half, parameters, black_wins):
    count = 2 * half + 1
    state = state_of([0] * count, parameters)
    seen: list[int] = []
    for number in range(1, 2 * count + 1):
        pairing = pair_round(PairingRequest(state, number))
        assert pairing.bye is not None
        again = pairing.bye in seen
        assert again == (number > count)
        assert any("bye again" in str(note) for note in pairing.notes) == again
        seen.append(pairing.bye)
        state = played(state, pairing, black_wins)


def test_in_mcmahon_the_lowest_score_has_it_and_of_equals_the_last_by_name():
    assert pair_round(PairingRequest(state_of([-3, -5, -5, 0, 0]), 1)).bye == 3


def test_in_swiss_a_win_counts_for_forty_ranks():
    state = state_of([5, -20, 0], SWISS)
    assert pair_round(PairingRequest(state, 1)).bye == 2
    state = replace(state, byes=(Bye(1, 2),))
    assert pair_round(PairingRequest(state, 2)).bye == 3


def test_only_those_who_are_paired_are_counted():
    state = state_of([0, 0, 0, 0])
    assert pair_round(PairingRequest(state, 1)).bye is None
    assert pair_round(PairingRequest(state, 1, only=frozenset({1, 2, 3}))).bye == 3
