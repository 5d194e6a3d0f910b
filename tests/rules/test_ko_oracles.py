"""The 136 verdicts of ko_oracles.json: 17 positions, four repetition rules, suicide on and off."""

import json
from typing import Any

import pytest

from adjudication.rules.replay import replay_moves
from tests.rules.builders import COLOURS, faults_of, index, position, with_ko
from tests.rules.naive import NaiveGame
from tests.support.shared import require_shared

ORACLES: list[dict[str, Any]] = json.loads(
    require_shared("rules/ko_oracles.json").read_text("utf-8")
)
CASES = [
    pytest.param(oracle, rules, expected, id=f"{oracle['id']}-{rules}")
    for oracle in ORACLES
    for rules, expected in oracle["expect"].items()
]


def point_of(move: list[Any]) -> tuple[int, int] | None:
    return None if move[1] in (None, "pass") else (move[1][0], move[1][1])


def test_there_are_136() -> None:
    assert len(CASES) == 136


@pytest.mark.parametrize(("oracle", "rules", "expected"), CASES)
def test_oracle(oracle: dict[str, Any], rules: str, expected: str) -> None:
    ko, suicide = rules.split("/")
    size = len(oracle["rows"])
    moves = oracle["moves"]
    replay = replay_moves(
        size,
        position(oracle["rows"]),
        [COLOURS[colour] for colour, _ in moves],
        [index(point_of(move), size) for move in moves],
    )
    ruleset = with_ko(ko, suicide=suicide == "suicide")
    found = {f.move: f.code.value for f in faults_of(replay, ruleset).findings}
    # The last move is the one in question; under the other rules one before may be a fault too.
    assert found.get(len(moves), "legal").replace(".", ":") == expected

    taken = len(replay.captured.get(len(moves), ()))
    own = len(moves) in replay.suicides
    if expected == "legal" or expected == "illegal:suicide":
        assert (0 if own else taken) == oracle["captured"]
        assert (taken if own else 0) == oracle["self_captured"]


@pytest.mark.parametrize(("oracle", "rules", "expected"), CASES)
def test_the_naive_implementation_agrees(oracle: dict[str, Any], rules: str, expected: str) -> None:
    ko, suicide = rules.split("/")
    naive = NaiveGame(tuple(oracle["rows"]), ko, suicide == "suicide", oracle["moves"][0][0])
    for move in oracle["moves"]:
        naive.play(move[0], point_of(move))
    assert (naive.codes[-1] or "legal").replace(".", ":") == expected
