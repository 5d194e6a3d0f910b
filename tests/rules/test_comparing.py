"""Two records of one game: where they differ, how, and where they are together again."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.comparing import (
    Departure,
    DifferenceKind,
    DifferingMoves,
    compare,
    contradicts,
    fingerprint,
    first_departure,
    turned_to_match,
)
from adjudication.rules.points import PASS
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from tests.rules.builders import play_list
from tests.support.shared import require_shared

GAME = (
    "B C3 W G7 B C7 W G3 B E5 W E3 B E7 W C5 B D3 W F7 B D7 W F3 B D5 W F5 B E6 W E4 B pass W pass"
)


def record(text: str, size: int = 9) -> GameRecord:
    colours, points = play_list(text, size)
    return GameRecord(size=size, start=(0,) * size * size, colours=colours, points=points)


def differing(text: str) -> tuple[DifferingMoves, ...]:
    return compare(record(GAME), record(text)).stretches


def test_the_same_moves_are_the_same_record() -> None:
    found = compare(record(GAME), record(GAME))
    assert found.same
    assert (found.common, found.first_moves) == (18, 18)


def test_a_stone_that_slid() -> None:
    assert differing(GAME.replace("B E5", "B E6", 1).replace("B E6 W E4", "B E5 W E4")) == (
        DifferingMoves(DifferenceKind.ANOTHER_POINT, range(5, 6), range(5, 6)),
        DifferingMoves(DifferenceKind.ANOTHER_POINT, range(15, 16), range(15, 16)),
    )


def test_two_moves_that_were_left_out() -> None:
    assert differing(GAME.replace("B E5 W E3 ", "")) == (
        DifferingMoves(DifferenceKind.LEFT_OUT, range(5, 7), range(5, 5)),
    )
    other_way = compare(record(GAME.replace("B E5 W E3 ", "")), record(GAME))
    assert other_way.stretches == (
        DifferingMoves(DifferenceKind.LEFT_OUT, range(5, 5), range(5, 7)),
    )


def test_the_same_moves_in_another_order() -> None:
    moved = GAME.replace("B E5 W E3 B E7 W C5", "B E7 W C5 B E5 W E3")
    assert differing(moved) == (
        DifferingMoves(DifferenceKind.ANOTHER_ORDER, range(5, 9), range(5, 9)),
    )


C6, C7, G3 = 29, 20, 60


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (GAME.replace("B D7 W F3", "B E6 W F3"), None),
        (GAME.replace("B E5 W E3 B E7 W C5", "B E7 W C5 B E5 W E3"), None),
        (GAME.replace("B C7", "B C6"), Departure(3, C6, C7)),
        ("B C3 W G7 B C7", Departure(4, None, G3)),
    ],
)
def test_whether_a_record_has_a_position_of_another(other: str, found: Departure | None) -> None:
    assert first_departure(record(other), record(GAME), 10) == found


def test_a_position_is_found_turned_and_set_up() -> None:
    base = record(GAME)
    mirrored = replace(base, points=[p if p < 0 else p // 9 * 9 + 8 - p % 9 for p in base.points])
    assert first_departure(mirrored, base, 10) is None
    stones = replay_record(base).position_after(10)
    begun = replace(base, start=tuple(stones), points=base.points[10:], colours=base.colours[10:])
    assert first_departure(begun, base, 10) is None
    assert first_departure(begun, base, 9) is not None


def test_one_ends_before_the_other() -> None:
    shorter = " ".join(GAME.split()[:20])
    assert differing(shorter) == (
        DifferingMoves(DifferenceKind.GOES_ON, range(11, 19), range(11, 11)),
    )
    assert differing(GAME.removesuffix(" B pass W pass")) == (
        DifferingMoves(DifferenceKind.GOES_ON, range(17, 19), range(17, 17)),
    )


def test_another_game_is_not_of_one_game() -> None:
    other = compare(record(GAME), record("B D4 W F6 B F4 W D6 B pass W pass"))
    assert other.stretches == (
        DifferingMoves(DifferenceKind.OTHER_MOVES, range(1, 19), range(1, 7)),
    )
    assert not other.of_one_game


def test_a_capture_left_out_meets_again_in_the_same_position() -> None:
    """White's stone is taken in one record, and never stood there in the other."""
    full = "B A2 W A1 B B1 W E5 B E4 W D4"
    without = "B A2 W pass B B1 W E5 B E4 W D4"
    assert compare(record(full), record(without)).stretches == (
        DifferingMoves(DifferenceKind.ANOTHER_POINT, range(2, 3), range(2, 3)),
    )


def test_boards_of_two_sizes_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="9 and 13"):
        compare(record(GAME), record(GAME, 13))


def test_other_stones_at_the_start_are_not_the_same() -> None:
    placed = replace(record(GAME), start=(1,) + (0,) * 80)
    found = compare(record(GAME), placed)
    assert not found.same
    assert not found.same_start


def random_record(seed: int, length: int, size: int = 19) -> GameRecord:
    """A game without captures worth the name: other points in a random order."""
    points = random.Random(seed).sample(range(size * size), length)
    return GameRecord(
        size=size,
        start=(0,) * size * size,
        colours=[1 + number % 2 for number in range(length)],
        points=points,
    )


TURNS = st.tuples(st.booleans(), st.booleans(), st.booleans())


def turned(record: GameRecord, turn: tuple[bool, bool, bool]) -> GameRecord:
    """A record seen from another side of the board, reckoned point by point."""
    size = record.size
    swap, down, right = turn

    def place(point: int) -> int:
        if point == PASS:
            return PASS
        row, column = divmod(point, size)
        row, column = (size - 1 - row if down else row), (size - 1 - column if right else column)
        return column * size + row if swap else row * size + column

    return replace(record, points=[place(point) for point in record.points])


def test_another_game_that_shares_a_move_is_not_turned() -> None:
    first = record("B E5 W C3 B G7 W C7 B G3 W D4 B D6 W F4")
    other = record("B E5 W A2 B H9 W J8 B B1 W G8 B A9 W H2")
    assert turned_to_match(first, other) is other


def test_a_record_whose_stones_lie_alike_mirrored_is_not_turned() -> None:
    """Two walls across the board: mirrored, all their moves are the same in another order."""
    walls = " ".join(f"B D{row} W E{row}" for row in range(9, 0, -1))
    first = record(f"{walls} B G7 W B3 B H3 W B7 B pass W pass")
    second = record(f"{walls} B G7 W B3 B G3 W B7 B H7 W pass B pass")
    assert turned_to_match(first, second) is second
    assert compare(first, second).common >= 20
    assert not contradicts(first, record(f"{walls} B G7 W B3"))
    mirrored = turned(second, (False, True, False))
    assert turned_to_match(first, mirrored).points == second.points


@pytest.mark.parametrize(
    ("longer", "shorter", "against"),
    [
        ("B E5 W C3 B G7 W C7 B pass W pass", "B E5 W C3 B pass W pass", True),
        ("B E5 W C3 B G7 W C7 B pass W pass", "B E5 W C3", False),
        ("B E5 W C3 B pass W G7 B pass W pass", "B E5 W C3 B pass W pass", True),
        ("B E5 W C3 B pass W pass B G7", "B E5 W C3 B pass W pass", False),
        ("B E5 W C3 B pass W pass", "B E5 W C3", False),
    ],
)
def test_a_record_played_to_its_end_earlier_speaks_against_a_longer_one(
    longer: str, shorter: str, *, against: bool
) -> None:
    """Moves added at the end make no record better; a resumption after a stop is no addition."""
    assert contradicts(record(longer), record(shorter)) is against


@pytest.mark.parametrize("seed", range(4))
def test_a_record_from_memory_is_turned_though_its_order_is_another(seed: int) -> None:
    game = random_record(seed, 60)
    black, white = game.points[::2], game.points[1::2]
    random.Random(seed).shuffle(black)
    random.Random(seed + 1).shuffle(white)
    points = [point for pair in zip(black, white, strict=True) for point in pair]
    other = replace(game, points=points)
    assert turned_to_match(game, turned(other, (True, False, True))).points == points


@given(st.integers(0, 50), TURNS)
def test_a_board_seen_from_another_side_is_turned_back(
    seed: int, turn: tuple[bool, bool, bool]
) -> None:
    game = random_record(seed, 80)
    assert turned_to_match(game, turned(game, turn)).points == game.points
    assert fingerprint(turned(game, turn)) == fingerprint(game) != ()


@given(st.integers(0, 50), st.integers(0, 119), st.integers(0, 119))
def test_every_move_is_either_common_or_in_a_stretch(seed: int, cut: int, other: int) -> None:
    """Whatever was changed, both records come out whole, in their order."""
    game = random_record(seed, 120)
    points = [*game.points]
    points[cut], points[other] = points[other], points[cut]
    changed = replace(game, points=points, colours=game.colours)
    found = compare(game, changed)
    for side, length in (("first", 120), ("second", 120)):
        numbers = [number for stretch in found.stretches for number in getattr(stretch, side)]
        assert numbers == sorted(set(numbers))
        assert len(numbers) + found.common == length
    assert found.of_one_game
    assert found.same == (cut == other)


def without(game: GameRecord, *moves: int) -> GameRecord:
    """A record in which some moves were not written down."""
    kept = [number for number in range(len(game.points)) if number + 1 not in moves]
    points, colours = [game.points[n] for n in kept], [game.colours[n] for n in kept]
    return replace(game, points=points, colours=colours)


@given(st.integers(0, 50), st.integers(1, 100), TURNS)
def test_two_moves_left_out_hide_nothing_from_whatever_side(
    seed: int, move: int, turn: tuple[bool, bool, bool]
) -> None:
    game = random_record(seed, 120)
    copied = turned(without(game, move, move + 1), turn)
    assert set(fingerprint(game)) & set(fingerprint(copied))
    found = compare(game, turned_to_match(game, copied))
    assert (found.common, found.of_one_game) == (118, True)


def test_fingerprints_fit_the_column_and_a_short_game_has_none() -> None:
    assert fingerprint(random_record(1, 29)) == ()
    assert len(fingerprint(random_record(1, 30))) == 8
    assert all(-(2**63) <= number < 2**63 for number in fingerprint(random_record(1, 200)))


@pytest.mark.parametrize(
    ("size", "shared", "length", "alike"),
    [
        (19, 60, 60, True),  # the very same
        (19, 71, 75, False),  # an opening that both know by heart
        (19, 72, 75, True),
        (9, 29, 30, False),
        (9, 31, 33, True),
        (13, 40, 60, False),
    ],
)
def test_how_much_two_games_share(size: int, shared: int, length: int, *, alike: bool) -> None:
    """Of two games that begin alike and end otherwise, both with so many moves."""
    game = random_record(3, 2 * length - shared, size)
    other = game.points[:shared] + game.points[length:]
    first = replace(game, points=game.points[:length], colours=game.colours[:length])
    second = replace(first, points=other)
    assert compare(first, second).of_one_game is alike


def test_of_the_games_of_a_championship_only_one_was_sent_twice() -> None:
    """Two boards of one player have one record, with other names; no others are alike."""
    read: list[GameRecord] = []
    places: dict[tuple[int, int], list[int]] = {}
    for path in sorted(require_shared("corpus/sgf/honte/events/pgc").rglob("*.sgf")):
        record = read_record(path.read_bytes())
        for number in fingerprint(record):
            places.setdefault((record.size, number), []).append(len(read))
        read.append(record)
    likely = {pair for found in places.values() for pair in combinations(found, 2)}
    alike = [
        compare(read[one], turned_to_match(read[one], read[other])).of_one_game
        for one, other in likely
    ]
    assert (len(read) > 200, sum(alike)) == (True, 1)
