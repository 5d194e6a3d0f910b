"""Disputes that referees decided, as far as they are about counting a position that is known.

Of disputes.json only go-takagawa-1959 has a whole position. segoe-takahashi-1928 lacks its bottom
row; the others are about clocks, sportsmanship or pairing and have no position.
"""

from typing import Any

import pytest

from adjudication.rules.colours import WHITE
from adjudication.rules.points import parse_point
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.scoring.territory import TerritoryOptions, count_territory
from tests.rules.builders import names, position
from tests.rules.corpus import listing

CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in listing("disputes.json")["cases"]}
GO_TAKAGAWA = CASES["go-takagawa-1959"]
# One stone of every dead chain. The source does not list them; with these, and only with these,
# all but three points belong to somebody and the margin is the one it reports.
DEAD_WHITE = "C6 D7 E8 K3 N4 N2 P3 R2 Q1"
DEAD_BLACK = "C17 N10 O11 O9 P13 Q16 R17"


def dead_stones() -> frozenset[int]:
    board = position(GO_TAKAGAWA["position"])
    stones = [parse_point(name, 19) for name in f"{DEAD_WHITE} {DEAD_BLACK}".split()]
    return frozenset().union(*(chain_at(board, 19, stone) for stone in stones))


def options() -> TerritoryOptions:
    prisoners = GO_TAKAGAWA["prisoners"]
    return TerritoryOptions(
        taken_by_black=prisoners["white_stones_taken_by_black"],
        taken_by_white=prisoners["black_stones_taken_by_white"],
        komi=GO_TAKAGAWA["komi"],
    )


def test_go_against_takagawa_as_it_stands() -> None:
    count = count_territory(position(GO_TAKAGAWA["position"]), 19, dead_stones(), options())
    assert count.black.total - (count.white.total - 4.5) == 4
    assert count.result == GO_TAKAGAWA["outcome_if_not"] == "W+0.5"
    assert names(count.dame, 19) == {"E19", "G12", "K13"}


def test_go_against_takagawa_with_the_connection() -> None:
    """White connects in his own territory: one point less, and the other player has won."""
    board = position(GO_TAKAGAWA["position"])
    lenient = count_territory(board, 19, dead_stones(), options())
    own = min(p for p in lenient.white_territory if not board[p])
    board[own] = WHITE
    count = count_territory(board, 19, dead_stones(), options())
    assert count.result == GO_TAKAGAWA["outcome_if_required"] == "B+0.5"


def test_prisoners_follow_from_the_number_of_moves() -> None:
    """122 moves each and no pass: what is not on the board was taken."""
    board = position(GO_TAKAGAWA["position"])
    moves = GO_TAKAGAWA["moves_to_position"]
    assert moves // 2 - board.count(1) == options().taken_by_white
    assert moves // 2 - board.count(2) == options().taken_by_black


@pytest.mark.parametrize("key", sorted(CASES))
def test_no_other_dispute_has_a_whole_position(key: str) -> None:
    rows = CASES[key].get("position")
    assert bool(rows) == (key == "go-takagawa-1959")
