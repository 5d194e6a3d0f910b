"""What random games leave open, told by the look of a finished game."""

from adjudication.confirmation.plausible import chains_taken_for_dead
from adjudication.confirmation.territory import weak_groups
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, WHITE
from tests.confirmation.boards import SEKI, board

# Black has a square four and no dame; the white stones around have two eyes.
SQUARE_FOUR = """
    . . X O . .
    . . X O . O
    X X X O O .
    O O O O O O
    O . . O . .
    O O O O . .
"""
# The white stone in the corner would be dead if the black ones around it were not.
INSIDE = """
    O . X O . .
    . . X O . O
    X X X O O .
    O O O O O O
    O . . O . .
    O O O O . .
"""


def _chain(position: list[int], size: int, point: int) -> frozenset[int]:
    return next(chain.points for chain in chains_of(position, size) if point in chain.points)


def _shares(
    position: list[int], size: int, colour: int, share: float
) -> dict[frozenset[int], float]:
    return {
        chain.points: share if chain.colour == colour else 1.0
        for chain in chains_of(position, size)
    }


def test_a_group_with_one_eye_and_nobody_to_share_a_seki_is_dead_where_it_is_unsure() -> None:
    position, size = board(SQUARE_FOUR)
    black = _chain(position, size, 2)
    assert [(group.stones, group.races) for group in weak_groups(position, size)] == [
        (black, False)
    ]
    assert chains_taken_for_dead(position, size, (), _shares(position, size, BLACK, 0.1)) == {black}
    assert chains_taken_for_dead(position, size, (), _shares(position, size, BLACK, 0.9)) == set()


def test_a_small_seki_stays_one() -> None:
    position, size = board(SEKI)
    assert all(group.races for group in weak_groups(position, size) if len(group.stones) < 20)
    outside = {_chain(position, size, 0): 1.0}
    for colour in (BLACK, WHITE):
        share = _shares(position, size, colour, 0.1) | outside
        assert chains_taken_for_dead(position, size, (), share) == set()


def test_what_was_dead_inside_a_dead_group_lives() -> None:
    position, size = board(INSIDE)
    black, white = _chain(position, size, 2), _chain(position, size, 0)
    share = _shares(position, size, BLACK, 0.1) | {white: -0.5}
    assert chains_taken_for_dead(position, size, {white}, share) == {black}


def test_a_large_seki_is_not_left_the_side_without_which_less_is_idle_is_dead() -> None:
    position, size = board("""
        O O O O O O O O O
        O X X X X X X X O
        O X . . . . . X O
        O X . O O O . X O
        O X . O . O . X O
        O X . O O O . X O
        O X . . . . . X O
        O X X X X X X X O
        O O O O O O O O O
    """)
    ring, outside = _chain(position, size, 30), _chain(position, size, 0)
    black = _chain(position, size, 10)
    assert chains_taken_for_dead(position, size, (), {ring: 0.1, black: 0.9, outside: 1.0}) == {
        ring
    }
    assert chains_taken_for_dead(position, size, (), {ring: 0.3, black: 0.9, outside: 1.0}) == set()
