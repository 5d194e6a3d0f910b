"""The core against the second implementation in naive.py, on random games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.rules.counting import territory_options
from adjudication.rules.illegal_moves import cycle_findings
from adjudication.rules.presets import BEGINNER
from adjudication.rules.replay import Replay, replay_moves
from adjudication.rules.scoring.area import count_area
from adjudication.rules.scoring.territory import count_territory
from tests.rules.builders import COLOURS, faults_of, index, play_list, position, with_ko
from tests.rules.naive import (
    NaiveGame,
    Point,
    Position,
    area_count,
    as_board,
    region,
    territory_count,
)
from tests.rules.random_games import Move, RandomGame, random_game
from tests.support.environment import times

DAMAGE = {"illegal.occupied", "record.bad_point"}
RULES = [(ko, suicide) for ko in ("SIMPLE", "PSK", "SSK", "NSSK") for suicide in (False, True)]


def core_replay(game: RandomGame) -> Replay:
    size = len(game.rows)
    return replay_moves(
        size,
        tuple(position(game.rows)),
        [COLOURS[colour] for colour, _ in game.moves],
        [index(point, size) for _, point in game.moves],
    )


def naive_replay(game: RandomGame, ko: str, suicide: bool) -> NaiveGame:
    naive = NaiveGame(game.rows, ko, suicide, game.moves[0][0] if game.moves else "X")
    for colour, point in game.moves:
        naive.play(colour, point)
    return naive


def check_play(game: RandomGame) -> None:
    """Compare positions, captures, prisoners, faults and cycles under all eight rule sets."""
    replay = core_replay(game)
    size = len(game.rows)
    for ko, suicide in RULES:
        naive = naive_replay(game, ko, suicide)
        ruleset = with_ko(ko, suicide=suicide)
        faults = faults_of(replay, ruleset)
        found = faults.findings
        core_codes = {f.move: (f.code.value, f.detail.get("earlier")) for f in found}
        naive_codes = {
            number: (code, naive.repeats[number - 1] if code == "illegal.superko" else None)
            for number, code in enumerate(naive.codes, 1)
            if code
        }
        if ko == "SIMPLE":
            core_codes = {move: (code, None) for move, (code, _) in core_codes.items()}
        assert core_codes == naive_codes, (ko, suicide)
        assert not (core_codes and replay.is_faultless), (ko, suicide)
        damage = next((n for n, (code, _) in core_codes.items() if code in DAMAGE), None)
        first = min(core_codes, default=None)
        # What comes first is either damage, after which all is uncertain, or it decides.
        assert {f.uncertain for f in found} <= {damage is not None and first == damage}
        assert [f.move for f in found if not f.moot and not f.uncertain] == (
            [] if first is None or first == damage else [first]
        )
        core_cycles = [
            (
                f.move,
                f.detail["first"],
                f.detail["length"],
                f.code == "cycle.whole_board",
                f.detail["prisoners"],
            )
            for f in cycle_findings(replay, ruleset, faults)
        ]
        naive_cycles = [
            (
                c.move,
                c.first,
                c.move - c.latest,
                c.same_player_to_move,
                c.prisoners,
            )
            for c in naive.cycles()
            if naive.repeats[c.move - 1] is None and naive.codes[c.move - 1] != "illegal.ko"
        ]
        assert core_cycles == naive_cycles, (ko, suicide)

    assert replay.position == position(naive.rows)
    for number, left in enumerate(naive.history):
        assert replay.position_after(number) == position(left.rows)
        assert replay.prisoners_after(number) == (left.by_black, left.by_white)
    for played, captured in zip(replay.moves, naive.captures, strict=True):
        assert sorted(played.captured) == sorted(index(point, size) for point in captured)


def enclosed_stones(rows: Position, colour: str, chosen: int) -> list[Point]:
    """Return all stones of a colour in some of the areas that the other colour encloses."""
    stones = [point for point, mark in as_board(rows).items() if mark == colour]
    lifted = as_board(line.replace(colour, ".") for line in rows)
    found: set[Point] = set()
    areas = 0
    for stone in stones:
        if stone not in found:
            area, _ = region(lifted, stone, len(rows))
            if chosen >> areas & 1:
                found |= area & set(stones)
            areas += 1
    return sorted(found)


def check_count(game: RandomGame, colour: str, chosen: int) -> None:
    """Compare both ways of counting the final position, with stones of one colour lifted."""
    replay = core_replay(game)
    size = len(game.rows)
    rows = naive_replay(game, "SIMPLE", True).rows
    dead = enclosed_stones(rows, colour, chosen)
    indices = [index(point, size) for point in dead]
    area = count_area(replay.position, size, dead=indices)
    without = [list(line) for line in rows]
    for row, column in dead:
        without[row][column] = "."
    assert (area.black.total, area.white.total) == area_count(tuple(map("".join, without)))
    assert len(area.dame) == size * size - area.black.total - area.white.total

    black, white, dead_black, dead_white = territory_count(rows, dead)
    by_black, by_white = replay.prisoners_after(len(replay))
    options = territory_options(replay, BEGINNER, 6.5)
    count = count_territory(replay.position, size, indices, options)
    assert (count.black.territory, count.white.territory) == (black, white)
    assert (count.black.dead, count.white.dead) == (dead_white, dead_black)
    assert count.black.total == black + by_black + dead_white
    assert count.white.total == white + by_white + dead_black + 6.5


@settings(max_examples=times(200, long=600), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    size=st.sampled_from([2, 2, 2, 3, 3, 3, 4, 4, 5]),
    length=st.integers(0, 60),
)
def test_small_boards(seed: int, size: int, length: int) -> None:
    check_play(random_game(seed, size, length))


@pytest.mark.by_turns
@settings(max_examples=times(50, long=150), deadline=None)
@given(seed=st.integers(0, 2**32), size=st.integers(6, 9), length=st.integers(0, 120))
def test_middle_boards(seed: int, size: int, length: int) -> None:
    check_play(random_game(seed, size, length))


@pytest.mark.by_turns
@pytest.mark.parametrize("size", [13, 19, 25])
@pytest.mark.parametrize("seed", [1, 2])
def test_large_boards(size: int, seed: int) -> None:
    check_play(random_game(seed, size, 250))


@settings(max_examples=times(50, long=150), deadline=None)
@given(data=st.data(), size=st.integers(2, 4))
def test_every_move_drawn(data: st.DataObject, size: int) -> None:
    """Moves drawn one by one shrink to the shortest game that shows a difference."""
    points = st.none() | st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    drawn = data.draw(st.lists(points, max_size=30))
    moves: tuple[Move, ...] = tuple(("XO"[number % 2], point) for number, point in enumerate(drawn))
    check_play(RandomGame(("." * size,) * size, moves))


@settings(max_examples=times(70, long=200), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    size=st.integers(2, 9),
    length=st.integers(0, 80),
    colour=st.sampled_from("XO"),
    chosen=st.integers(0, 255),
)
def test_counts(seed: int, size: int, length: int, colour: str, chosen: int) -> None:
    check_count(random_game(seed, size, length), colour, chosen)


def test_the_random_games_find_trouble() -> None:
    """Guards the tests above: their games hold every kind of fault, and cycles."""
    seen: set[str | None] = set()
    cycled = 0
    for seed in range(80):
        game = random_game(seed, 2 + seed % 4, 60)
        for ko, suicide in RULES:
            naive = naive_replay(game, ko, suicide)
            seen.update(naive.codes)
            cycled += sum(c.same_player_to_move for c in naive.cycles())
    assert seen == {None, *DAMAGE, "illegal.suicide", "illegal.ko", "illegal.superko"}
    assert cycled > 100


def test_suicide_in_a_cycle() -> None:
    """White captures two, then takes his own stone off by suicide: Black gains it."""
    game = RandomGame((".X.", "X.X", ".X."), (("O", (1, 1)),))
    [cycle] = naive_replay(game, "SIMPLE", True).cycles()
    replay, ruleset = core_replay(game), with_ko("SIMPLE", suicide=True)
    [found] = cycle_findings(replay, ruleset, faults_of(replay, ruleset))
    assert cycle.prisoners == 1
    assert found.detail["prisoners"] == cycle.prisoners


@pytest.mark.parametrize(
    ("moves", "faultless"),
    [
        ("", True),
        ("B A1 W B1 B C1 W pass B pass", True),
        ("W A1 B pass W B1", True),
        ("B A1 W A1 B B1", False),  # on a stone
        ("B A1 B B1", False),  # out of turn
        ("B B1 W C3 B A2 W A1", False),  # suicide
        ("B B1 W C1 B A2 W B3 B C2 W D2 B pass W B2 B C2", False),  # a ko taken back at once
    ],
)
def test_most_games_are_seen_to_be_faultless_at_once(moves: str, *, faultless: bool) -> None:
    colours, points = play_list(moves, 5)
    assert replay_moves(5, (0,) * 25, colours, points).is_faultless is faultless
