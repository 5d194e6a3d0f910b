"""Records that prove nothing, or less than they say; and beginnings that programs forget."""

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import JAPANESE
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, game, judge

STOP = "B pass W pass"


def judge_sgf(text: str) -> Report:
    return adjudicate(read_record(text.encode()), ruleset=JAPANESE)


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[5]RE[W+R];B[cc];AW[aa];W[dd])",
        "(;SZ[5]RE[W+R];B[cc];W[dd",
        "(;SZ[3]RE[W+R]AB[aa][ba][ca]AW[ab][bb][cb][ac][bc][cc];B[])",
    ],
    ids=["changed by hand", "broken off", "stones without a liberty"],
)
def test_a_faulty_record_confirms_nothing(text: str) -> None:
    assert judge_sgf(text).verdict == "undetermined"


def test_set_up_stones_without_a_liberty_are_named() -> None:
    report = judge(game(["OX.", "X..", "..."], STOP), "japanese", dead=[])
    [finding] = [f for f in report.findings if f.code == "record.setup_illegal"]
    assert finding.detail["points"] == ["A3"]
    assert finding.article == "Art. 4"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("(;SZ[9]HA[3]AB[aa];W[ee])", True),
        ("(;SZ[9]HA[3]AB[aa][cc][ii];W[ee])", False),
        ("(;SZ[9]HA[3]AB[aa];B[cc];B[ii];W[ee])", False),
        ("(;SZ[9]HA[3];W[ee])", True),
    ],
)
def test_too_few_handicap_stones(text: str, missing: bool) -> None:
    report = judge_sgf(text)
    assert ("record.handicap_missing" in codes(report)) == missing
    assert not [f for f in report.findings if f.code.is_illegal]


def test_dead_stones_among_their_own_live_ones_are_asked_about() -> None:
    """Black's corner stone is said to be dead, though it has two eyes among live black stones."""
    rows = ["X.X..", ".XX..", "XX...", ".....", "....."]
    report = judge(game(rows, STOP), "japanese", dead=[0])
    found = [f.detail for f in report.findings if f.code == "marks.suspicious"]
    assert found == [
        {"points": ["A5"], "alarm": "dead_with_two_eyes"},
        {"points": ["A5"], "alarm": "dead_among_own"},
    ]
    honest = judge(game(rows, STOP), "japanese", dead=[])
    assert "marks.suspicious" not in codes(honest)


@pytest.mark.parametrize("text", [";SZ[5];B[cc])", "(SZ[5];B[cc])", " (\nSZ[5];B[cc])"])
def test_a_forgotten_beginning_is_mended(text: str) -> None:
    record = read_record(text.encode())
    assert (record.size, record.points) == (5, [12])
    assert not record.truncated


def test_utf_16_is_read_whatever_it_says_of_itself() -> None:
    record = read_record("(;SZ[5]CA[UTF-16LE]PB[王];B[cc])".encode("utf-16"))
    assert (record.black_name, record.points) == ("王", [12])
