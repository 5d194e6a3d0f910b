from __future__ import annotations

import random

import pytest

from adjudication.confirmation.problem import EnclosedRegion, ProblemError
from adjudication.confirmation.region import TooLarge, region_of, walls_touching
from adjudication.confirmation.walls import AliveReason, AssumeAlive, Assumption, assumed_walls
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours
from tests.confirmation.boards import (
    SEKI_IN_A_CORNER,
    board,
    mirrored,
    moved,
    named,
    small,
    swapped,
    turned,
)
from tests.support.environment import times

# A black corner with a white stone in it; White's groups left below have territory, Black's too.
CORNER = """
    ..xO....X
    xxxO....X
    OOOO....X
    O...OOOOX
    O...OXXXX
    O...OX...
    O...OX...
    O...OX...
    O...OX...
"""


def why(walls: tuple[Assumption, ...], name: str, size: int) -> str | None:
    [point] = named(name, size)
    return next((wall.why.value for wall in walls if point in wall.points), None)


def test_walls_are_the_proven_and_the_agreed_with_territory() -> None:
    position, size = board(CORNER)
    target = small(CORNER)
    walls = assumed_walls(position, size, disputed=target)
    assert why(walls, "A7", size) == "territory"
    assert why(walls, "F5", size) == "territory"
    assert why(walls, "C9", size) is None
    found = region_of(position, size, target, walls)
    assert isinstance(found, EnclosedRegion)
    assert set(found.points) == target | named("A9 B9", size)
    assert found.white_walls == named("D9 D8 A7 B7 C7", size)
    assert found.black_walls == frozenset()
    assert [wall.why for wall in walls_touching(found, walls)] == [AliveReason.TERRITORY]


def test_only_what_is_proven_is_a_wall_where_nothing_is_agreed() -> None:
    position, size = board(CORNER)
    target = small(CORNER)
    walls = assumed_walls(position, size, disputed=target, assume=AssumeAlive.NONE)
    assert walls == ()
    found = region_of(position, size, target, walls)
    assert isinstance(found, EnclosedRegion)
    assert len(found.points) == 81
    # Two eyes make it proven.
    for name in ("B4", "C4", "D4", "B3", "C3", "D3", "B2", "B1", "C1", "C2"):
        [point] = named(name, size)
        position[point] = WHITE
    walls = assumed_walls(position, size, disputed=target, assume=AssumeAlive.NONE)
    assert why(walls, "A7", size) == "benson"


def test_named_chains_are_walls_because_they_are_named() -> None:
    position, size = board(CORNER)
    target = small(CORNER)
    named_one = named("A7", size)
    walls = assumed_walls(position, size, disputed=target, assume=AssumeAlive.NONE, alive=named_one)
    assert [(wall.why, wall.colour) for wall in walls] == [(AliveReason.AGREED, WHITE)]
    # What is asked for cannot be assumed.
    for dead, disputed in (((), named_one), (named_one, ())):
        assert not assumed_walls(
            position, size, dead, disputed=disputed, assume=AssumeAlive.NONE, alive=named_one
        )
    # What is alive by its territory needs nobody's word.
    walls = assumed_walls(position, size, disputed=target, alive=named_one)
    assert why(walls, "A7", size) == "territory"


def test_small_areas_are_territory_when_there_are_two() -> None:
    position, size = board("..O..OX ..OOOOX OOOXXXX XXXX... ....... ....... .......")
    assert why(assumed_walls(position, size), "A1", size) is None
    assert why(assumed_walls(position, size), "A4", size) == "territory"
    assert why(assumed_walls(position, size), "A5", size) == "territory"  # four and two points
    position[0] = position[1] = WHITE
    assert why(assumed_walls(position, size), "A5", size) == "benson"  # two and two
    position[0] = position[1] = EMPTY
    position[2] = EMPTY
    assert why(assumed_walls(position, size), "A5", size) == "territory"  # one of seven
    position[0] = WHITE
    assert why(assumed_walls(position, size), "A5", size) is None  # one of six


def test_territory_does_not_hang_on_what_is_disputed() -> None:
    # Two groups share their last liberties. Were Black's dead, White's would have eight points.
    position, size = board(SEKI_IN_A_CORNER)
    target = small(SEKI_IN_A_CORNER)
    agreed = assumed_walls(position, size, dead=target)
    assert why(agreed, "A9", size) == "territory"
    walls = assumed_walls(position, size, dead=target, disputed=target)
    assert why(walls, "A9", size) is None
    assert {why(walls, name, size) for name in ("A6", "D6")} == {"territory"}
    found = region_of(position, size, target, walls)
    assert isinstance(found, EnclosedRegion)
    assert set(found.points) == target | named("A9 A8 B9 B8 B7 C7 C9 C8", size)
    assert region_of(position, size, named("A9", size), walls) == found


def test_an_area_that_disputed_stones_help_to_surround_is_not_their_friends() -> None:
    rows = """
        ....X...O
        ....X...O
        ....X...O
        ....x...O
        ....x...O
        XXXXO...O
        OOOOO...O
        ........O
        .......OO
    """
    position, size = board(rows)
    # F9's chain is one with the target only when joined; here a gap makes two chains of them.
    position[2 * size + 4] = EMPTY
    walls = assumed_walls(position, size, disputed=small(rows))
    assert why(walls, "A4", size) is None
    assert why(walls, "E9", size) is None


def test_a_chain_in_atari_is_no_wall() -> None:
    rows = "....O X...O XXXXX OOOOX ....O"
    position, size = board(rows)
    assert why(assumed_walls(position, size), "A2", size) is None


def test_neighbours_of_both_colours_belong_to_the_region() -> None:
    # Neither group has an area of its own: all of it is one region.
    rows = "XX.OO XX.OO XX.OO XX.OO XX.OO"
    position, size = board(rows)
    found = region_of(position, size, {0}, assumed_walls(position, size))
    assert isinstance(found, EnclosedRegion)
    assert len(found.points) == 25


def test_a_wall_that_is_asked_for_is_none() -> None:
    position, size = board(CORNER)
    walls = assumed_walls(position, size)
    found = region_of(position, size, named("A7", size), walls)
    assert isinstance(found, EnclosedRegion)
    assert named("A7 A1 C9", size) <= set(found.points)


def test_a_region_that_is_too_large_says_how_large_it_is() -> None:
    position = [EMPTY] * 361
    position[60] = BLACK
    assert region_of(position, 19, {60}, ()) == TooLarge(361, 128)


def test_regions_of_any_position() -> None:
    source = random.Random(5)
    walled = 0
    for _ in range(times(250, 3_000)):
        size = source.randint(4, 11)
        position = source.choices((EMPTY, BLACK, WHITE), (35, 50, 15), k=size * size)
        chains = chains_of(position, size)
        if any(not chain.liberties for chain in chains):
            continue
        dead = [point for chain in chains if source.random() < 0.2 for point in chain.points]
        chain = source.choice(chains)
        walls = assumed_walls(position, size, dead, disputed=chain.points)
        proven = [wall for wall in walls if wall.proven]
        assert all(wall.points.isdisjoint(dead) or wall.proven for wall in walls)
        assert all(wall.points != chain.points or wall.proven for wall in walls)
        found = region_of(position, size, chain.points, walls)
        wider = region_of(position, size, chain.points, proven)
        assert isinstance(found, EnclosedRegion)
        assert isinstance(wider, EnclosedRegion)
        assert chain.points <= set(found.points) <= set(wider.points)
        walled += bool(found.black_walls or found.white_walls)
        if any(wall.points == chain.points for wall in walls):
            continue  # it is proven itself
        # It is one piece, and whoever stands in it has the same region.
        standing = {stone for wall in walls for stone in wall.points}
        around = {near for point in found.points for near in neighbours(size)[point]}
        for other in chains:
            if other.points <= set(found.points):
                assert region_of(position, size, other.points, walls) == found
            else:
                assert other.points.isdisjoint(found.points)
                assert other.points <= standing or other.points.isdisjoint(around)
    assert walled > 5


@pytest.mark.parametrize("turn", [True, False])
def test_a_board_seen_from_elsewhere_has_the_same_region(turn) -> None:
    position, size = board(CORNER)
    target = small(CORNER)
    plain = region_of(position, size, target, assumed_walls(position, size, disputed=target))
    assert isinstance(plain, EnclosedRegion)
    other = swapped((turned if turn else mirrored)(position, size))
    there = moved(target, size, turn)
    found = region_of(other, size, there, assumed_walls(other, size, disputed=there))
    assert isinstance(found, EnclosedRegion)
    assert set(found.points) == moved(plain.points, size, turn)
    assert found.black_walls == moved(plain.white_walls, size, turn)


@pytest.mark.parametrize(
    ("position", "size", "target", "code"),
    [
        ([BLACK] * 625, 25, {0}, "position.no_liberty"),
        ([BLACK, WHITE, WHITE, EMPTY], 2, {0}, "position.no_liberty"),
        ([EMPTY] * 4, 3, {0}, "position.size"),
        ([EMPTY], 1, {0}, "position.size"),
        ([EMPTY] * 26 * 26, 26, {0}, "position.size"),
        ([3, EMPTY, EMPTY, EMPTY], 2, {0}, "position.stones"),
        ([BLACK, EMPTY, EMPTY, EMPTY], 2, (), "target.empty"),
        ([BLACK, EMPTY, EMPTY, EMPTY], 2, {4}, "target.off_board"),
        ([BLACK, EMPTY, EMPTY, EMPTY], 2, {-1}, "target.off_board"),
        ([BLACK, EMPTY, EMPTY, EMPTY], 2, {1}, "target.no_stone"),
        ([BLACK, EMPTY, EMPTY, BLACK], 2, {0, 3}, "target.chains"),
    ],
)
def test_bad_input_has_a_name(position, size, target, code) -> None:
    with pytest.raises(ProblemError) as refused:
        region_of(position, size, target, ())
    assert refused.value.code == code
