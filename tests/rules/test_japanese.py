"""The Japanese rules of 1989 (SPEC 1.5): captures, ko, counting, cycles, illegal moves.

J3 to J5, J11, J12, J14 and J15 are about phases: test_phases.py. J7 and J8 (Art. 8 and 10.1) are
also in test_j1989_examples.py, J6 (confirmation) comes with a later issue.
"""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge, names
from tests.support.catalogues import french

STOP = "B pass W pass"
KO = [".XO..", "XO.O.", ".XO..", ".....", "....."]


def illegal(report: Report) -> list[tuple[str, int | None]]:
    return [(f.code.value, f.move) for f in report.findings if f.code.value.startswith("illegal.")]


def test_j1_captures_and_no_self_capture() -> None:
    assert illegal(judge(game(["XO..", ".O..", "OO..", "...."], "B A3"), "japanese")) == [
        ("illegal.suicide", 1)
    ]
    report = judge(game(["OX..", "....", "....", "...."], "B A3"), "japanese")
    assert report.replay.prisoners_after(1) == (1, 0)


def test_j2_the_next_move_may_not_retake() -> None:
    assert illegal(judge(game(KO, "B C4 W B4"), "japanese")) == [("illegal.ko", 2)]


def test_j2_a_pass_in_between_lifts_the_ban() -> None:
    assert illegal(judge(game(KO, "B C4 W pass B A1 W B4"), "japanese")) == []
    assert illegal(judge(game(KO, "B C4 W pass B pass W B4"), "japanese")) == []


@pytest.mark.parametrize(
    ("moves", "found", "verdict"),
    [
        ("B C4 W pass B A1 W B4", [4], "confirmed"),
        ("B C4 W pass B pass W B4", [4], "confirmed"),
        ("B C4 W E1 B A1 W B4", [], "confirmed"),
        ("B C4 W pass B A1 W E1 B A2 W B4", [], "confirmed"),
        ("B C4 W B4", [], "forfeit"),
    ],
)
def test_j2_a_ko_retaken_after_nothing_but_a_pass_is_named(
    moves: str, found: list[int], verdict: str
) -> None:
    report = judge(game(KO, moves, result_text="W+R"), "japanese")
    named = [f for f in report.findings if f.code == "ko.retake_after_pass"]
    assert [f.move for f in named] == found
    assert all((f.article, f.detail["earlier"], f.uncertain) == ("Art. 6", 1, False) for f in named)
    assert report.verdict == verdict
    assert "ko.retake_after_pass" not in codes(judge(game(KO, moves), "french"))


def test_j2_a_pass_that_was_not_written_is_one() -> None:
    report = judge(game(KO, "B C4 B A1 W B4"), "japanese", unwritten_passes=[2])
    assert [f.move for f in report.findings if f.code == "ko.retake_after_pass"] == [3]


def test_j2_another_ko_may_be_taken_at_once() -> None:
    rows = [".XO....", "XO.O...", ".XO....", ".......", ".OX....", "OX.X...", ".OX...."]
    assert illegal(judge(game(rows, "B C6 W C2"), "japanese")) == []
    assert illegal(judge(game(rows, "B C6 W C2 B B2"), "japanese")) == [("illegal.ko", 3)]


def test_j2_a_snapback_is_no_ko() -> None:
    """White takes one stone and three are retaken."""
    report = judge(game(["X.XO.", "OOX..", "XXX..", ".....", "....."], "W B5 B A5"), "japanese")
    assert illegal(report) == []
    assert report.replay.prisoners_after(2) == (3, 1)


def test_j9_territory_and_prisoners() -> None:
    rows = ["O..X.", "XXXXX", "OOOOO", ".....", "....."]
    count = judge(game(rows, f"{STOP}"), "japanese", dead=[0], komi=6.5).computed
    assert count is not None
    assert (count.black.territory, count.black.prisoners, count.black.dead) == (4, 1, 1)
    assert count.white.territory == 10
    assert count.result == "W+11.5"


def test_j9_more_prisoners_than_territory_is_not_floored() -> None:
    """Three prisoners fill Black's one point and leave him two points below nothing."""
    rows = ["XXX..", "OOO..", ".....", "XXXXX", "XX.XX"]
    count = judge(game(rows, f"W D5 {STOP}"), "japanese", dead=[]).computed
    assert count is not None
    assert (count.black.territory, count.black.prisoners) == (1, 0)
    assert (count.white.territory, count.white.prisoners) == (3, 3)
    assert count.result == "W+5"


def test_a_total_below_zero() -> None:
    count = judge(game(empty(5), STOP), "japanese", dead=[], komi=-20).computed
    assert count is not None
    assert (count.black.total, count.white.total, count.result) == (0, -20, "B+20")


def test_j10_jigo() -> None:
    rows = ["..XO", "XXXO", "OOOO", "OO.O"]
    report = judge(game(rows, STOP, result_text="Jigo"), "japanese", dead=[], komi=1)
    assert report.computed is not None
    assert report.computed.result == "jigo"
    assert report.claim == "jigo"
    assert report.verdict == "confirmed"


SEND_TWO = [".O.X.", "OXXX.", "O....", ".....", "....."]


def test_j13_sending_two_returning_one() -> None:
    """White sends two and takes one back; then Black passes and White sends two again."""
    report = judge(game(SEND_TWO, "W C5 B A5 W B5 B pass W C5"), "japanese")
    assert illegal(report) == []
    cycles = [f for f in report.findings if f.code.startswith("cycle.")]
    assert [(f.code.value, f.move, f.detail["first"]) for f in cycles] == [
        ("cycle.position_only", 3, 0),
        ("cycle.whole_board", 5, 1),
    ]
    assert cycles[1].detail["prisoners"] == 1  # Black gains: White simply pays
    assert cycles[1].detail["length"] == 4
    assert {f.detail["kind"] for f in cycles} == {"sending_two_returning_one"}
    assert "both players agree" not in str(cycles[1].text)
    assert report.verdict == "undetermined"


def test_j16_the_first_illegal_move_decides_and_later_ones_are_moot() -> None:
    report = judge(game(KO, "B C4 W B4 B C4 W E1", result_text="W+R"), "japanese")
    faults = [f for f in report.findings if f.code.is_illegal]
    assert [(f.code.value, f.move, f.moot) for f in faults] == [
        ("illegal.ko", 2, False),
        ("illegal.ko", 3, True),
    ]
    assert report.verdict == "forfeit"
    assert faults[0].article == "Art. 6, Art. 14"
    assert "Art. 14" in str(faults[0].text)
    assert "Art. 14" in french(faults[0].text)


def test_j16_two_moves_in_a_row() -> None:
    """The record cannot tell; where both players say so it is the player's fault."""
    record = game(empty(5), "B C3 W D4 W D3 B E5")
    report = judge(record, "japanese")
    assert illegal(report) == [("illegal.turn", 3)]
    assert (report.verdict, report.questions[0].article) == ("undetermined", None)
    settled = judge(record, "japanese", played_so=[3])
    [fault] = [f for f in settled.findings if f.code.is_illegal]
    assert (settled.verdict, fault.article) == ("forfeit", "Art. 2, Art. 14")


def test_marks_count_as_the_territory() -> None:
    """Where the players left their eyes in a seki unmarked, those are not counted."""
    rows = [".XO.X", "XXOXX", "OOOXX", "XXXXX", "X.X.X"]
    report = judge(game(rows, STOP, marked=True, black_marks=frozenset({21, 23})), "japanese")
    count = report.computed
    assert count is not None
    assert names(count.black_territory, 5) == {"B1", "D1"}
    assert count.white_territory == frozenset()
    [differ] = [f for f in report.findings if f.code == "score.marks_differ"]
    assert differ.detail["points"] == ["A5"]


def test_a_dead_stone_where_none_stands_is_named_and_left_out() -> None:
    rows = ["O..X.", "XXXXX", "OOOOO", ".....", "....."]
    report = judge(game(rows, STOP, result_text="W+11.5"), "japanese", dead=[0, 2], komi=6.5)
    [finding] = [f for f in report.findings if f.code == "marks.suspicious"]
    assert finding.detail["points"] == ["C5"]
    assert report.computed is not None
    assert report.computed.black.dead == 1
    assert report.verdict == "confirmed"
