"""What a record shows of what players say: an illegal move, a stop, a stone, a result."""

from __future__ import annotations

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.claims import parse_claim
from adjudication.rules.points import parse_point
from adjudication.rules.presets import JAPANESE
from adjudication.rules.sgf import read_record
from adjudication.rules.showing import (
    Shows,
    evidence_of_illegal_move,
    evidence_of_result,
    evidence_of_stone,
    evidence_of_stop,
    is_complete,
)
from adjudication.rules.verdicts import Report
from tests.factories.records import COUNTED, ILLEGAL_KO

UNFINISHED = b"(;GM[1]FF[4]SZ[5]KM[0.5];B[ba];W[da];B[bb])"


def report(data: bytes) -> Report:
    return adjudicate(
        read_record(data), ruleset=JAPANESE, komi=0.5, over_the_board=True, claim=None
    )


def test_the_illegal_move_that_was_named_is_shown() -> None:
    found = evidence_of_illegal_move(report(ILLEGAL_KO), 10)
    assert found.shows is Shows.YES
    assert found.finding is not None
    assert found.finding.move == 10


def test_without_a_number_the_first_one_is_meant() -> None:
    assert evidence_of_illegal_move(report(ILLEGAL_KO)).shows is Shows.YES


def test_another_move_than_the_one_named_is_told_and_not_taken_for_it() -> None:
    found = evidence_of_illegal_move(report(ILLEGAL_KO), 9)
    assert found.shows is Shows.UNKNOWN
    assert "move 9 is Black at C4" in str(found.text)
    assert str(found.text).count("ove 10") == 1


def test_a_complete_record_without_one_shows_none() -> None:
    found = evidence_of_illegal_move(report(COUNTED), 3)
    assert found.shows is Shows.NO
    assert "move 3 is Black at B4" in str(found.text)
    assert "taken back" in str(found.text)


@pytest.mark.parametrize(("data", "move"), [(UNFINISHED, 2), (COUNTED, 99), (UNFINISHED, None)])
def test_what_a_record_does_not_reach_it_cannot_tell(data: bytes, move: int | None) -> None:
    assert evidence_of_illegal_move(report(data), move).shows is Shows.UNKNOWN


def test_a_pass_is_told_as_one() -> None:
    assert "move 11 is a pass by Black" in str(evidence_of_illegal_move(report(COUNTED), 11).text)


def test_whether_play_had_stopped() -> None:
    assert evidence_of_stop(report(COUNTED)).shows is Shows.YES
    found = evidence_of_stop(report(UNFINISHED))
    assert found.shows is Shows.UNKNOWN
    assert "ends with move 3, by Black" in str(found.text)
    assert evidence_of_stop(report(b"(;GM[1]SZ[5])")).shows is Shows.UNKNOWN


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("B5", "Black played B5 with move 1"),
        ("E5", "no stone ever stood on E5"),
        ("C4", "Black played C4 with move 9"),
        ("B4", "White played B4 with move 10"),
    ],
)
def test_what_became_of_a_stone(point: str, words: str) -> None:
    data = ILLEGAL_KO if point in ("C4", "B4") else COUNTED
    found = evidence_of_stone(report(data).replay, parse_point(point, 5))
    assert found.shows is Shows.UNKNOWN
    assert words in str(found.text)


def test_a_stone_that_was_taken_off() -> None:
    """Black's C4 takes White's B4, which takes it back."""
    text = str(evidence_of_stone(report(ILLEGAL_KO).replay, parse_point("C4", 5)).text)
    assert "It was taken off with move 10" in text


def test_what_a_record_says_of_the_result() -> None:
    counted = evidence_of_result(report(COUNTED), parse_claim("B+R"))
    assert "counts to W+0.5" in str(counted.text)
    assert "says B+R" in str(counted.text)
    assert "breaks off after move 3" in str(evidence_of_result(report(UNFINISHED), None).text)
    assert "does not give" in str(evidence_of_result(report(b"(;GM[1]SZ[5])"), None).text)


def test_complete_is_what_goes_to_its_end() -> None:
    assert is_complete(report(COUNTED))
    assert not is_complete(report(UNFINISHED))
