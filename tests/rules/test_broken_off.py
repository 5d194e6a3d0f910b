"""Records that break off, and those that look so and do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from adjudication.rules.broken_off import break_off_text
from adjudication.rules.claims import Claim, ClaimReason, parse_claim
from adjudication.rules.contradictions import own_claim
from adjudication.rules.record import GameRecord
from adjudication.rules.sgf import read_record
from tests.rules.builders import game
from tests.rules.corpus import listing, record_of

OPEN = ["...X...", "...XO..", "...X...", ".......", "..XO...", "..XO...", "..XO..."]
PLAYED_OUT = ["...XO..", "...XO..", "...XO..", "..XO...", "..XO...", "..XO...", "..XO..."]


def claim(text: str) -> Claim:
    found = parse_claim(text)
    assert found is not None
    return found


def test_a_count_on_an_open_board_breaks_off_and_one_on_a_played_out_board_does_not() -> None:
    assert break_off_text(game(OPEN), claim("B+3.5")) is not None
    assert break_off_text(game(PLAYED_OUT), claim("B+3.5")) is None


@pytest.mark.parametrize("result", ["B+R", "W+T", "B+F", "B+"])
def test_only_a_count_needs_a_board_that_is_played_out(result: str) -> None:
    assert break_off_text(game(OPEN), claim(result)) is None


def test_two_passes_or_marks_are_an_end_and_one_pass_is_none() -> None:
    assert break_off_text(game(OPEN, "B pass W pass"), claim("B+3.5")) is None
    assert break_off_text(game(OPEN, marked=True), claim("B+3.5")) is None
    assert break_off_text(game(OPEN, "B pass"), claim("B+3.5")) is not None


def test_a_file_that_is_cut_short_breaks_off_whatever_its_result() -> None:
    cut = read_record(b"(;SZ[9]RE[B+R];B[ee];W[cc];B[g")
    assert cut.truncated
    assert break_off_text(cut, claim("B+R")) is not None


def counted_games() -> Iterator[tuple[GameRecord, Claim]]:
    for entry in listing("gold_scores_tom.json") + listing("gold_scores_tygem.json"):
        record = record_of(entry["file"])
        found = own_claim(record)
        if found is not None and found.reason is ClaimReason.SCORE and not record.edits:
            yield record, found


def test_real_games_that_were_counted_are_whole_and_their_first_halves_are_not() -> None:
    games = list(counted_games())[::4]
    assert len(games) > 100
    whole = sum(break_off_text(record, found) is None for record, found in games)
    assert whole >= 0.98 * len(games)
    cut = 0
    for record, found in games:
        half = len(record.points) // 2
        broken = replace(record, colours=record.colours[:half], points=record.points[:half])
        cut += break_off_text(broken, found) is not None
    assert cut >= 0.98 * len(games)
