"""Play that goes on from the end of a record."""

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.findings import Code
from adjudication.rules.points import PASS, parse_point
from adjudication.rules.presets import BEGINNER, FRENCH, JAPANESE, NZ
from adjudication.rules.record import GameRecord
from adjudication.rules.resuming import (
    cut_record,
    first_to_move,
    play_on,
    read_moves,
    record_as_sgf,
    stopped_record,
)
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from tests.support.records import KO, WALLS, sgf

HERE = stopped_record(read_record(sgf(WALLS)))


def on(moves: str, first: int = BLACK, record: GameRecord = HERE, rules: RuleSet = JAPANESE):  # type: ignore[no-untyped-def]
    return play_on(record, read_moves(moves, 9), first=first, ruleset=rules, handicap=0, komi=6.5)


def test_who_moves_first_is_as_the_text_says() -> None:
    # The last pass of the record is White's.
    assert HERE.colours[-1] == WHITE
    assert first_to_move(FRENCH, HERE, requester=BLACK) == BLACK
    assert first_to_move(BEGINNER, HERE, requester=BLACK) == BLACK
    assert first_to_move(JAPANESE, HERE, requester=WHITE) == BLACK
    assert first_to_move(JAPANESE, HERE, requester=BLACK) == WHITE
    assert first_to_move(NZ, HERE, requester=BLACK) is None
    assert first_to_move(NZ, HERE, requester=BLACK, agreed=BLACK) == BLACK


def test_passes_that_a_record_leaves_out_are_added() -> None:
    record = stopped_record(read_record(sgf("cc gg")))
    assert record.points[2:] == [PASS, PASS]
    assert record.colours == [BLACK, WHITE, BLACK, WHITE]


def test_stones_are_taken_and_two_passes_stop_it_again() -> None:
    # White's B8 stands alone: Black takes it in four moves, White answers with passes elsewhere.
    played = on("B9 J1 A8 J2 C8 J3 B7 pass")
    assert not played.stopped
    assert played.replay.position[parse_point("B8", 9)] == 0
    assert played.to_move == BLACK
    assert played.replay.position[parse_point("B9", 9)] == BLACK
    assert on("pass pass B9").stopped
    assert on("pass pass B9").moves == (PASS, PASS)


def test_what_may_not_be_played_is_refused_with_its_finding() -> None:
    played = on("B8")
    assert played.refused is not None
    assert played.refused.code == Code.OCCUPIED
    assert played.moves == ()
    assert played.to_move == BLACK


def test_an_immediate_retake_in_a_ko_is_refused() -> None:
    record = cut_record(read_record(sgf(KO)), 9)
    played = play_on(
        record, read_moves("D6", 9), first=WHITE, ruleset=JAPANESE, handicap=0, komi=6.5
    )
    assert played.refused is not None
    assert played.refused.code == Code.KO
    allowed = play_on(
        record, read_moves("J9 A9 D6", 9), first=WHITE, ruleset=JAPANESE, handicap=0, komi=6.5
    )
    assert allowed.refused is None


def test_faults_of_before_the_stop_keep_nobody_from_playing_on() -> None:
    record = stopped_record(read_record(sgf(KO)))
    assert on("J9", record=record).refused is None


@pytest.mark.parametrize("text", ["Z99", "B8 nonsense", " ".join(["pass"] * 401)])
def test_what_is_no_move_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read_moves(text, 9)


def test_the_new_record_reads_back_as_the_whole_game() -> None:
    played = on("B9 J1 pass pass", first=WHITE)
    read = read_record(record_as_sgf(played.record, PB="A]ki", KM="6.5"))
    assert (read.colours, read.points) == (played.record.colours, played.record.points)
    assert read.black_name == "A]ki"
    report = adjudicate(read, ruleset=FRENCH, claim=None, nothing_removed=True)
    assert report.resumed
    assert report.computed is not None  # counted with nothing removed, nobody marked anything


def test_set_up_stones_and_changes_by_hand_are_kept() -> None:
    data = b"(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];W[ee];B[dd];AE[dd]AW[df];W[fe])"
    record = read_record(data)
    read = read_record(record_as_sgf(record))
    assert read.start == record.start
    assert read.edits == record.edits
    assert (read.colours, read.points, read.handicap) == (record.colours, record.points, 2)
