"""Seki as players or a referee say it: what the stones in seki surround is no territory (J7)."""

import pytest

from tests.rules.builders import codes, game, judge

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


# Three chains of a 9x9 in seki: White's two have an eye each, and neither side can fill the dame.
THREE_CHAINS = [
    ".O.XXX.O.",
    "OOXXXXXOO",
    "XXOOOOOXX",
    ".XXO..OX.",
    "..XO..OX.",
    "..XO..OX.",
    "..XO..OX.",
    "..XO.OOX.",
    "..XO.OXX.",
]


@pytest.mark.parametrize("claim", ["B+0.5", "W+1.5", "W+0.5"])
def test_a_count_that_hangs_on_a_possible_seki_neither_agrees_nor_contradicts(claim: str) -> None:
    report = judge(game(THREE_CHAINS, STOP), "japanese", dead=[], komi=6.5, claim=claim)
    assert report.verdict == "undetermined"
    assert report.decisive is not None
    assert report.decisive.code == "score.seki_possible"
    detail = report.decisive.detail
    assert (detail["seki"], detail["computed"]) == ("B+0.5", "W+1.5")
    assert detail["points"] == ["A9", "J9"]
    assert {"score.confirmed", "score.mismatch"}.isdisjoint(codes(report))


def test_what_no_reading_of_the_seki_gives_is_contradicted() -> None:
    report = judge(game(THREE_CHAINS, STOP), "japanese", dead=[], komi=6.5, claim="B+2.5")
    assert report.verdict == "contradicted"
    far = judge(game(THREE_CHAINS, STOP), "japanese", dead=[], komi=16.5, claim="W+")
    assert far.verdict == "confirmed"


def test_the_seki_said_or_a_text_that_knows_none_leaves_nothing_open() -> None:
    board = game(THREE_CHAINS, STOP)
    said = judge(board, "japanese", dead=[], seki=[0, 8], komi=6.5, claim="B+0.5")
    assert said.verdict == "confirmed"
    strict = judge(board, "japanese-strict", dead=[], komi=6.5, claim="B+0.5")
    assert strict.verdict == "confirmed"
    for rules in ("beginner", "french"):
        counted = judge(board, rules, dead=[], komi=6.5)
        assert "score.seki_possible" not in codes(counted)
