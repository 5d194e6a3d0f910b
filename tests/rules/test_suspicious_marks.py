"""Dead stones that cannot be right are asked about, under every way of counting."""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import game, judge

STOP = "B pass W pass"


def asked(report: Report) -> list[object]:
    return [f.detail["points"] for f in report.findings if f.code == "marks.suspicious"]


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_both_colours_dead_in_one_area(rules: str) -> None:
    rows = ["..O..", ".....", "X....", ".....", "....."]
    assert asked(judge(game(rows, STOP), rules, dead=[2, 10])) == [["C5", "A3"]]
    assert asked(judge(game(rows, STOP), rules, dead=[])) == []


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_live_chain_in_atari(rules: str) -> None:
    rows = ["XO...", ".....", ".....", ".....", "....."]
    assert asked(judge(game(rows, STOP), rules, dead=[])) == [["A5"]]
    assert asked(judge(game(rows, STOP), rules, dead=[0])) == []


def test_a_point_without_a_stone() -> None:
    rows = ["XO...", ".....", ".....", ".....", "....."]
    assert asked(judge(game(rows, STOP), "nz", dead=[0, 24])) == [["E1"]]
