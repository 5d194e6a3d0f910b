"""Every real triple ko, quadruple ko and illegal move is found at the same move (SPEC 1.9).

All are judged under the Japanese rules, the turn order ignored.
"""

from typing import Any

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import JAPANESE
from adjudication.rules.verdicts import Report
from tests.rules.corpus import listing, record_of

ENTRIES: list[dict[str, Any]] = listing("cycles_and_illegal.json")
WHY = {
    "occupied point": "illegal.occupied",
    "suicide": "illegal.suicide",
    "immediate ko recapture": "illegal.ko",
}
# Listed as repeating the position only. But it begins with Black to move in a set-up position, and
# after six plies that position is back with Black to move: a whole-board cycle.
WHOLE_BOARD_AFTER_ALL = "sgf/fuego/regression/sgf/repetition/triple-ko.sgf"
# The list stops counting at 60 repeated positions.
LIST_STOPS_AT = 60


def judged(entry: dict[str, Any]) -> Report:
    return adjudicate(record_of(entry["file"]), ruleset=JAPANESE)


def named(entries: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(entry, id=entry["id"].split("/")[-1]) for entry in entries]


def test_there_are_107() -> None:
    assert len(ENTRIES) == 107
    assert sum("first_repetition" in entry for entry in ENTRIES) == 72
    assert sum("first_psk" in entry for entry in ENTRIES) == 29
    assert sum(bool(entry["illegal"]) for entry in ENTRIES) == 16


@pytest.mark.parametrize("entry", named(ENTRIES))
def test_illegal_moves(entry: dict[str, Any]) -> None:
    """Those that are listed and no others: at the same moves, for the same reasons."""
    report = judged(entry)
    found = {
        f.move: f.code.value
        for f in report.findings
        if f.code.is_illegal and f.code != "illegal.turn"
    }
    assert found == {fault["move"]: WHY[fault["why"]] for fault in entry["illegal"]}
    assert len(found) == entry["illegal_total"]
    if entry.get("missing_handicap_stones") and found:
        assert report.verdict == "undetermined"
        assert "record.handicap_missing" in [f.code.value for f in report.findings]


@pytest.mark.parametrize("entry", named([e for e in ENTRIES if "first_repetition" in e]))
def test_whole_board_cycles(entry: dict[str, Any]) -> None:
    listed = entry["first_repetition"]
    cycles = [f for f in judged(entry).findings if f.code == "cycle.whole_board"]
    first = cycles[0]
    assert first.move == listed["move"]
    assert first.detail["first"] == listed["repeats_position_after_move"]
    assert first.detail["length"] == listed["cycle_length"]
    gain = listed["stones_captured_by_black_in_cycle"] - listed["by_white"]
    assert first.detail["prisoners"] == gain
    if entry["repeated_positions"] < LIST_STOPS_AT:
        assert len(cycles) == entry["repeated_positions"]
        assert cycles[-1].move == entry["last_repetition_move"]


@pytest.mark.parametrize("entry", named([e for e in ENTRIES if "first_psk" in e]))
def test_positions_that_come_back_with_the_other_player_to_move(entry: dict[str, Any]) -> None:
    listed = entry["first_psk"]
    cycles = [f for f in judged(entry).findings if f.code.startswith("cycle.")]
    assert (cycles[0].move, cycles[0].detail["first"]) == (
        listed["move"],
        listed["repeats_position_after_move"],
    )
    whole = entry["file"] == WHOLE_BOARD_AFTER_ALL
    assert cycles[0].code == ("cycle.whole_board" if whole else "cycle.position_only")
    if not whole:
        assert {f.code.value for f in cycles} == {"cycle.position_only"}


def test_the_triple_ko_that_begins_with_the_set_up() -> None:
    [entry] = [e for e in ENTRIES if e["file"] == WHOLE_BOARD_AFTER_ALL]
    report = judged(entry)
    assert report.replay.position_after(6) == report.replay.position_after(0)
    assert report.replay.colours == [1, 2, 1, 2, 1, 2]
    [cycle] = [f for f in report.findings if f.code.startswith("cycle.")]
    assert (cycle.code, cycle.move, cycle.detail["first"]) == ("cycle.whole_board", 6, 0)
    assert (cycle.detail["length"], cycle.detail["kind"]) == (6, "triple_ko")


def test_a_position_brought_back_by_an_illegal_retake_is_no_cycle() -> None:
    [entry] = [e for e in ENTRIES if "tom-5763412" in e["file"]]
    report = judged(entry)
    assert report.replay.position_after(296) == report.replay.position_after(294)
    assert [(f.code.value, f.move) for f in report.findings if f.move == 296] == [
        ("illegal.ko", 296)
    ]
    assert report.verdict == "forfeit"


def test_kinds() -> None:
    """Three kos last six moves, four kos eight; a ko and two stones taken also last six."""
    kinds: dict[str, set[int]] = {}
    for entry in ENTRIES:
        if entry["class"].startswith("balanced"):
            [first, *_] = [f for f in judged(entry).findings if f.code == "cycle.whole_board"]
            kinds.setdefault(str(first.detail["kind"]), set()).add(first.detail["length"])
    assert kinds["triple_ko"] == {6}
    assert kinds["four_or_more_kos"] == {8, 12}
    assert kinds["rotating_ko"] == {6}
    assert set(kinds) == {"triple_ko", "four_or_more_kos", "rotating_ko"}
