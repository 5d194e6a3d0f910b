"""What is proven of a pairing: that nothing weighs more, or by how much something may."""

from dataclasses import replace

from hypothesis import given, settings

from tests.pairing.builders import best_total, state_of, states
from tests.support.environment import times
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.proof import bound_of
from tournament.pairing.systems import pair_round
from tournament.state.parameters import Method
from tournament.state.wishes import FixedBoard


@settings(deadline=None, max_examples=times(15, long=100))
@given(states(most=9))
def test_the_bound_is_the_weight_of_the_best_pairing(state):
    request = PairingRequest(state, state.played_rounds + 1)
    pairing = pair_round(request)
    players = [seat for board in pairing.boards for seat in (board.black, board.white)]
    expected = best_total(request, players) if players else 0
    assert bound_of(request, pairing) == expected == pairing.total


def test_a_worse_pairing_is_below_the_bound():
    request = PairingRequest(state_of([3, 3, 0, 0, -5, -5, -9, -9]), 1)
    pairing = pair_round(request)
    first, *others = pairing.boards
    second = others[-1]
    mixed = (replace(first, white=second.white), replace(second, white=first.white))
    kept = [board for board in pairing.boards if board not in (first, second)]
    found = replace(pairing, bound=None, boards=(*kept, *mixed))
    assert bound_of(request, found) == pairing.total


def test_beside_fixed_boards_nothing_is_proven_of_the_whole():
    state = state_of([3, 3, 0, 0, -5, -5, -9, -9])
    request = PairingRequest(state, 1, fixed=(FixedBoard(black=1, white=8),))
    assert bound_of(request, pair_round(request)) is None


def test_nothing_is_proven_without_weights():
    state = state_of([0] * 4)
    state = replace(state, parameters=replace(state.parameters, method=Method.ROUND_ROBIN))
    request = PairingRequest(state, 1)
    assert bound_of(request, pair_round(request)) is None
