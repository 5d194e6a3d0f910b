"""Empty points that count for somebody, or nobody, because a referee says so."""

import pytest

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from tests.rules.builders import game, judge

STOP = "B pass W pass"
ROWS = [".XO..", "XXOO.", "XO.O.", "XOOO.", "X.X.O"]


@pytest.mark.parametrize("rules", ["japanese", "french"])
def test_a_point_said_to_be_nobodys_is_taken_off_whose_it_was(rules: str) -> None:
    counted = judge(game(ROWS, STOP), rules, dead=[]).computed
    assert counted is not None
    assert 0 in counted.black_territory
    said = counted.with_owners({0: EMPTY, 12: BLACK})
    assert said.black_territory == counted.black_territory - {0} | {12}
    assert said.white_territory == counted.white_territory - {12}
    assert 0 in said.dame
    assert said.black.total == counted.black.total
    assert said.white.total == counted.white.total - 1


def test_a_dame_may_be_given_to_a_player() -> None:
    counted = judge(game(ROWS, STOP), "japanese", dead=[]).computed
    assert counted is not None
    dame = min(counted.dame)
    assert counted.with_owners({dame: WHITE}).white.total == counted.white.total + 1
    assert counted.with_owners({}) == counted


def test_a_point_with_a_stone_is_refused() -> None:
    counted = judge(game(ROWS, STOP), "japanese", dead=[]).computed
    assert counted is not None
    with pytest.raises(ValueError, match="not empty"):
        counted.with_owners({1: BLACK})
