"""Nodes with more than one move, handicap passes, and other things that look like faults."""

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import get_ruleset
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, game, judge

STOP = "B pass W pass"


def judge_sgf(text: str, rules: str, **options: object) -> Report:
    record = read_record(text.encode())
    return adjudicate(record, ruleset=get_ruleset(rules), **options)  # type: ignore[arg-type]


def test_two_colours_in_one_node_are_read_in_the_order_of_the_file() -> None:
    report = judge_sgf("(;SZ[9];B[aa];W[bb]B[cc];W[dd];B[ee])", "japanese")
    assert report.moves == 5
    assert not [f for f in report.findings if f.code.is_illegal]


def test_two_moves_of_one_colour_in_one_node_are_two_moves() -> None:
    report = judge_sgf("(;SZ[9]RE[B+R];B[aa];W[bb]W[dd];B[ee])", "japanese")
    assert report.moves == 4
    assert report.verdict == "undetermined"
    assert [(f.code, f.move) for f in report.findings if f.code.is_illegal] == [("illegal.turn", 3)]


def test_handicap_passes_stop_nothing() -> None:
    report = judge_sgf("(;SZ[9]HA[3];B[aa];W[];B[];W[];B[cc];W[dd])", "nz")
    assert not report.resumed
    stopped = judge_sgf("(;SZ[9]HA[2]RE[B+80];B[];W[])", "nz", dead=[])
    assert (stopped.end, stopped.verdict) == ("unfinished", "undetermined")


@pytest.mark.parametrize("text", ["HA[3]AB[cc][gg];W[aa];W[bb]", "HA[2]AB[cc];W[aa];W[aa]"])
def test_one_missing_handicap_stone_is_noticed(text: str) -> None:
    report = judge_sgf(f"(;SZ[9]{text})", "japanese")
    assert report.verdict == "undetermined"
    assert "record.handicap_missing" in codes(report)


def test_komi_in_tenths() -> None:
    text = "(;SZ[2]KM[0.7]RE[B+0.3];B[aa];W[];B[bb];W[];B[ab];W[];B[])"
    report = judge_sgf(text, "japanese", dead=[])
    assert (report.computed and report.computed.result, report.verdict) == ("B+0.3", "confirmed")


def test_nothing_is_removed_after_a_dispute_even_if_stones_are_named() -> None:
    text = "(;SZ[5]KM[0]RE[B+25];B[cc];W[aa];B[];W[];B[cd];W[];B[])"
    report = judge_sgf(text, "french", dead=[0], nothing_removed=True)
    assert report.computed is not None
    assert report.computed.result == "B+1"
    assert report.verdict == "contradicted"


def test_points_that_touch_nobody_are_no_dame() -> None:
    report = judge_sgf("(;SZ[5]KM[6.5]RE[W+6.5];B[];W[])", "japanese", dead=[])
    assert "score.open_dame" not in codes(report)
    assert report.verdict == "confirmed"


def test_the_strict_letter_says_where_the_marks_differ() -> None:
    walls = ["..X.O", "..X.O", "..X.O", "..X.O", "..X.O"]
    record = game(walls, STOP, result_text="B+10")
    marked = read_record(
        b"(;SZ[5]KM[0]AB[ca][cb][cc][cd][ce]AW[ea][eb][ec][ed][ee];B[];W[]"
        b"TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be])"
    )
    assert list(record.start) == list(marked.start)
    report = adjudicate(marked, ruleset=get_ruleset("japanese-strict"), claim="B+10")
    assert "score.marks_differ" in codes(report)
    assert report.computed is not None
    assert report.computed.black.territory == 0


def test_many_changes_by_hand_after_one_move_are_one_finding() -> None:
    text = "(;SZ[9];B[aa]" + ";AB[bb]" * 1000 + ";W[cc])"
    report = judge_sgf(text, "japanese")
    assert codes(report).count("record.setup_mid_game") == 1


def test_what_the_caller_says_is_checked() -> None:
    record = game(["...", "...", "..."], STOP)
    with pytest.raises(ValueError, match="perhaps"):
        judge(record, "japanese", claim="perhaps")
    with pytest.raises(ValueError, match="-1"):
        judge(record, "japanese", ended_after=-1)


def test_the_options_used_are_in_the_report() -> None:
    report = judge_sgf("(;SZ[9]HA[2]AB[cc][gg];W[aa])", "french")
    assert report.options["compensation"] == 1.0
    assert report.options["ko"] == "natural situational"
    beginner = judge_sgf("(;SZ[9];B[aa])", "beginner")
    assert beginner.options["dead_stone_points"] == 2


def test_an_empty_charset_is_none() -> None:
    assert read_record(b"(;CA[]SZ[9];B[aa])").size == 9
