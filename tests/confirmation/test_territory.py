import pytest

from adjudication.confirmation.territory import eye_spaces_in_need, settled_points, shapes_of
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.grid import neighbours
from adjudication.rules.groups import eyes_in
from adjudication.rules.scoring.territory import TerritoryOptions, count_territory
from tests.confirmation.boards import SEKI, board, small

# The white stone on the left edge hangs on A3 once the dame above it are filled.
FALSE_EYE = """
    X X X X . X X
    . X . X X X X
    . X X X X X X
    O X X O O O O
    . O O O . O .
    O O O O O O O
    . . . . . . .
"""


def test_a_chain_that_hangs_on_one_point_fills_it_once_dame_are_filled() -> None:
    position, size = board(FALSE_EYE)
    shapes = shapes_of(position, size, ())
    assert dict(shapes.fillings) == {28: WHITE}
    counted = count_territory(shapes.filled(position), size, (), TerritoryOptions())
    assert counted.white_territory == {32, 34, *range(42, 49)}
    plain = count_territory(position, size, (), TerritoryOptions())
    assert plain.white_territory == {28, 32, 34, *range(42, 49)}


def test_a_chain_that_meets_another_at_one_dame_connects_there_and_fills_nothing() -> None:
    position, size = board(FALSE_EYE)
    position = list(position)
    position[22] = 0  # the point to its right is dame now, with the chain below
    shapes = shapes_of(position, size, ())
    assert dict(shapes.fillings) == {}
    counted = count_territory(shapes.filled(position), size, (), TerritoryOptions())
    assert counted.white_territory == {28, 32, 34, *range(42, 49)}


def test_chains_with_two_dame_in_common_cannot_be_cut_and_keep_their_eye() -> None:
    # The corner chain has one eye, and connects at C5 or D4.
    position, size = board("""
        . O O X X
        O O . X X
        O . O X .
        X X O O O
        X X O . O
    """)
    assert dict(shapes_of(position, size, ()).fillings) == {}


def test_a_group_with_one_eye_and_dame_is_in_seki_and_its_eye_is_no_territory() -> None:
    position, size = board("""
        . X O . .
        X X O . O
        . . O O O
        O O O . .
        . O . O O
    """)
    shapes = shapes_of(position, size, ())
    assert shapes.seki == {0}
    assert shapes.seki_stones == {1, 5, 6}
    counted = count_territory(position, size, (), TerritoryOptions(seki=shapes.seki))
    assert counted.black_territory == frozenset()
    assert len(counted.white_territory) == 7


def test_stones_that_share_dame_without_eyes_are_in_seki() -> None:
    position, size = board(SEKI)
    shapes = shapes_of(position, size, ())
    inside = {point for point in range(size * size) if position[point] == BLACK}
    assert inside <= shapes.seki_stones


def test_dead_stones_taken_off_make_two_eyes_of_the_points_below() -> None:
    drawing = """
        . X . o X
        X X X X X
        O O O O O
        . . . . .
        . O . O .
    """
    position, size = board(drawing)
    assert 0 not in settled_points(position, size)
    live = list(position)
    live[3] = 0
    assert {
        point: owner for point, owner in settled_points(live, size).items() if owner == BLACK
    } == {
        0: BLACK,
        2: BLACK,
        3: BLACK,
    }
    assert shapes_of(position, size, small(drawing)).seki == frozenset()


@pytest.mark.parametrize(
    ("shape", "eyes"),
    [
        ([0], 1),
        ([0, 1, 2], 1),
        ([0, 1, 9, 10], 1),  # square four
        ([0, 1, 2, 10], 1),  # pyramid four
        ([0, 1, 2, 3], 2),
        ([1, 9, 10, 11, 19], 1),  # cross five
        ([0, 1, 9, 10, 11], 1),  # bulky five
        ([0, 1, 2, 3, 4], 2),
        ([1, 9, 10, 11, 19, 18], 1),  # flower six
        ([0, 1, 2, 9, 10, 11], 2),  # rectangular six
        (list(range(8)), 2),
    ],
)
def test_what_an_area_is_good_for(shape: list[int], eyes: int) -> None:
    assert eyes_in(shape, neighbours(9)) == eyes


WIDE = """
    . . . . . X O . .
    . . . . . X O . .
    X X X X . X O . .
    O O O O X X O O O
    . . . O X o X X O
    . . . O X . X O O
    . . . O X X X O .
    . . . O O O O O .
    . . . . . . . . .
"""
"""Black's chains are connected in the corner alone, where there is room for eyes besides."""


def test_a_wide_area_has_its_eyes_though_it_holds_chains_together() -> None:
    position, size = board(WIDE)
    stones = small(WIDE)
    assert not eye_spaces_in_need(position, size, stones)
    narrow = [BLACK if point in (0, 1, 2, 9, 10, 11) else position[point] for point in range(81)]
    assert [space.dead for space in eye_spaces_in_need(narrow, size, stones)] == [stones]
