"""Seki as players or a referee say it: what the stones in seki surround is no territory (J7)."""

import pytest

from tests.rules.builders import game, judge

STOP = "B pass W pass"
# Black and White share the dame at D4; each has an eye in the corner region.
ROWS = [".XO.O", "XXOOO", "..X..", ".....", "....."]


def test_the_region_named_counts_for_nobody() -> None:
    counted = judge(game(ROWS, STOP), "japanese", dead=[]).computed
    said = judge(game(ROWS, STOP), "japanese", dead=[], seki=[0]).computed
    assert counted is not None
    assert said is not None
    assert 0 in counted.black_territory
    assert counted.black.territory - said.black.territory == 1
    assert 0 in said.dame
    assert said.white == counted.white


def test_area_counts_eyes_in_seki() -> None:
    counted = judge(game(ROWS, STOP), "french", dead=[]).computed
    assert counted == judge(game(ROWS, STOP), "french", dead=[], seki=[0]).computed


def test_a_point_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="seki 25"):
        judge(game(ROWS, STOP), "japanese", dead=[], seki=[25])
