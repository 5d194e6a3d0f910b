"""Whose turn it was (SPEC 1.8, 1.9): the reasons that excuse two moves in a row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.turns import moves_out_of_turn, resuming_moves

B, W, P = 1, 2, -1
MOVES = st.lists(st.tuples(st.sampled_from([B, W]), st.integers(-1, 8)), max_size=30)


def plain_account(moves: list[tuple[int, int]], black_run: int) -> list[int]:
    """The same, told as a referee would: who moved before, and was play stopped in between?"""
    faults = []
    for number in range(2, len(moves) + 1):
        before, now = moves[number - 2], moves[number - 1]
        stopped = number >= 3 and moves[number - 2][1] == moves[number - 3][1] == P
        opening = all(colour == B for colour, _ in moves[:number]) and number <= black_run
        if before[0] == now[0] and not stopped and not opening:
            faults.append(number)
    return faults


@given(moves=MOVES, black_run=st.integers(0, 9))
def test_against_a_plain_account(moves: list[tuple[int, int]], black_run: int) -> None:
    colours, points = [c for c, _ in moves], [p for _, p in moves]
    assert moves_out_of_turn(colours, points, black_run=black_run) == plain_account(
        moves, black_run
    )


@given(moves=MOVES)
def test_resumptions_are_plays_after_two_passes(moves: list[tuple[int, int]]) -> None:
    points = [p for _, p in moves]
    expected = [n for n in range(3, len(points) + 1) if points[n - 3 : n - 1] == [P, P]]
    assert resuming_moves(points) == [n for n in expected if points[n - 1] != P]


@pytest.mark.parametrize("colour", [B, W])
def test_either_colour_resumes(colour: int) -> None:
    assert moves_out_of_turn([B, W, B, W, colour], [0, 1, P, P, 2]) == []


def test_one_pass_excuses_nothing() -> None:
    assert moves_out_of_turn([B, W, W], [0, P, 1]) == [3]


def test_a_change_by_hand_starts_the_turns_anew() -> None:
    assert moves_out_of_turn([B, B], [0, 1], restarts={1}) == []


def test_white_may_not_open_twice() -> None:
    assert moves_out_of_turn([W, W], [0, 1], black_run=9) == [2]
