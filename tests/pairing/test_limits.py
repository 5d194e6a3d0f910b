from dataclasses import replace

import pytest

from tests.pairing.builders import played, state_of
from tournament.pairing.limits import check_limits
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.parameters import HandicapRule, Scoring
from tournament.state.presets import CUP, MCMAHON, SWISS_CATEGORIES
from tournament.state.wishes import Wishes


def with_weights(**more):
    return replace(MCMAHON, weights=replace(MCMAHON.weights, **more))


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        (with_weights(score=-1), "weight_invalid"),
        (with_weights(nx1_factor=float("nan")), "weight_invalid"),
        (with_weights(nx1_factor=99.0), "weight_invalid"),
        (with_weights(rematch=2**62), "weights_too_large"),
        (replace(MCMAHON, scoring=Scoring(floor=3, bar=2)), "floor_above_bar"),
        (replace(SWISS_CATEGORIES, scoring=Scoring(floor=3, bar=2)), "floor_above_bar"),
        (replace(MCMAHON, handicap=HandicapRule(correction=10**9)), "handicap_invalid"),
    ],
)
def test_parameters_that_no_weight_can_be_computed_with_are_refused(parameters, code):
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state_of([0, 0], parameters), 1))
    assert caught.value.code == code
    assert caught.value.text.en != caught.value.text.fr


def test_the_weights_of_the_presets_and_of_every_wish_fit_the_largest_field():
    pair = frozenset({1, 2})
    wishes = Wishes(frozenset({pair}), (pair,), (pair,), pair)
    state = replace(state_of([0] * 4, SWISS_CATEGORIES), wishes=wishes)
    check_limits(state, 2048)


def test_an_enormous_correction_is_refused_and_says_whose_it_is():
    state = state_of([0, 0, 0, 0])
    first, *others = state.players
    state = replace(state, players=(replace(first, smms_correction=61), *others))
    with pytest.raises(PairingError, match="Name001") as caught:
        pair_round(PairingRequest(state, 1))
    assert caught.value.code == "correction_invalid"


def test_a_cup_doubles_its_scores_without_growing_the_tables():
    state = state_of([0, 0, 0, 0], replace(CUP, scoring=Scoring(rounds=40)))
    for number in range(1, 31):
        state = played(state, pair_round(PairingRequest(state, number)))
    assert len(pair_round(PairingRequest(state, 31)).boards) == 2
