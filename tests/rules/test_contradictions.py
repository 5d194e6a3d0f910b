"""Headers that say one thing twice, say it oddly, or say something else than their stones."""

import pytest

from adjudication.rules.findings import Finding
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge, sgf

STOPPED = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[]TB[aa]TW[ea]"
WALLS = "TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee]"
KO = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb]"
"""White retakes the ko at once with move 10."""


def counted(root: str, **options: object) -> Report:
    """The report on two walls with five points behind each: White wins by the komi."""
    return sgf(f"(;SZ[5]{root}{STOPPED.replace('TB[aa]TW[ea]', WALLS)})", **options)


def said(report: Report, code: str) -> Finding:
    [finding] = [one for one in report.findings if one.code == code]
    return finding


@pytest.mark.parametrize(
    ("root", "property_"),
    [
        ("RU[Japanese]KM[0.5]RE[W+0.5]RE[B+R]", "RE"),
        ("RU[Japanese]KM[0.5]KM[6.5]RE[W+0.5]", "KM"),
        ("RU[Japanese]KM[0.5]HA[0]HA[2]RE[W+0.5]", "HA"),
        ("RU[Japanese]RU[Chinese]KM[0.5]RE[W+0.5]", "RU"),
        ("RU[Japanese]SZ[19]KM[0.5]RE[W+R]", "SZ"),
    ],
)
def test_two_values_are_named_and_nothing_is_confirmed_by_the_first(
    root: str, property_: str
) -> None:
    report = counted(root)
    assert said(report, "record.contradictory").detail["property"] == property_
    assert report.verdict == ("confirmed" if property_ == "SZ" else "undetermined")


@pytest.mark.parametrize(
    "root",
    [
        "RE[W+0.5]RE[w+0,50]RE[]",
        "RE[W+0.5]KM[0.5]KM[0.50]",
        "RE[W+0.5]RU[japanese]RU[Japanese rules]",
        "RE[W+0.5]HA[0]HA[0]",
        "RE[W+0.5]HA[0]HA[00]",
    ],
)
def test_two_ways_to_write_one_value_are_none(root: str) -> None:
    given = "" if "KM" in root else "KM[0.5]"
    report = counted(f"{'' if 'RU' in root else 'RU[Japanese]'}{given}{root}")
    assert "record.contradictory" not in codes(report)
    assert report.verdict == "confirmed"


def test_what_the_caller_gives_settles_it() -> None:
    root = "RU[Japanese]RU[Chinese]KM[0.5]KM[6.5]RE[W+0.5]RE[B+R]HA[0]HA[2]"
    report = counted(root, rules="japanese", komi=0.5, handicap=0, claim="W+0.5")
    assert (report.verdict, codes(report).count("record.contradictory")) == ("confirmed", 4)


def test_a_resignation_stands_whatever_the_komi() -> None:
    assert counted("RU[Japanese]KM[0.5]KM[6.5]RE[W+R]").verdict == "confirmed"


def test_on_two_boards_nobody_is_accused_and_no_count_holds() -> None:
    assert counted("RU[Japanese]SZ[19]KM[0.5]RE[W+0.5]").verdict == "undetermined"
    assert sgf(f"(;SZ[5]RU[Japanese]RE[B+R]{KO})").verdict == "forfeit"
    report = sgf(f"(;SZ[5]SZ[7]RU[Japanese]RE[B+R]{KO})")
    assert report.verdict == "undetermined"
    assert said(report, "illegal.ko").uncertain


@pytest.mark.parametrize(
    ("written", "komi"),
    [("5 1/2", 5.5), ("5½", 5.5), ("７．５", 7.5), ("-½", -0.5), ("３７５", 3.75), ("6 1/2", 6.5)],
)
def test_komi_in_other_ways_of_writing(written: str, komi: float) -> None:
    report = sgf(f"(;SZ[5]RU[Japanese]KM[{written}];B[cc];W[bb])")
    assert (report.komi, "record.komi_missing" in codes(report)) == (komi, False)


@pytest.mark.parametrize("written", ["six", "6.5.5", "5.5 1/2", "51/2"])
def test_komi_that_cannot_be_read_is_said_to_be_that(written: str) -> None:
    finding = said(sgf(f"(;SZ[5]RU[French]KM[{written}];B[cc])"), "record.komi_missing")
    assert written in str(finding.text)
    assert "7.5" in str(finding.text)
    assert "not say" not in str(finding.text)


@pytest.mark.parametrize(
    ("written", "unread"), [("abc", True), ("-3", True), ("２", False), ("", False)]
)
def test_a_handicap_that_cannot_be_read_is_named(written: str, unread: bool) -> None:
    report = sgf(f"(;SZ[5]RU[French]KM[0.5]HA[{written}];B[cc];W[bb];B[dd])")
    assert ("record.value_unreadable" in codes(report)) is unread
    assert report.handicap == (2 if written == "２" else 0)


def test_stones_that_are_placed_are_a_handicap() -> None:
    report = sgf("(;SZ[9]RU[AGA]AB[cc][gg];W[ee];B[ce];W[];B[])", dead=[])
    assert said(report, "record.handicap_inferred").detail == {"handicap": 2}
    assert (report.handicap, report.komi) == (2, 0.5)
    assert report.computed is not None
    assert report.computed.white.compensation == 1


@pytest.mark.parametrize(
    "root", ["AB[cc][gg]AW[ee];W[ce]", "AB[cc][gg];B[ce]", "AB[cc][gg]", "AB[cc];W[ee]"]
)
def test_a_position_is_no_handicap(root: str) -> None:
    report = sgf(f"(;SZ[9]RU[AGA]KM[0]{root})")
    assert report.handicap == 0


@pytest.mark.parametrize("root", ["AB[cc][gg]KM[0.5]", "HA[2]AB[cc][gg]KM[0.5]", "HA[2]KM[0.5]"])
def test_another_handicap_than_the_callers_is_named(root: str) -> None:
    report = sgf(f"(;SZ[9]RU[Japanese]{root};W[ee];B[ce])", handicap=0, komi=0.5)
    assert said(report, "record.handicap_differs").detail == {"record": 2, "expected": 0}
    assert "record.komi_differs" not in codes(report)


def test_another_komi_than_the_callers_is_named() -> None:
    report = counted("RU[Japanese]KM[6.5]RE[W+0.5]", komi=0.5)
    assert said(report, "record.komi_differs").detail == {"record": 6.5, "expected": 0.5}


def test_more_stones_than_are_announced() -> None:
    root = "(;SZ[9]HA[2]AB[cc][gg][cg]KM[0.5]RE[W+79]"
    for rules, verdict in (("Japanese", "contradicted"), ("AGA", "undetermined")):
        report = sgf(f"{root}RU[{rules}];W[ee];B[];W[])", dead=[])
        assert said(report, "record.contradictory").detail["values"] == ["2", "3"]
        assert report.verdict == verdict
    paired = sgf(f"{root}RU[AGA];W[ee];B[];W[])", dead=[], handicap=2)
    assert said(paired, "record.handicap_differs").detail == {"record": 3, "expected": 2}


def test_more_new_zealand_passes_than_are_announced() -> None:
    moves = "B C3 W pass B D4 W pass B B2 W E1"
    report = judge(game(empty(5), moves, handicap=2), "nz")
    assert said(report, "record.contradictory").detail["values"] == ["2", "3"]
    assert "record.contradictory" not in codes(judge(game(empty(5), moves, handicap=3), "nz"))


@pytest.mark.parametrize("doubled", ["B E5 B E5", "B E5 B E5 W C3"])
def test_a_move_that_is_written_twice_is_no_handicap(doubled: str) -> None:
    report = judge(game(empty(5), doubled), "french")
    assert report.handicap == 0
    assert [(one.code.value, one.move) for one in report.questions] == [("illegal.occupied", 2)]
