"""Time in records: the dialects of servers, a clock that fell, and what cannot be told."""

from __future__ import annotations

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.clocks import (
    ClockOfLoser,
    ClockShows,
    Overtime,
    TimeLimits,
    clock_evidence,
    clock_of_loser,
    clock_text,
    duration_text,
    time_limits_of,
)
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.presets import JAPANESE
from adjudication.rules.record import GameRecord, TimeLeft
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Verdict


def record(moves: str = "", root: str = "") -> GameRecord:
    return read_record(f"(;GM[1]FF[4]SZ[9]{root}{moves})".encode())


@pytest.mark.parametrize(
    ("root", "limits"),
    [
        ("TM[1800]OT[5x30 byo-yomi]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=5)),
        ("TM[1800]OT[3x30 Byo-yomi ]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=3)),
        ("TM[1800]OT[30 s x 3]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=3)),
        ("TM[1800]OT[30sec × 3 periods]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=3)),
        ("TM[1800]OT[byo-yomi 3*30]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=3)),
        ("TM[1800]OT[3 periods of 1 minute]", TimeLimits(1800, Overtime.BYO_YOMI, 60, periods=3)),
        ("TM[1800]TC[3]TT[30]", TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=3)),
        ("TM[60]OT[25/300 Canadian]", TimeLimits(60, Overtime.CANADIAN, 300, 25)),
        ("TM[3600]OT[15 moves in 5 min]", TimeLimits(3600, Overtime.CANADIAN, 300, 15)),
        ("TM[259200]OT[86400 fischer]", TimeLimits(259200, Overtime.FISCHER, 86400)),
        ("TM[600]OT[+10]", TimeLimits(600, Overtime.FISCHER, 10)),
        ("TM[600]OT[fischer 5 sec]", TimeLimits(600, Overtime.FISCHER, 5)),
        ("TM[10:00(5x1:00)]", TimeLimits(600, Overtime.BYO_YOMI, 60, periods=5)),
        ("TM[1:00:00+5:00/30]", TimeLimits(3600, Overtime.CANADIAN, 300, 30)),
        ("TM[1 hour]", TimeLimits(3600)),
        ("TM[90 min]OT[none]", TimeLimits(5400)),
        ("OT[5x30 byo-yomi]", TimeLimits(None, Overtime.BYO_YOMI, 30, periods=5)),
        ("TM[]", None),
        ("TM[-]OT[as agreed]", None),
        ("", None),
    ],
)
def test_dialects(root: str, limits: TimeLimits | None) -> None:
    assert time_limits_of(record(root=root)) == limits


def test_the_clocks_after_every_move() -> None:
    read = record(";B[aa]BL[59.5];W[bb]WL[60]BL[59.5];B[cc]BL[-2]OB[3];W[dd]WL[junk]OW[x]")
    assert read.times == (
        TimeLeft(1, BLACK, 59.5),
        TimeLeft(2, BLACK, 59.5),
        TimeLeft(2, WHITE, 60),
        TimeLeft(3, BLACK, -2, 3),
    )


def test_a_clock_that_fell_is_told_with_its_move() -> None:
    found = clock_evidence(record(";B[aa]BL[5];W[bb]WL[4];B[cc]BL[-7];W[dd]WL[1]", "TM[60]"))
    assert (found.shows, found.move, found.colour) == (ClockShows.FELL, 3, BLACK)
    assert "by 7\N{NO-BREAK SPACE}s" in str(found.texts[0])
    assert "1 move was played after that" in str(found.texts[1])


@pytest.mark.parametrize(("of", "shows"), [(BLACK, ClockShows.FELL), (WHITE, ClockShows.CANNOT)])
def test_a_fall_of_the_other_clock_bears_nothing_out(of: int, shows: ClockShows) -> None:
    read = record(";B[aa]BL[5];W[bb]WL[44];B[cc]BL[-7];W[dd]WL[41]", "TM[60]")
    found = clock_evidence(read, of=of)
    assert (found.shows, found.move, found.colour) == (shows, 3, BLACK)
    text = " ".join(map(str, found.texts)).replace("\N{NO-BREAK SPACE}", " ")
    assert ("clock of White fell" in text) is (of == WHITE)
    assert ("41 s, after move 4" in text) is (of == WHITE)


def test_the_second_of_two_falls_is_found_for_whose_it_is() -> None:
    read = record(";B[aa]BL[-5];W[bb]WL[-4]", "TM[60]")
    for of, move in ((BLACK, 1), (WHITE, 2), (None, 1)):
        found = clock_evidence(read, of=of)
        assert (found.shows, found.move) == (ClockShows.FELL, move)


def test_what_is_told_of_one_clock_is_of_that_one() -> None:
    read = record(";B[aa]BL[0];W[bb]", "TM[60]")
    black = " ".join(map(str, clock_evidence(read, of=BLACK).texts))
    white = " ".join(map(str, clock_evidence(read, of=WHITE).texts))
    assert "shows 0" in black
    assert "Black’s turn at the end" in black
    assert "no times of the clock of White" in white
    assert "shows 0" not in white
    assert "turn at the end" not in white


@pytest.mark.parametrize(
    ("overtime", "move", "fell"),
    [
        ("5x30 byo-yomi", "BL[-1]OB[1]", True),
        ("5x30 byo-yomi", "BL[-1]OB[3]", False),  # a period is gone, others are left
        ("5x30 byo-yomi", "BL[-1]", False),  # overtime begins
        ("25/300 Canadian", "BL[-1]OB[4]", True),
        ("25/300 Canadian", "BL[-1]", False),
        ("10 fischer", "BL[-1]", True),
        ("", "BL[0]", False),
        ("as agreed", "BL[-1]", False),  # nobody knows what was agreed
    ],
)
def test_what_falls_depends_on_the_time_system(overtime: str, move: str, fell: bool) -> None:
    main = "" if overtime == "as agreed" else "TM[60]"
    found = clock_evidence(record(f";B[aa]{move}", f"{main}OT[{overtime}]"))
    assert (found.shows is ClockShows.FELL) == fell


def test_who_was_thinking_at_the_end_is_not_known() -> None:
    found = clock_evidence(record(";B[aa]BL[5];W[bb]WL[4]", "TM[60]RE[W+T]"))
    assert found.shows is ClockShows.CANNOT
    text = " ".join(map(str, found.texts))
    assert "Black’s turn at the end" in text
    assert "the record itself says that Black lost on time" in text.replace("The", "the")


def test_without_times_nothing_can_be_told() -> None:
    found = clock_evidence(record(";B[aa]"))
    assert found.shows is ClockShows.CANNOT
    assert "no clock times" in str(found.texts[0])


def test_times_of_some_moves_only() -> None:
    found = clock_evidence(record(";B[aa]BL[5];W[bb];B[cc]", "TM[60]"))
    assert any("1 of 3 moves" in str(text) for text in found.texts)


def test_the_tournament_has_another_time() -> None:
    agreed = TimeLimits(3600, Overtime.BYO_YOMI, 30)
    same = clock_evidence(record(root="TM[3600]OT[5x30 byo-yomi]"), agreed)
    other = clock_evidence(record(root="TM[1800]OT[5x30 byo-yomi]"), agreed)
    assert not any("another time" in str(text) for text in same.texts)
    told = [str(text).replace("\N{NO-BREAK SPACE}", " ") for text in other.texts]
    assert any("30 min, then byo-yomi of 5 × 30 s" in text for text in told)


@pytest.mark.parametrize(
    ("agreed", "overtime", "another"),
    [
        (5, "5x30 byo-yomi", False),
        (5, "1x30 byo-yomi", True),
        (5, "30 s x 100", True),
        (5, "byo-yomi 30 sec", False),
        (0, "1x30 byo-yomi", False),
    ],
)
def test_numbers_of_periods_differ_where_both_are_stated(
    agreed: int, overtime: str, another: bool
) -> None:
    limits = TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=agreed)
    found = clock_evidence(record(root=f"TM[1800]OT[{overtime}]"), limits)
    assert any("another time" in str(text) for text in found.texts) == another


BYO_YOMI, CANADIAN = "TM[3600]OT[3x30 byo-yomi]", "TM[3600]OT[25/300 Canadian]"


@pytest.mark.parametrize(
    ("root", "moves", "contradicts"),
    [
        (BYO_YOMI, ";B[aa]BL[10]OB[1];W[bb];B[cc]BL[30]OB[3]", True),
        (BYO_YOMI, ";B[aa]BL[10]OB[1];W[bb];B[cc]BL[51]", True),
        (BYO_YOMI, ";B[aa]BL[100];W[bb];B[cc]BL[560]", True),
        ("TM[3600]OT[none]", ";B[aa]BL[100];W[bb];B[cc]BL[101]", True),
        (CANADIAN, ";B[aa]BL[40]OB[7];W[bb];B[cc]BL[80]OB[6]", True),
        # A Canadian period begins only after the last move of the one before, with all its moves.
        (CANADIAN, ";B[aa]BL[4]OB[4];W[bb];B[cc]BL[3.2]OB[9]", True),
        (CANADIAN, ";B[aa]BL[2]OB[1];W[bb];B[cc]BL[50]OB[9]", True),
        # What begins afresh, and an increment
        (BYO_YOMI, ";B[aa]BL[10]OB[2];W[bb];B[cc]BL[30]OB[2];W[dd];B[ee]BL[30]OB[1]", False),
        (BYO_YOMI, ";B[aa]BL[4];W[bb];B[cc]BL[30]", False),  # a period, not named
        (BYO_YOMI, ";B[aa]BL[4];W[bb];B[cc]BL[30]OB[3]", False),
        (BYO_YOMI, ";B[aa]BL[70];W[bb]BL[70];B[cc]BL[90]", False),  # with the periods
        (CANADIAN, ";B[aa]BL[40]OB[1];W[bb];B[cc]BL[300]OB[25]", False),
        (CANADIAN, ";B[aa]BL[40]OB[1];W[bb];B[cc];W[dd];B[ee]BL[280]OB[24]", False),
        (CANADIAN, ";B[aa]BL[500]OB[0];W[bb];B[cc]BL[300]OB[25]", False),  # main time as 0
        (CANADIAN, ";B[aa]BL[40]OB[0];W[bb];B[cc]BL[290]OB[24]", False),
        (CANADIAN, ";B[aa]BL[40]OB[7];W[bb];B[cc];W[dd];B[ee]BL[280]OB[6]", False),
        (CANADIAN, ";B[aa]BL[40];W[bb];B[cc]BL[290]OB[24]", False),
        ("TM[3600]OT[+10]", ";B[aa]BL[50];W[bb];B[cc]BL[300]", False),
        ("TM[3600]", ";B[aa]BL[50];W[bb];B[cc]BL[300]", False),  # any overtime, or an increment
        ("", ";B[aa]BL[50]OB[1];W[bb];B[cc]BL[300]OB[3]", False),
    ],
)
def test_times_that_contradict_each_other_are_told(
    root: str, moves: str, contradicts: bool
) -> None:
    read = record(moves, root)
    report = adjudicate(read, ruleset=JAPANESE, claim=None)
    told = [one for one in report.findings if one.code == "clock.contradicts"]
    assert [(one.colour, one.asks, one.article) for one in told] == (
        [(BLACK, False, None)] if contradicts else []
    )
    evidence = " ".join(map(str, clock_evidence(read, of=BLACK).texts))
    assert ("contradict each other" in evidence) is contradicts
    assert ("was played in time" in evidence) is not contradicts
    assert "contradict" not in " ".join(map(str, clock_evidence(read, of=WHITE).texts))


def test_the_tournaments_time_is_that_of_a_record_which_gives_none() -> None:
    agreed = TimeLimits(3600, Overtime.BYO_YOMI, 30, periods=5)
    read = record(";B[aa]BL[100];W[bb];B[cc]BL[560]", "TM[3600]")
    assert any("contradict" in str(text) for text in clock_evidence(read, agreed).texts)
    stones = record(";B[aa]BL[10]OB[1];W[bb];B[cc]BL[300]OB[25]", "TM[3600]")
    assert not any("contradict" in str(text) for text in clock_evidence(stones, agreed).texts)


def test_times_that_contradict_each_other_show_no_fall_and_no_time_left() -> None:
    moves = ";B[aa]BL[100];W[bb]WL[50];B[cc]BL[560];W[dd]"
    fell = record(f"{moves};B[ee]BL[-1]OB[1];W[ff]", BYO_YOMI)
    assert clock_evidence(fell, of=BLACK).shows is ClockShows.CANNOT
    left = clock_of_loser(record(moves, BYO_YOMI), BLACK)
    assert left is not None
    assert (left.notes, left.doubtful) == ((), False)


def test_overtime_that_had_begun_is_not_said_to_have_not() -> None:
    read = record(";B[aa]BL[10]OB[2];W[bb];B[cc]BL[25];W[dd]", BYO_YOMI)
    left = clock_of_loser(read, BLACK)
    assert left is not None
    assert left.notes == ()


def test_of_two_clocks_that_fell_both_are_told() -> None:
    read = record(";B[aa]BL[9]OB[1];W[bb]WL[-3]OW[0]BL[-5]OB[0]", f"{BYO_YOMI}KM[6.5]")
    found = adjudicate(read, ruleset=JAPANESE, claim="W+T").findings
    fell = {one.colour for one in found if one.code == "clock.fell"}
    assert fell == {BLACK, WHITE}
    texts = " ".join(map(str, clock_evidence(read, of=BLACK).texts))
    assert "time of White was over" in texts
    assert "time of Black was over" in texts


def test_periods_that_are_left_are_told_and_counted() -> None:
    moves = ";B[aa]BL[9]OB[%s];W[bb]WL[50]"

    def last(periods: int) -> ClockOfLoser:
        found = clock_of_loser(record(moves % periods, "TM[60]OT[5x30 byo-yomi]"), BLACK)
        assert found is not None
        return found

    assert last(5).doubtful
    assert not last(1).doubtful
    assert "5" in str(last(5).notes[0])


@pytest.mark.parametrize("moves", [";B[aa]BL[50]OB[5]", ";B[aa]BL[50]"])
def test_overtime_that_the_clocks_show_is_not_said_to_be_none(moves: str) -> None:
    played = time_limits_of(record(moves, "TM[60]"))
    assert played is not None
    agreed = TimeLimits(60, Overtime.CANADIAN, 300, 25)
    assert played.differs(agreed) is ("OB" not in moves)


def test_a_fall_is_a_finding_and_no_forfeit() -> None:
    data = record(";B[aa]BL[5];W[bb]WL[-4];B[];W[]TB[ab]", "TM[60]KM[0.5]")
    report = adjudicate(data, ruleset=JAPANESE, claim=None)
    assert report.verdict is not Verdict.FORFEIT
    [finding] = [one for one in report.findings if one.code == "clock.fell"]
    assert (finding.move, finding.colour, finding.article) == (2, WHITE, None)


def test_clock_text() -> None:
    told = (7, 750, 3900, -3, 0, 0.9, 9.97, 10.5)
    assert [str(clock_text(seconds)) for seconds in told] == [
        *("0:07", "12:30", "1:05:00", "0:00", "0:00", "0:00.9", "0:09.9", "0:10"),
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (0.04, "0.1 s"), (0.3, "0.3 s"), (9.97, "9.9 s"), (7, "7 s"), (61.5, "1 min 1 s")],
)
def test_a_time_that_is_left_is_never_shown_as_none(seconds: float, text: str) -> None:
    assert str(duration_text(seconds)).replace("\N{NO-BREAK SPACE}", " ") == text


@pytest.mark.parametrize("root", ["TM[60]OT[3x30 byo-yomi]", "TM[60]", "TM[60]OT[25/300 Canadian]"])
def test_what_is_left_of_the_loser_is_not_said_to_be_zero(root: str) -> None:
    read = record(";B[aa]BL[0.4]OB[1];W[bb]WL[50]", f"{root}RE[W+T]KM[6.5]")
    found = adjudicate(read, ruleset=JAPANESE)
    (left,) = (one for one in found.findings if one.code == "clock.time_left")
    assert "shows 0.4\N{NO-BREAK SPACE}s" in str(left.text)


def test_in_canadian_time_the_moves_still_to_play_are_told() -> None:
    read = record(";B[aa]BL[280]OB[12];W[bb]WL[50]", "TM[60]OT[25/300 Canadian]")
    found = clock_of_loser(read, BLACK)
    assert found is not None
    assert "12 more moves" in str(found.notes[0])


@pytest.mark.parametrize(
    ("shown", "doubtful"), [("0.4]OB[0", True), ("0.4]OB[1", False), ("0]OB[0", False)]
)
def test_after_the_last_move_of_a_canadian_period_another_begins(
    shown: str, doubtful: bool
) -> None:
    moves = f";B[aa]BL[9]OB[2];W[bb];B[cc]BL[{shown}];W[ff]WL[50]"
    found = clock_of_loser(record(moves, CANADIAN), BLACK)
    assert found is not None
    assert found.doubtful is doubtful
    notes = " ".join(map(str, found.notes)).replace("\N{NO-BREAK SPACE}", " ")
    assert ("5 min" in notes) is doubtful
