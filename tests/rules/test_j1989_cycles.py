"""The cycles of Article 12: from each diagram a cycle exists, is found, and is named rightly."""

import json
from dataclasses import replace

import pytest

from tests.rules.builders import COLOURS, game, index, judge
from tests.rules.cycle_search import find_cycle
from tests.rules.naive import Point
from tests.support.shared import require_shared

ROWS = {
    example["id"]: tuple(example["rows"])
    for example in json.loads(require_shared("rules/j1989_examples.json").read_text("utf-8"))
    if example["id"].startswith("C18")
}
KOS: list[Point] = [(5, 3), (6, 3), (6, 0), (7, 0), (8, 4), (8, 5)]
TWO_HOLES: list[Point] = [(row, column) for row in (2, 3, 5, 6) for column in (4, 5)]
CORNER: list[Point] = [(7, 3), (7, 4), (8, 2), (8, 3), (8, 4), (8, 5)]


@pytest.mark.parametrize(
    ("key", "points", "taken", "length", "kind"),
    [
        pytest.param("C18a", KOS, 3, 6, "triple_ko", id="triple ko"),
        pytest.param("C18b", TWO_HOLES, 4, 8, "rotating_ko", id="rotating ko"),
        pytest.param("C18c", CORNER, 2, 4, "eternal_life", id="eternal life"),
    ],
)
def test_cycle(key: str, points: list[Point], taken: int, length: int, kind: str) -> None:
    """A cycle in which each side takes ``taken`` stones leads back to the diagram."""
    rows = ROWS[key]
    moves = find_cycle(rows, "X", points, (taken, taken))
    assert moves is not None
    assert len(moves) == length
    record = replace(
        game(rows),
        colours=[COLOURS[colour] for colour, _ in moves],
        points=[index(point, len(rows)) for _, point in moves],
    )
    report = judge(record, "japanese", claim=None)
    [cycle] = [f for f in report.findings if f.code == "cycle.whole_board"]
    assert cycle.move == length
    assert cycle.detail["first"] == 0
    assert cycle.detail["length"] == length
    assert cycle.detail["prisoners"] == 0
    assert cycle.article == "Art. 12"
    assert report.verdict == "no_result_possible"
    assert not [f for f in report.findings if f.code.is_illegal]
    assert cycle.detail["kind"] == kind


@pytest.mark.parametrize("rules", ["french", "french-ssk", "nz", "aga", "ing", "tromp-taylor"])
def test_superko_forbids_the_move_that_closes_the_triple_ko(rules: str) -> None:
    rows = ROWS["C18a"]
    moves = find_cycle(rows, "X", KOS, (3, 3))
    assert moves is not None
    record = replace(
        game(rows),
        colours=[COLOURS[colour] for colour, _ in moves],
        points=[index(point, len(rows)) for _, point in moves],
    )
    [fault] = [f for f in judge(record, rules).findings if f.code.is_illegal]
    assert (fault.code, fault.move) == ("illegal.superko", 6)
    assert fault.detail["earlier"] == 0
