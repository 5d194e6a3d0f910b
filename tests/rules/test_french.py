"""The French text: its worked example, quick counting with pass stones, handicap, repetition."""

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.rules.replay import replay_moves
from adjudication.rules.scoring.area import count_area
from adjudication.rules.scoring.regions import find_regions
from tests.rules.builders import codes, empty, game, index, judge, position
from tests.rules.random_games import random_game
from tests.support.environment import times

# Black surrounds 7 points top left and 6 bottom right and has 26 stones; White 8 bottom left and
# 7 top right, and 27 stones. The black stone on B1 is the one that White takes off.
WORKED = [
    "...XO....",
    "...XOO...",
    ".XXXOOOOO",
    "XXXXOOOOO",
    "XXXXXXXOO",
    "OOOOOXXXX",
    "OOOOOXXXX",
    "....OX...",
    ".X..OX...",
]
# Chapter 10 of the course: Black 23 points and 24 stones, White 14 and 20.
CHAPTER_10 = [
    "..XX.XOO.",
    "..XX.XOO.",
    "..XXXOOO.",
    "..XXXOOO.",
    "..XXXOO..",
    "..XXXOO..",
    "...XXOO..",
    "...XXOO..",
    "...XXOO..",
]
STOP = "B pass W pass"


def test_f7_the_worked_example() -> None:
    record = game(WORKED, STOP, komi_text="7.5", result_text="W+10.5")
    report = judge(record, "french", dead=[index((8, 1), 9)])
    count = report.computed
    assert count is not None
    corners = sorted(len(r.points) for r in find_regions(position(WORKED), 9) if r.owner)
    assert corners == [6, 7, 7]
    assert (count.black.territory, count.black.stones, count.black.total) == (7 + 6, 26, 39)
    assert (count.white.territory, count.white.stones) == (8 + 7, 27)
    assert count.white.total == 42 + 7.5
    assert count.result == "W+10.5"
    assert report.verdict == "confirmed"


def test_f8_the_example_of_chapter_10() -> None:
    count = judge(game(CHAPTER_10, STOP, komi_text="7.5"), "french", dead=[]).computed
    assert count is not None
    assert (count.black.territory, count.black.stones) == (23, 24)
    assert (count.white.territory, count.white.stones) == (14, 20)
    assert count.result == "B+5.5"


def test_f1_f6_neutral_points_count_for_nobody() -> None:
    rows = ["XX.O", "XX.O", "XX.O", "XX.O"]
    count = judge(game(rows, STOP), "french", dead=[]).computed
    assert count is not None
    assert (count.black.total, count.white.total) == (8, 4)
    assert len(count.dame) == 4


def test_f3_after_a_resumption_nothing_is_removed() -> None:
    """Resumed over a disagreement, two more passes: the board is counted as it is.

    A bare record does not say why play was resumed, and needs dead stones like any other.
    """
    moves = f"B C3 W D3 {STOP} B B4 W D2 {STOP}"
    bare = judge(game(empty(5), moves), "french")
    assert (bare.resumed, bare.verdict) == (True, "needs_dead_stones")
    report = judge(game(empty(5), moves), "french", nothing_removed=True)
    assert report.resumed
    assert report.computed is not None
    assert report.computed.black.stones == 2


def test_suicide_is_forbidden_by_the_text() -> None:
    report = judge(game([".O..", "O...", "....", "...."], "B A4"), "french")
    [fault] = [f for f in report.findings if f.code.is_illegal]
    assert (fault.code, fault.move, fault.article) == ("illegal.suicide", 1, None)
    assert fault.detail["rule"] == "Capture"
    assert report.verdict == "forfeit"


KO = [".XO..", "XO.O.", ".XO..", ".....", "....."]
PASS_THEN_KO = "B A1 W pass B C4 W B4"


def test_the_letter_and_the_practice_differ_after_a_pass() -> None:
    """White passed in the position that he recreates: only the practised reading forbids it."""
    letter = judge(game(KO, PASS_THEN_KO), "french")
    practice = judge(game(KO, PASS_THEN_KO), "french-ssk")
    assert not [code for code in codes(letter) if code.startswith("illegal")]
    assert "illegal.superko" in codes(practice)
    # The letter allows it, and says that the board came back.
    assert [f.move for f in letter.findings if f.code.startswith("cycle.")] == [4]


def pass_stone_difference(colours: list[int], points: list[int], size: int) -> int:
    """Count empty points only, after every stone lost or given for a pass has been put back."""
    replay = replay_moves(size, [0] * size * size, colours, points)
    territory = {1: 0, 2: 0}
    for area in find_regions(replay.position, size):
        if area.owner:
            territory[area.owner] += len(area.points)
    by_black, by_white = replay.prisoners_after(len(points))
    given = {
        c: sum(k == c and p == -1 for k, p in zip(colours, points, strict=True)) for c in (1, 2)
    }
    return (territory[1] - by_white - given[1]) - (territory[2] - by_black - given[2])


def finished(seed: int, size: int, length: int, handicap: int) -> tuple[list[int], list[int]]:
    """Return a finished game from an empty board in which nobody misses a turn.

    Black opens with ``handicap`` moves (0 and 1: one), White passes last.
    """
    drawn = random_game(seed, size, length).moves
    replay = replay_moves(size, [0] * size * size, [], [])
    extra = max(handicap - 1, 0)
    colours: list[int] = []
    points: list[int] = []
    for _, point in drawn:
        where = index(point, size)
        colour = 1 if len(points) <= extra else 1 + (len(points) - extra) % 2
        if len(points) <= extra and where == -1:
            continue
        replay = replay_moves(size, [0] * size * size, [*colours, colour], [*points, where])
        if len(points) + 1 in replay.illegal:
            continue
        colours.append(colour)
        points.append(where)
    while len(points) <= extra:
        raise_empty = next(p for p, state in enumerate(replay.position) if not state)
        colours.append(1)
        points.append(raise_empty)
        replay = replay_moves(size, [0] * size * size, colours, points)
    colour = 3 - colours[-1]
    for _ in range(3 if colour == 1 else 2):
        colours.append(colour)
        points.append(-1)
        colour = 3 - colour
    if colours[-1] == 1:
        colours.append(2)
        points.append(-1)
    return colours, points


@settings(max_examples=times(30, long=100), deadline=None)
@given(seed=st.integers(0, 2**32), size=st.integers(2, 9), length=st.integers(0, 60))
def test_f9_pass_stones_give_the_same_as_area(seed: int, size: int, length: int) -> None:
    """Equal numbers of moves, White passing last; suicides are stones lost like others."""
    colours, points = finished(seed, size, length, 0)
    assert colours.count(1) == colours.count(2)
    replay = replay_moves(size, [0] * size * size, colours, points)
    area = count_area(replay.position, size)
    difference = pass_stone_difference(colours, points, size)
    assert area.black.total - area.white.total == difference


@settings(max_examples=times(20, long=60), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    size=st.integers(5, 9),
    length=st.integers(0, 60),
    handicap=st.integers(2, 9),
)
def test_f10_pass_stones_compensate_a_handicap_by_n_minus_1(
    seed: int, size: int, length: int, handicap: int
) -> None:
    colours, points = finished(seed, size, length, handicap)
    assert colours[:handicap] == [1] * handicap
    assert colours[handicap] == 2
    record = game(empty(size), handicap=handicap)
    record.colours.extend(colours)
    record.points.extend(points)
    report = judge(record, "french", dead=[])
    assert report.computed is not None
    assert report.computed.white.compensation == handicap - 1
    assert "illegal.turn" not in codes(report)
    total = report.computed.black.total - report.computed.white.total
    assert total == pass_stone_difference(colours, points, size)


def test_f10_komi_in_a_handicap_game() -> None:
    record = game(empty(5), f"B C3 B B2 W D4 {STOP}", handicap=2, komi_text=None)
    report = judge(record, "french", dead=[])
    assert report.komi == 0.5
    assert report.computed is not None
    assert report.computed.white.compensation == 1
