"""Counted games whose margin independent scorers reproduced: marks confirm, the rest wait."""

from collections import Counter
from typing import Any

import pytest

from tests.rules.corpus import judge_entry, listing
from tests.support.environment import some

GOLD: list[dict[str, Any]] = listing("gold_scores.json")
MARKED = [entry for entry in GOLD if "tb-tw-marks" in entry["agree"]]
OTHERS = [entry for entry in GOLD if "tb-tw-marks" not in entry["agree"]]
# Its marks leave a dead stone and its point out, so they give two points less than was claimed;
# the listing says so too ("against": tb-tw-marks).
MARKS_SAY_OTHERWISE = "sgf/gnugo/regression/games/self_play/354-34-2.sgf"


@pytest.mark.by_turns
def test_every_game_with_marks_scores_as_recorded() -> None:
    """All of them (99 % were asked for): there is no rest to explain."""
    assert len(MARKED) == 707
    wrong = {}
    for entry in MARKED:
        report = judge_entry(entry)
        if report.verdict != "confirmed":
            wrong[entry["file"]] = (report.verdict.value, report.claim, report.computed)
        else:
            assert report.computed is not None
            margin = report.computed.black.total - report.computed.white.total
            assert margin == pytest.approx(entry["margin"])
    assert wrong == {}


def test_without_marks_two_passes_need_dead_stones_and_the_rest_is_undetermined() -> None:
    verdicts = Counter()
    looked_at = some(OTHERS, every=4)
    for entry in looked_at:
        report = judge_entry(entry)
        if entry["file"] == MARKS_SAY_OTHERWISE:
            assert report.verdict == "contradicted"
            assert report.computed is not None
            assert report.computed.result == "B+10.5"
            continue
        expected = "needs_dead_stones" if entry["end_passes"] >= 2 else "undetermined"
        assert report.verdict == expected, entry["file"]
        verdicts[expected] += 1
    if len(looked_at) == len(OTHERS):
        assert verdicts == {"needs_dead_stones": 3037, "undetermined": 195}


@pytest.mark.parametrize("name", ["gold_scores_tom.json", "gold_scores_tygem.json"])
def test_servers_that_store_no_passes(name: str) -> None:
    """Their records end with the last play: nothing to count before the players agree."""
    entries = listing(name)
    assert len(entries) == 600
    for entry in entries:
        report = judge_entry(entry)
        assert (report.verdict, report.end) == ("undetermined", "unfinished")
        assert report.claim == entry["result"]


def test_marks_in_games_with_seki_and_false_eyes() -> None:
    entries = [
        entry for entry in listing("gold_seki_or_false_eye.json") if "tb-tw-marks" in entry["agree"]
    ]
    assert len(entries) == 30
    assert {judge_entry(entry).verdict.value for entry in entries} == {"confirmed"}


def test_the_hard_pile_is_not_judged_without_marks() -> None:
    """Two of 503 have marks: one agrees with its claim, one does not."""
    verdicts = Counter(
        judge_entry(entry).verdict.value for entry in listing("counted_but_unconfirmed.json")
    )
    assert verdicts == {"needs_dead_stones": 501, "confirmed": 1, "contradicted": 1}
