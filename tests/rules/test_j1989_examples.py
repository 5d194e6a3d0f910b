"""Figures and examples of the Japanese rules that are about legality, capture, ko and counting.

Covered here: C1 to C5a, C12 to C17, L1, L25; the cycles C18a to C18c are in
test_j1989_cycles.py. Not covered, and why:

- C6a to C11, L7, L8, L9, L16: whether stones are alive or dead (Art. 7), which the confirmation
  of status decides; it comes with a later issue. Here the dead stones are always given.
- C19 (both lose) is a matter of phases: test_phases.py.
- L2 to L6, L10 to L15, L17 to L24: no board was recovered, or only a ruling about life and death.
"""

import json
from typing import Any

import pytest

from adjudication.rules.kernel import play_moves
from adjudication.rules.points import PASS
from adjudication.rules.scoring.regions import chains_without_liberty
from adjudication.rules.verdicts import Report
from tests.rules.builders import COLOURS, codes, game, index, judge, names, position, square
from tests.support.shared import require_shared

EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example
    for example in json.loads(require_shared("rules/j1989_examples.json").read_text("utf-8"))
}
CAPTURES = [key for key, example in EXAMPLES.items() if "capture" in example]
STOP = "B pass W pass"
NOT_COVERED = {
    *("C6a", "C6b", "C7a", "C7b", "C7c", "C8", "C9a", "C10a", "C11", "C19"),
    *(f"L{number}" for number in range(2, 25)),
}
COVERED = {
    *("C1", "C2a", "C2b", "C3", "C5a", "C12", "C13", "C14", "C15", "C16", "C17"),
    *("C18a", "C18b", "C18c", "L1", "L25"),
    *CAPTURES,
}


def test_every_example_is_accounted_for() -> None:
    assert set(EXAMPLES) == COVERED | NOT_COVERED
    assert not COVERED & NOT_COVERED
    assert len(EXAMPLES) == 57
    assert len(CAPTURES) == 8


def faults(rows: list[str], *moves: tuple[str, tuple[int, int] | None]) -> list[str]:
    """Return the codes of the illegal moves under the Japanese rules."""
    size = len(rows)
    record = game(rows)
    record.colours.extend(COLOURS[colour] for colour, _ in moves)
    record.points.extend(index(point, size) for _, point in moves)
    return [code for code in codes(judge(record, "japanese")) if code.startswith("illegal.")]


def at(report: Report, *points: tuple[int, int]) -> set[int]:
    return {row * report.size + column for row, column in points}


def test_c1_an_empty_point_may_be_played_and_then_may_not() -> None:
    rows = EXAMPLES["C1"]["rows"]
    empty = [point for point in range(361) if position(rows)[point] == 0]
    assert len(empty) == 360
    for point in empty:
        assert play_moves(19, position(rows), [2], [point]).illegal == {}
    taken = tuple(EXAMPLES["C1"]["markers"]["1"])
    assert faults(rows, ("O", taken)) == ["illegal.occupied"]


def test_c2a_self_capture_is_forbidden() -> None:
    example = EXAMPLES["C2a"]
    for row, column in example["markers"]["X"]:
        assert faults(example["rows"], ("X", (row, column))) == ["illegal.suicide"]


def test_c2b_a_liberty_left_makes_it_legal() -> None:
    example = EXAMPLES["C2b"]
    for row, column in example["markers"]["A"]:
        assert faults(example["rows"], ("X", (row, column))) == []


def test_c3_chains_that_may_not_exist() -> None:
    example = EXAMPLES["C3"]
    without = chains_without_liberty(position(example["rows"]), 9)
    stones = {divmod(point, 9) for chain in without for point in chain}
    assert stones == {tuple(point) for point in example["white_without_liberty"]}


@pytest.mark.parametrize("key", CAPTURES)
def test_c4_capture(key: str) -> None:
    example = EXAMPLES[key]
    capture = example["capture"]
    rows = example["rows"]
    colour = COLOURS[capture["color"]]
    move = index(tuple(capture["move"]), 9)
    trace = play_moves(9, position(rows), [colour], [move])
    assert trace.illegal == {}
    assert trace.suicides == set()
    assert len(trace.captured[1]) == capture["count"]
    assert all(position(rows)[point] == 3 - colour for point in trace.captured[1])
    assert all(trace.position[point] == 0 for point in trace.captured[1])


def test_c5a_ko() -> None:
    example = EXAMPLES["C5a"]
    [ko] = example["ko"]
    take = ("X", tuple(ko["black_takes"]))
    retake = ("O", tuple(ko["captures"]))
    assert faults(example["rows"], take) == []
    assert faults(example["rows"], take, retake) == ["illegal.ko"]
    elsewhere = (("O", (8, 8)), ("X", (8, 0)))
    assert faults(example["rows"], take, *elsewhere, retake) == []


def test_c12_eyes_are_territory_one_point_each() -> None:
    report = judge(game(EXAMPLES["C12"]["rows"], STOP), "japanese", dead=[])
    assert report.computed is not None
    assert report.computed.black_territory == at(report, (0, 0), (0, 2), (2, 1), (2, 3))
    assert report.computed.white_territory == frozenset()


def test_c13_eyes_in_seki_do_not_count_to_the_letter() -> None:
    example = EXAMPLES["C13"]
    record = game(example["rows"], STOP)
    eyes = [tuple(point) for point in example["no_territory"]]
    dame = [tuple(point) for point in example["dame"]]
    strict = judge(record, "japanese-strict", dead=[])
    assert strict.computed is not None
    assert at(strict, *dame, *eyes) <= strict.computed.dame
    assert strict.computed.black_territory == frozenset()

    lenient = judge(record, "japanese", dead=[])
    assert lenient.computed is not None
    assert lenient.computed.dame == at(lenient, *dame)
    [finding] = [f for f in lenient.findings if f.code == "score.open_dame"]
    assert finding.detail["points"] == ["D9"]
    assert finding.detail["strict"] == strict.computed.result
    assert finding.article == "Art. 8"


@pytest.mark.parametrize("key", ["C14", "L25"])
@pytest.mark.parametrize("rules", ["japanese", "japanese-strict"])
def test_c14_l25_double_ko_seki(key: str, rules: str) -> None:
    """Both ko stones are dead, their mouths are dame, and the stones stay (Art. 10.1)."""
    rows = ["." * 9] * 3 + EXAMPLES[key]["rows"]
    white_stone, black_stone = (8, 2), (8, 5)
    dead = [index(white_stone, 9), index(black_stone, 9)]
    report = judge(game(rows, STOP), rules, dead=dead)
    count = report.computed
    assert count is not None
    assert at(report, (8, 1), (8, 4)) <= count.dame
    assert (count.black.prisoners, count.white.prisoners) == (0, 0)
    eyes = at(report, (6, 2), (6, 5))
    if rules == "japanese-strict":
        assert eyes <= count.dame
        assert (count.black.territory, count.white.territory) == (34, 0)
    else:
        assert (count.black.territory, count.white.territory) == (35, 1)


@pytest.mark.parametrize("first", ["B", "W"])
def test_c15_dame_must_be_filled(first: str) -> None:
    example = EXAMPLES["C15"]
    rows = example["rows"]
    open_dame = game(rows, STOP)
    strict = judge(open_dame, "japanese-strict", dead=[]).computed
    assert strict is not None
    territory = {"X": strict.black.territory, "O": strict.white.territory}
    assert territory == example["strict_territory"]

    lenient = judge(open_dame, "japanese", dead=[])
    assert lenient.computed is not None
    territory = {"X": lenient.computed.black.territory, "O": lenient.computed.white.territory}
    assert territory == example["after_fill"]
    assert "score.open_dame" in codes(lenient)

    fill = f"{first} D1 " + ("W pass B pass" if first == "B" else "B pass W pass")
    for rules in ("japanese", "japanese-strict"):
        filled = judge(game(rows, fill), rules, dead=[])
        assert filled.computed is not None
        territory = {"X": filled.computed.black.territory, "O": filled.computed.white.territory}
        assert territory == example["after_fill"]
        assert "score.open_dame" not in codes(filled)


@pytest.mark.parametrize("rules", ["japanese", "japanese-strict"])
def test_c16_a_dead_stone_in_territory_is_lifted(rules: str) -> None:
    example = EXAMPLES["C16"]
    dead = [index(tuple(point), 9) for point in example["dead_stones"]]
    count = judge(game(example["rows"], STOP), rules, dead=dead).computed
    assert count is not None
    score = {
        "X": {"territory": count.black.territory, "prisoners": count.black.prisoners},
        "O": {"territory": count.white.territory, "prisoners": count.white.prisoners},
    }
    assert score == example["score"]


# C17's board is lost; this one is of its theme: White lives in seki (the dame is E9) around an
# eye of two points that holds a dead black stone.
C17_LIKE = [
    "X.OO.X.XO",
    "OOOXXXXXO",
    "OXXXOOOOO",
    "XXXO.....",
    "OOOO.....",
    ".........",
    ".........",
    ".........",
    ".........",
]


def test_c17_a_dead_stone_beside_a_seki_stays() -> None:
    dead = [0]
    strict = judge(game(C17_LIKE, STOP), "japanese-strict", dead=dead).computed
    assert strict is not None
    assert strict.white.prisoners == 0
    assert {1, 4, 6} <= strict.dame
    assert not {0, 1} & strict.white_territory


def test_c17_marks_that_leave_the_seki_out_leave_the_stone_on_the_board() -> None:
    outside = frozenset(p for p in range(27, 81) if position(C17_LIKE)[p] == 0)
    record = game(C17_LIKE, STOP, marked=True, white_marks=outside)
    count = judge(record, "japanese").computed
    assert count is not None
    assert count.white.prisoners == 0
    assert count.white.territory == len(outside) == 46
    assert names(count.dame, 9) == {"B9", "E9", "G9"}


def test_c17_leniently_the_eye_counts_and_the_stone_is_lifted() -> None:
    report = judge(game(C17_LIKE, STOP), "japanese", dead=[0])
    assert report.computed is not None
    assert report.computed.white.prisoners == 1
    assert {0, 1} <= report.computed.white_territory
    assert "score.open_dame" in codes(report)


def test_l1_three_points_without_capturing_is_seki() -> None:
    """Nothing is removed, and the point between the two is nobody's under either policy."""
    rows = square(EXAMPLES["L1"]["rows"])
    for rules in ("japanese", "japanese-strict"):
        report = judge(game(rows, STOP), rules, dead=[])
        count = report.computed
        assert count is not None
        assert (count.black.prisoners, count.white.prisoners) == (0, 0)
        assert at(report, (0, 0)) <= count.dame
        assert report.replay.points == [PASS, PASS]
