from dataclasses import replace

import pytest

from tests.pairing.builders import pairs_of, state_of
from tests.pairing.errors import said
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.wishes import FixedBoard

STATE = state_of([0, -1, -2, -3, -4, -5, -6])


def error_of(**more) -> str:
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(STATE, 1, **more))
    return said(caught.value).code


def test_a_fixed_board_stays_and_the_others_are_paired_around_it():
    fixed = FixedBoard(black=1, white=7, table=2, handicap=3, komi_half=-11)
    pairing = pair_round(PairingRequest(STATE, 1, fixed=(fixed,)))
    (board,) = [board for board in pairing.boards if board.fixed]
    assert (board.table, board.black, board.white) == (2, 1, 7)
    assert (board.handicap, board.komi_half) == (3, -11)
    assert [board.table for board in pairing.boards] == [1, 2, 3]
    playing = sorted(seat for board in pairing.boards for seat in (board.black, board.white))
    assert playing == [1, 2, 3, 4, 5, 7]
    assert pairing.bye == 6
    assert pairing.total == sum(board.weight for board in pairing.boards if not board.fixed)


def test_what_a_fixed_board_leaves_open_is_computed():
    settled = FixedBoard(black=7, white=1)
    open_ = FixedBoard(black=1, white=7, colours_fixed=False)
    agreed = [
        next(b for b in pair_round(PairingRequest(STATE, 1, fixed=(board,))).boards if b.fixed)
        for board in (settled, open_)
    ]
    assert agreed[0] == agreed[1]
    assert (agreed[0].white, agreed[0].handicap, agreed[0].komi_half) == (1, 5, 1)


def test_everybody_may_be_at_fixed_boards():
    state = state_of([0, 0])
    pairing = pair_round(PairingRequest(state, 1, fixed=(FixedBoard(2, 1),)))
    assert pairs_of(pairing) == {frozenset({1, 2})}
    assert pairing.total == 0


def test_reserved_tables_are_not_used():
    pairing = pair_round(PairingRequest(STATE, 1, reserved=frozenset({1, 3})))
    assert [board.table for board in pairing.boards] == [2, 4, 5]


def test_the_strongest_sit_at_the_first_table():
    pairing = pair_round(PairingRequest(STATE, 1))
    weaker = [max(board.black, board.white) for board in pairing.boards]
    assert weaker == sorted(weaker)


def test_a_bye_by_hand():
    pairing = pair_round(PairingRequest(STATE, 1, bye=3))
    assert pairing.bye == 3
    assert len(pairing.boards) == 3


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"fixed": (FixedBoard(1, 1),)}, "same_player"),
        ({"fixed": (FixedBoard(1, 2), FixedBoard(3, 2))}, "player_busy"),
        ({"fixed": (FixedBoard(1, 99),)}, "unknown_player"),
        ({"fixed": (FixedBoard(1, 2, table=0),)}, "table_invalid"),
        ({"fixed": (FixedBoard(1, 2, table=4), FixedBoard(3, 4, table=4))}, "table_taken"),
        ({"fixed": (FixedBoard(1, 2),), "bye": 2}, "player_busy"),
        ({"only": frozenset({1, 99})}, "unknown_player"),
        ({"only": frozenset({1, 2, 3}), "bye": 4}, "bye_not_playing"),
        ({"only": frozenset({1, 2}), "bye": 1}, "bye_not_needed"),
        ({"bye": 99}, "unknown_player"),
    ],
)
def test_contradictions_are_refused(more, code):
    assert error_of(**more) == code


def test_an_absent_player_has_no_fixed_board():
    first, *others = STATE.players
    state = replace(STATE, players=(replace(first, absent=frozenset({1})), *others))
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state, 1, fixed=(FixedBoard(1, 2),)))
    assert caught.value.code == "player_absent"
    assert "Name001" in str(caught.value)


@pytest.mark.parametrize("handicap", [-1, 10])
def test_a_fixed_handicap_is_from_0_to_9(handicap):
    assert error_of(fixed=(FixedBoard(1, 2, handicap=handicap),)) == "handicap_invalid"
