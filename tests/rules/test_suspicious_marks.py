"""Dead stones that cannot be right are asked about, under every way of counting."""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import game, judge

STOP = "B pass W pass"


def asked(report: Report) -> dict[object, object]:
    return {
        f.detail["alarm"]: f.detail["points"]
        for f in report.findings
        if f.code == "marks.suspicious"
    }


@pytest.mark.parametrize("rules", ["japanese", "chinese", "nz", "aga", "french"])
def test_both_colours_dead_in_one_area(rules: str) -> None:
    rows = ["..O..", ".....", "X....", ".....", "....."]
    found = asked(judge(game(rows, STOP), rules, dead=[2, 10]))
    assert found == {"both_dead_in_one_area": ["C5", "A3"]}


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_live_chain_in_atari(rules: str) -> None:
    rows = ["XO...", ".OO..", "OOOOO", "XXXXX", "....."]
    assert asked(judge(game(rows, STOP), rules, dead=[]))["live_in_atari"] == ["A5"]
    assert asked(judge(game(rows, STOP), rules, dead=[0])) == {}


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_dead_chain_with_two_eyes(rules: str) -> None:
    rows = [".X.XO", "XXXXO", "OOOOO", "O.O.O", ".O.O."]
    found = asked(judge(game(rows, STOP), rules, dead=[1]))
    assert found == {"dead_with_two_eyes": ["B5", "D5", "A4", "B4", "C4", "D4"]}
    assert asked(judge(game(rows, STOP), rules, dead=[])) == {}


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_a_dead_chain_that_is_said_to_be_alive(rules: str) -> None:
    rows = [".OX..", "OOX..", "XXX..", ".X...", "X...."]
    assert asked(judge(game(rows, STOP), rules, dead=[]))["live_without_eyes"] == ["B5", "A4", "B4"]


def test_a_point_without_a_stone() -> None:
    rows = ["XXXX.", "X.XXX", "XXX.X", ".....", "....."]
    found = asked(judge(game(rows, STOP), "nz", dead=[24]))
    assert found == {"no_stone": ["E1"]}
