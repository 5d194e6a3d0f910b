from dataclasses import replace

import numpy as np
import pytest

from tests.pairing.builders import played, state_of
from tests.support.catalogues import french
from tournament.pairing.field import field_of
from tournament.pairing.limits import check_limits
from tournament.pairing.optimum import proven_pairs
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.pricing import PricesTooLargeError
from tournament.pairing.systems import pair_round
from tournament.state.parameters import HandicapRule, Method, ScoringParameters
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
        (with_weights(score=2**2000), "weights_too_large"),
        (with_weights(country_gap=-1), "weight_invalid"),
        (with_weights(club_gap=10**30), "weight_invalid"),
        (replace(MCMAHON, handicap=HandicapRule(correction=10**9)), "handicap_invalid"),
        (replace(MCMAHON, handicap=HandicapRule(threshold=-(10**30))), "handicap_invalid"),
        (replace(MCMAHON, handicap=HandicapRule(ceiling=-1)), "handicap_invalid"),
    ],
)
def test_parameters_that_no_weight_can_be_computed_with_are_refused(parameters, code):
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state_of([0, 0], parameters), 1))
    assert caught.value.code == code
    assert str(caught.value.text) != french(caught.value.text)


@pytest.mark.parametrize("factor", [-1.0, 0.5, 1.0])
def test_the_weights_of_the_presets_and_of_every_wish_fit_the_largest_field(factor):
    pair = frozenset({1, 2})
    wishes = Wishes(frozenset({pair}), (pair,), (pair,), pair)
    weights = replace(SWISS_CATEGORIES.weights, nx1_factor=factor)
    state = replace(state_of([0] * 4, replace(SWISS_CATEGORIES, weights=weights)), wishes=wishes)
    check_limits(state, 10_000)


def test_totals_are_exact_beyond_64_bits():
    state = state_of([0] * 40, with_weights(rematch=2**61))
    pairing = pair_round(PairingRequest(state, 1))
    assert pairing.total == sum(board.weight for board in pairing.boards) > 2**63
    field = field_of(PairingRequest(state, 1))
    with pytest.raises(PricesTooLargeError):
        proven_pairs(field, np.arange(40))


@pytest.mark.parametrize("parameters", [MCMAHON, SWISS_CATEGORIES])
@pytest.mark.parametrize(("floor", "bar"), [(3, 2), (8, -30)])
def test_a_floor_above_the_bar_is_where_everybody_starts(parameters, floor, bar):
    odd = replace(parameters, scoring=replace(parameters.scoring, floor=floor, bar=bar))
    even = replace(parameters, scoring=replace(parameters.scoring, floor=floor, bar=floor))
    ranks = [6, 0, -12, -1, -29]
    assert pair_round(PairingRequest(state_of(ranks, odd), 1)) == pair_round(
        PairingRequest(state_of(ranks, even), 1)
    )


def test_a_cup_doubles_its_scores_without_growing_the_tables():
    state = state_of([0, 0, 0, 0], replace(CUP, scoring=ScoringParameters(rounds=40)))
    for number in range(1, 31):
        state = played(state, pair_round(PairingRequest(state, number)))
    assert len(pair_round(PairingRequest(state, 31)).boards) == 2


@pytest.mark.parametrize(
    ("parameters", "number"), [(CUP, 51), (CUP, 64), (MCMAHON, 1001), (SWISS_CATEGORIES, 10**30)]
)
@pytest.mark.parametrize("method", list(Method))
def test_rounds_that_no_score_can_be_computed_for_are_refused(parameters, number, method):
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state_of([0, 0], replace(parameters, method=method)), number))
    assert caught.value.code == "round_too_late"


def test_the_last_rounds_can_be_paired():
    for parameters, number in ((CUP, 50), (MCMAHON, 1000)):
        assert len(pair_round(PairingRequest(state_of([0, 0], parameters), number)).boards) == 1
