from dataclasses import replace

import pytest

from tests.pairing.builders_events import event
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.parameters import Method
from tournament.state.wishes import FixedBoard

STATE = event(5, Method.MANUAL)


def test_only_what_is_fixed_is_paired():
    fixed = (FixedBoard(3, 2, table=4), FixedBoard(1, 5))
    pairing = pair_round(PairingRequest(STATE, 1, fixed=fixed))
    assert [(board.table, board.black, board.white) for board in pairing.boards] == [
        (1, 1, 5),
        (4, 3, 2),
    ]
    assert all(board.fixed for board in pairing.boards)
    assert (pairing.bye, pairing.unpaired) == (None, (4,))


def test_the_bye_is_who_was_given_it():
    pairing = pair_round(PairingRequest(STATE, 1, bye=2))
    assert (pairing.boards, pairing.bye, pairing.unpaired) == ((), 2, (1, 3, 4, 5))


def test_colours_that_are_left_open_are_computed():
    one, other = (
        pair_round(PairingRequest(STATE, 1, fixed=(FixedBoard(*pair, colours_fixed=False),)))
        for pair in ((1, 2), (2, 1))
    )
    assert one == other


def test_nobody_plays_twice():
    fixed = (FixedBoard(1, 2), FixedBoard(2, 3))
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(STATE, 1, fixed=fixed))
    assert caught.value.code == "player_busy"


def test_nobody_is_there():
    empty = replace(STATE, players=())
    assert pair_round(PairingRequest(empty, 1)).boards == ()
