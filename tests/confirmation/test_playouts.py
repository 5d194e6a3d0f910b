import pytest

from adjudication.confirmation import playouts
from adjudication.confirmation.ownership import ownership
from adjudication.confirmation.playouts import play_out
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.scoring.regions import chains_without_liberty
from tests.confirmation.boards import board

TWO_EYES = """
    . X . X O
    X X X X O
    O O O O O
    . . . . .
    . . . . .
"""
ONE_EYE = """
    . X X O .
    X X O O .
    O O O . .
    . . . . .
    . . . . .
"""


def test_the_same_position_is_played_the_same_way_every_time() -> None:
    position, size = board(ONE_EYE)
    first = list(play_out(position, size, 20))
    assert list(play_out(position, size, 20)) == first
    assert list(play_out(position, size, 20, seed=5)) != first
    assert len({tuple(end) for end in first}) > 1


def test_a_random_game_leaves_the_position_alone_and_ends_on_a_legal_board() -> None:
    position, size = board(ONE_EYE)
    before = list(position)
    for end in play_out(position, size, 50):
        assert chains_without_liberty(end, size) == []
        assert len(end) == size * size
    assert position == before


def test_two_eyes_live_in_every_random_game_and_stones_with_one_die_in_most() -> None:
    position, size = board(TWO_EYES)
    ends = list(play_out(position, size, 100))
    assert all(end[1] == BLACK and end[0] == EMPTY for end in ends)
    position, size = board(ONE_EYE)
    owned = ownership(position, size, games=100)
    assert owned.share([1, 2, 5, 6], BLACK) < -0.9
    assert owned.share([1, 2, 5, 6], WHITE) > 0.9


def test_nobody_plays_on_closed_points() -> None:
    position, size = board(TWO_EYES)
    shut = range(15, 25)
    for end in play_out(position, size, 20, closed=shut):
        assert [end[point] for point in shut] == [EMPTY] * 10


def test_an_empty_board_ends_and_belongs_to_nobody() -> None:
    for size in (2, 5, 9):
        ends = list(play_out([EMPTY] * size * size, size, 20))
        assert all(chains_without_liberty(end, size) == [] for end in ends)
    owned = ownership([EMPTY] * 81, 9, games=100)
    assert abs(owned.share(range(81), BLACK)) < 0.3


def test_random_games_of_none_and_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="no games"):
        ownership([EMPTY] * 25, 5, games=0)
    with pytest.raises(ValueError, match="no points"):
        ownership([EMPTY] * 25, 5, games=1).share([], BLACK)


def test_a_game_that_goes_round_in_circles_leaves_less_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 1)
    work = playouts.MoveAllowance(1_000_000)
    assert len(list(playouts.play_out([0] * 81, 9, 2, work=work))) == 2
    assert work.left == 1_000_000 - 2 * 81 * playouts.CIRCLING
