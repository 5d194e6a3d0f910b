"""Results as real records write them, read into one vocabulary (SPEC 1.9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.claims import Claim, Reason, Winner, format_points, parse_claim
from tests.rules.builders import codes, empty, game, judge, sgf

STOP = "B pass W pass"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *(("B+3.5", "B+3.5"), ("W+10.5", "W+10.5"), ("b+3.5", "B+3.5"), (" W+3.5  ", "W+3.5")),
        *(("B+3,5", "B+3.5"), ("W+7", "W+7"), ("B+0.50", "B+0.5"), ("B + 2", "B+2")),
        *(("B+R", "B+R"), ("B+Resign", "B+R"), ("W+resign ", "W+R"), ("Black+R", "B+R")),
        *(("B+T", "B+T"), ("W+Time", "W+T"), ("w+time", "W+T"), ("White+T", "W+T")),
        *(("B+F", "B+F"), ("B+Forfeit", "B+F"), ("W+Illegal", "W+F"), ("B+", "B+")),
        *(("W+", "W+"), ("0", "jigo"), ("Draw", "jigo"), ("draw", "jigo"), ("Jigo", "jigo")),
        *(("Void", "void"), ("void", "void"), ("VOID ", "void")),
    ],
)
def test_readable(written: str, read: str) -> None:
    claim = parse_claim(written)
    assert claim is not None
    assert str(claim) == read


@pytest.mark.parametrize(
    "written",
    [
        *("B+N ? W+timeout", "has adjourned.", "Black", "B", "+3.5", "B+x", "3.5", "B-3"),
        *("B+3.5+2", "unknown", "B+nan", "B+1e5", "B+-3", "<b>", "W+99999999", "١"),
        "B+٣",
    ],
)
def test_unreadable(written: str) -> None:
    assert parse_claim(written) is None
    report = judge(game(empty(5), STOP, result_text=written), "japanese", dead=[])
    assert report.claim is None
    assert "record.result_unreadable" in codes(report)


@pytest.mark.parametrize("written", ["", "?", " ? "])
def test_nothing_claimed(written: str) -> None:
    report = judge(game(empty(5), STOP, result_text=written), "japanese", dead=[])
    assert report.claim is None
    assert "record.result_unreadable" not in codes(report)


def test_no_result_property() -> None:
    report = sgf("(;SZ[5];B[cc];W[])", rules="japanese")
    assert report.claim is None
    assert "record.result_unreadable" not in codes(report)


@given(
    winner=st.sampled_from([Winner.BLACK, Winner.WHITE]),
    quarters=st.integers(1, 4 * 400),
)
def test_a_margin_survives_writing_and_reading(winner: Winner, quarters: int) -> None:
    claim = Claim(winner, Reason.SCORE, quarters / 4)
    assert parse_claim(str(claim)) == claim


@given(st.text(max_size=40))
def test_any_text_is_a_claim_or_none(text: str) -> None:
    claim = parse_claim(text)
    if claim is not None:
        assert parse_claim(str(claim)) == claim


def test_winners_without_a_score() -> None:
    for reason in (Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT, Reason.UNKNOWN):
        claim = Claim(Winner.WHITE, reason)
        assert parse_claim(str(claim)) == claim


def test_points_as_one_writes_them() -> None:
    assert [format_points(value) for value in (3.5, 7.0, 0.0, 10.25)] == ["3.5", "7", "0", "10.25"]


def test_a_given_claim_goes_before_the_records() -> None:
    record = game(empty(5), STOP, result_text="B+3")
    assert judge(record, "japanese", dead=[], claim="W+R").claim == "W+R"
    assert judge(record, "japanese", dead=[], claim=None).claim is None
    assert judge(record, "japanese", dead=[]).claim == "B+3"
