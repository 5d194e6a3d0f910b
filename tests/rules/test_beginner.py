"""The beginners' rules (SPEC 1.5b): dead stones at two points or one, basic ko, no seki rule."""

from dataclasses import replace

from adjudication.rules.presets import BEGINNER
from adjudication.rules.rulesets import Cited
from tests.rules.builders import codes, game, judge

STOP = "B pass W pass"
# Black's corner of 16 points holds two dead white stones.
ROWS = ["....XO.", ".O..XO.", "..O.XO.", "....XO.", "XXXXXO.", "OOOOOO.", "......."]
DEAD = [8, 16]


def test_a_dead_stone_gives_its_point_and_a_prisoner() -> None:
    count = judge(game(ROWS, STOP), "beginner", dead=DEAD).computed
    assert count is not None
    assert (count.black.territory, count.black.prisoners, count.black.total) == (16, 2, 18)
    assert count.white.territory == 13


def test_the_letter_gives_one_point_a_dead_stone() -> None:
    letter = replace(BEGINNER, dead_stone_points=Cited(1, "Comptage des points"))
    count = judge(game(ROWS, STOP), letter, dead=DEAD).computed
    assert count is not None
    assert (count.black.territory, count.black.prisoners, count.black.total) == (14, 2, 16)
    assert not set(DEAD) & count.black_territory


def test_one_point_with_marks_too() -> None:
    letter = replace(BEGINNER, dead_stone_points=Cited(1))
    inside = frozenset(row * 7 + column for row in range(4) for column in range(4))
    record = game(ROWS, STOP, marked=True, black_marks=inside)
    for rules, total in ((BEGINNER, 18), (letter, 16)):
        count = judge(record, rules).computed
        assert count is not None
        assert count.black.total == total


def test_prisoners_taken_in_play_count_one_point_each_either_way() -> None:
    rows = ["OX.....", ".......", ".......", ".......", ".......", ".......", "......."]
    for points in (1, 2):
        ruleset = replace(BEGINNER, dead_stone_points=Cited(points))
        count = judge(game(rows, "B A6 W G1 B pass W pass"), ruleset, dead=[]).computed
        assert count is not None
        assert count.black.prisoners == 1


def test_dead_stones_are_lifted_even_beside_a_dame() -> None:
    """There is no seki rule in the text; stones that cannot escape come off everywhere."""
    rows = ["X.O", ".XO", "XXO"]
    count = judge(game(rows, STOP), "beginner", dead=[2, 5, 8]).computed
    assert count is not None
    assert count.black.prisoners == 3
    assert count.black.territory == 5


def test_basic_ko_only() -> None:
    rows = [".XO..", "XO.O.", ".XO..", ".....", "....."]
    report = judge(game(rows, "B C4 W B4"), "beginner")
    [fault] = [f for f in report.findings if f.code.is_illegal]
    assert fault.code == "illegal.ko"
    assert fault.article is None
    assert "the tournament decides" in str(fault.text)
    assert report.verdict == "forfeit"
    assert "cycle.whole_board" not in codes(report)


def test_no_komi_by_default() -> None:
    assert judge(game(ROWS, STOP, komi_text=None), "beginner", dead=DEAD).komi == 0
    assert BEGINNER.komi_for(3) == 0
