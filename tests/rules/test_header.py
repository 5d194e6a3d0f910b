"""Komi, handicap and rule set of a bare record (SPEC 1.9)."""

import pytest

from adjudication.rules.komi import parse_komi
from tests.rules.builders import codes, empty, game, judge, sgf
from tests.support.catalogues import french

STOP = "B pass W pass"


@pytest.mark.parametrize(
    ("text", "area", "komi"),
    [
        *(("6.5", False, 6.5), ("7.50", True, 7.5), ("0", False, 0.0), ("-4.5", False, -4.5)),
        *(("650", False, 6.5), ("750", True, 7.5), ("550", False, 5.5), ("0.50", True, 0.5)),
        *(("375", True, 7.5), ("325", True, 6.5), ("3.75", True, 7.5), ("3.25", True, 6.5)),
        *(("375", False, 3.75), ("3.75", False, 3.75), (" 6.5 ", False, 6.5), ("6,5", False, 6.5)),
        *(("100", False, 1.0), ("99.5", False, 99.5), ("-650", False, -6.5), ("-3.75", True, -7.5)),
    ],
)
def test_komi(text: str, area: bool, komi: float) -> None:
    assert parse_komi(text, area=area) == komi


@pytest.mark.parametrize(
    "text", ["nan", "inf", "1e999", "", "six", "6.5.5", "٦", "1" * 5000, "--1"]
)
def test_komi_that_is_none(text: str) -> None:
    assert parse_komi(text, area=False) is None
    report = judge(game(empty(5), STOP, komi_text=text), "french", dead=[])
    assert report.komi == 7.5
    assert "record.komi_missing" in codes(report)


def test_komi_of_the_caller_goes_first_and_the_preset_last() -> None:
    record = game(empty(5), STOP, komi_text="3.5")
    assert judge(record, "french", dead=[], komi=1).komi == 1
    assert judge(record, "french", dead=[]).komi == 3.5
    report = judge(game(empty(5), STOP, komi_text=None), "french", dead=[])
    assert report.komi == 7.5
    [finding] = [f for f in report.findings if f.code == "record.komi_missing"]
    assert (finding.move, finding.detail["komi"]) == (None, 7.5)
    assert "7.5" in str(finding.text)


def test_handicap_of_one_is_no_stone_but_handicap_komi() -> None:
    report = judge(game(empty(5), f"B C3 W D4 {STOP}", handicap=1, komi_text=None), "aga", dead=[])
    assert report.komi == 0.5
    assert report.computed is not None
    assert report.computed.white.compensation == 0
    assert "record.handicap_missing" not in codes(report)


def test_handicap_without_stones_is_replayed_as_written() -> None:
    record = game(empty(5), "W C3 B D4 W pass B pass", handicap=3, result_text="W+R")
    report = judge(record, "japanese")
    assert "record.handicap_missing" in codes(report)
    assert report.replay.position_after(0) == [0] * 25
    assert report.verdict == "confirmed"


def test_an_illegal_move_in_an_incomplete_record_decides_nothing() -> None:
    """The stones that are missing may have made it legal."""
    record = game(empty(5), "W C3 B C3 W D4", handicap=3, result_text="W+R")
    report = judge(record, "japanese")
    assert report.verdict == "undetermined"
    assert "illegal.occupied" in codes(report)
    assert "handicap stones are missing" in next(
        str(f.text) for f in report.findings if f.code.is_illegal
    )


@pytest.mark.parametrize("rules", ["french", "japanese", "nz", "chinese"])
def test_consecutive_black_moves_are_a_handicap(rules: str) -> None:
    record = game(empty(5), f"B C3 B D4 B B2 W A1 {STOP}", handicap=3)
    found = codes(judge(record, rules, dead=[]))
    assert "record.handicap_missing" not in found
    assert "illegal.turn" not in found


def test_one_black_move_too_many_is_a_fault() -> None:
    record = game(empty(5), f"B C3 B D4 B B2 B A1 W A2 {STOP}", handicap=3)
    faults = [f for f in judge(record, "japanese", dead=[]).findings if f.code.is_illegal]
    assert [(f.code.value, f.move) for f in faults] == [("illegal.turn", 4)]


def test_placed_stones_and_white_first() -> None:
    report = sgf("(;SZ[5]HA[2]AB[bb][dd]KM[0.5];W[cc];B[];W[])", rules="japanese", dead=[])
    assert codes(report)[:1] != ["record.handicap_missing"]
    assert report.handicap == 2
    assert "illegal.turn" not in codes(report)


def test_handicap_of_the_caller_goes_first() -> None:
    report = sgf("(;SZ[5]HA[2]AB[bb][dd];W[cc];B[];W[])", rules="aga", handicap=4, dead=[])
    assert report.handicap == 4
    assert report.computed is not None
    assert report.computed.white.compensation == 3


@pytest.mark.parametrize(
    ("written", "key"),
    [("Japanese", "japanese"), ("AGA", "aga"), ("Old Chinese", "chinese"), ("goe", "ing")],
)
def test_rules_of_the_record(written: str, key: str) -> None:
    assert sgf(f"(;SZ[5]RU[{written}];B[cc])").rules == key


@pytest.mark.parametrize("root", ["RU[TT++]", "RU[]", ""])
def test_unknown_rules_decide_nothing(root: str) -> None:
    report = sgf(f"(;SZ[5]{root}RE[B+R];B[cc];W[cc])")
    assert report.rules is None
    assert report.verdict == "undetermined"
    assert "record.rules_unknown" in codes(report)
    assert "illegal.occupied" in codes(report)


def test_a_given_rule_set_goes_before_the_records() -> None:
    report = sgf("(;SZ[5]RU[Chinese];B[cc])", rules="japanese")
    assert report.rules == "japanese"
    assert "record.rules_unknown" not in codes(report)


@pytest.mark.parametrize("claim", ["B+9.5", "W+2", "B+", "W+"])
@pytest.mark.parametrize("handicap", [None, 9])
def test_a_count_without_the_handicap_stones_settles_nothing(
    claim: str, handicap: int | None
) -> None:
    text = f"(;GM[1]FF[4]SZ[9]RU[Chinese]HA[9]KM[0.5]RE[{claim}];W[gg];B[cc];W[];B[])"
    report = sgf(text, dead=[], handicap=handicap)
    assert "record.handicap_missing" in codes(report)
    assert report.computed is not None
    assert report.verdict == "undetermined"


@pytest.mark.parametrize("written", ["none", "reverse 5.5", "\u516d\u76ee\u534a", "6.5 Japanese"])
@pytest.mark.parametrize("claim", ["B+1", "W+6.5", "W+"])
def test_a_count_with_a_komi_nobody_can_read_settles_nothing(written: str, claim: str) -> None:
    text = f"(;GM[1]FF[4]CA[UTF-8]SZ[5]RU[Japanese]KM[{written}]RE[{claim}];B[cc];W[];B[])"
    report = sgf(text.replace(";W[];B[])", ";W[aa];B[];W[])"), dead=[])
    assert report.computed is not None
    assert report.verdict == "undetermined"
    settled = sgf(text.replace(";W[];B[])", ";W[aa];B[];W[])"), dead=[], komi=6.5)
    assert settled.verdict in ("confirmed", "contradicted")


def test_a_resignation_stands_whatever_the_komi() -> None:
    text = "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[none]RE[B+R];B[cc];W[aa])"
    assert sgf(text).verdict == "confirmed"


@pytest.mark.parametrize("written", ["2.0", "2 stones", "2,0", " 2 Stones "])
def test_a_handicap_in_other_words_is_read(written: str) -> None:
    report = sgf(f"(;SZ[9]RU[Japanese]HA[{written}]AB[cc][gg];W[ee];B[dd])")
    assert report.handicap == 2
    assert not {"record.value_unreadable", "record.handicap_inferred"} & set(codes(report))


def test_a_handicap_that_cannot_be_read_is_not_said_to_be_missing() -> None:
    report = sgf("(;SZ[9]RU[Japanese]HA[Even]AB[cc][gg];W[ee];B[dd])")
    [unread] = [f for f in report.findings if f.code == "record.value_unreadable"]
    [inferred] = [f for f in report.findings if f.code == "record.handicap_inferred"]
    assert "Even" in str(unread.text)
    assert "does not say" not in str(inferred.text)
    assert "ne le dit pas" not in french(inferred.text)
