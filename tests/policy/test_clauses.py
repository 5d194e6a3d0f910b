"""Clauses that all four texts share, or nearly: each replayed under each of them."""

import pytest

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.presets import PRESETS
from adjudication.rules.resuming import first_to_move, stopped_record
from adjudication.rules.rulesets import HandicapForm
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge, sgf

TEXTS = ("japanese", "french", "nz", "beginner")
STOP = "B pass W pass"
KO = [".XO..", "XO.O.", ".XO..", ".....", "....."]
EVEN = ["XX.OO"] * 5


def illegal(report: Report) -> list[tuple[str, int | None]]:
    return [(str(one.code), one.move) for one in report.findings if one.code.is_illegal]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", [9, 13, 19, 21])
def test_a_game_is_judged_on_every_board_that_players_agree_on(text: str, size: int) -> None:
    report = judge(game(empty(size), f"B C3 W D4 {STOP}"), text, dead=[])
    assert report.size == size
    assert illegal(report) == []
    assert report.computed is not None


@pytest.mark.parametrize("text", TEXTS)
def test_players_move_in_turn_and_a_pass_is_a_turn(text: str) -> None:
    assert illegal(judge(game(empty(5), "B C3 W pass B D3 W D4"), text)) == []
    assert illegal(judge(game(empty(5), "B C3 W D4 W D3"), text)) == [("illegal.turn", 3)]


@pytest.mark.parametrize("text", TEXTS)
def test_a_stone_goes_on_an_empty_point_of_the_board_and_stays(text: str) -> None:
    report = judge(game(empty(5), "B C3 W C3"), text)
    assert illegal(report) == [("illegal.occupied", 2)]
    assert report.replay.position[12] == BLACK


@pytest.mark.parametrize("text", TEXTS)
def test_liberties_lie_along_the_lines_and_are_shared(text: str) -> None:
    # Three of White's four neighbours are black; the slant ones do not matter.
    rows = ["X.X..", ".O...", "X.X..", ".....", "....."]
    report = judge(game(rows, "B B5 W E1 B A4 W D1 B C4 W E2 B B3"), text)
    assert sorted(report.replay.captured) == [7]
    chain = [".....", ".XXX.", "XOOX.", ".XX..", "....."]
    assert judge(game(chain, "B E5"), text).replay.captured == {}
    taken = judge(game(["XX...", "OO.X.", "XX...", ".....", "....."], "B C4"), text)
    assert sorted(taken.replay.captured[1]) == [5, 6]


@pytest.mark.parametrize("text", TEXTS)
def test_who_takes_the_last_liberty_takes_the_stones_off(text: str) -> None:
    report = judge(game(["OX...", ".....", ".....", ".....", "....."], "B A4"), text)
    assert report.replay.position[0] == 0
    assert report.replay.prisoners_after(1) == (1, 0)


@pytest.mark.parametrize("text", TEXTS)
def test_a_move_that_captures_is_no_suicide(text: str) -> None:
    assert illegal(judge(game([".OX.", "OX..", "X...", "...."], "B A4"), text)) == []


@pytest.mark.parametrize("text", TEXTS)
def test_suicide_is_forbidden_but_in_new_zealand(text: str) -> None:
    found = illegal(judge(game(["XO..", ".O..", "OO..", "...."], "B A3"), text))
    assert found == ([] if text == "nz" else [("illegal.suicide", 1)])


@pytest.mark.parametrize("text", TEXTS)
def test_a_ko_is_not_taken_back_at_once_but_after_a_move_elsewhere(text: str) -> None:
    superko = text in ("french", "nz")
    found = illegal(judge(game(KO, "B C4 W B4"), text))
    assert found == [("illegal.superko" if superko else "illegal.ko", 2)]
    assert illegal(judge(game(KO, "B C4 W E1 B A1 W B4"), text)) == []


@pytest.mark.parametrize("text", TEXTS)
def test_two_passes_stop_the_game_and_one_does_not(text: str) -> None:
    one = judge(game(EVEN, "B pass", result_text="jigo"), text, dead=[])
    assert one.end == "unfinished"
    two = judge(game(EVEN, STOP, result_text="jigo"), text, dead=[])
    assert two.end == "two_passes"
    assert two.verdict == "confirmed"


@pytest.mark.parametrize("text", TEXTS)
def test_dead_stones_are_those_that_both_name(text: str) -> None:
    rows = [".OX.O", ".XX.O", "XX.OO", ".XOO.", ".XO.."]
    alive, dead = (judge(game(rows, STOP), text, dead=one).computed for one in ([], [1]))
    assert alive is not None
    assert dead is not None
    assert dead.black.total > alive.black.total
    assert judge(game(rows, STOP, result_text="B+1"), text).verdict == "needs_dead_stones"


@pytest.mark.parametrize("text", TEXTS)
def test_points_between_both_colours_count_for_nobody(text: str) -> None:
    count = judge(game(EVEN, STOP), text, dead=[]).computed
    assert count is not None
    assert count.result == "jigo"
    assert count.black.total == (10 if text in ("french", "nz") else 0)


@pytest.mark.parametrize("text", TEXTS)
def test_more_points_win(text: str) -> None:
    rows = [".XXO.", ".XXOO", ".XXO.", ".XXOO", ".XXO."]
    count = judge(game(rows, STOP), text, dead=[]).computed
    assert count is not None
    assert count.result == {"french": "B+5", "nz": "B+5"}.get(text, "B+2")


@pytest.mark.parametrize("text", TEXTS)
def test_komi_is_whites(text: str) -> None:
    rows = [".XXO.", ".XXOO", ".XXO.", ".XXOO", ".XXO."]
    without, with_komi = (
        judge(game(rows, STOP), text, dead=[], komi=komi).computed for komi in (0, 4)
    )
    assert without is not None
    assert with_komi is not None
    assert with_komi.white.total == without.white.total + 4
    assert with_komi.black.total == without.black.total


def test_komi_of_the_texts() -> None:
    assert PRESETS["nz"].komi_for(0) == 7
    assert PRESETS["nz"].komi_for(3) == 0
    assert 5.5 <= PRESETS["french"].komi_for(0) <= 7.5
    assert PRESETS["beginner"].komi_for(0) == 0


@pytest.mark.parametrize("text", TEXTS)
def test_a_handicap_is_given_as_the_text_says(text: str) -> None:
    placed = "(;SZ[9]HA[2]AB[cc][gg];W[cg];B[gc];W[];B[])"
    consecutive = "B C7 B G3 W C3 B G7"
    passes = "B C7 W pass B G3 W C3 B G7"
    form = PRESETS[text].handicap_form.value
    if form is HandicapForm.CONSECUTIVE:
        record = game(empty(9), consecutive, handicap=2)
        assert illegal(judge(record, text)) == []
    elif form is HandicapForm.WHITE_PASSES:
        record = game(empty(9), passes, handicap=2)
        report = judge(record, text)
        assert illegal(report) == []
        assert "end.two_passes" not in codes(report)
    else:
        assert illegal(sgf(placed, rules=text)) == []


def test_after_a_disagreement_nothing_is_removed_in_the_french_rules() -> None:
    rows = [".OX.O", ".XX.O", "XX.OO", ".XOO.", ".XO.."]
    record = game(rows, f"{STOP} B E1 W D1 {STOP}")
    judged = judge(record, "french", dead=[1], nothing_removed=True).computed
    standing = judge(record, "french", dead=[]).computed
    assert judged is not None
    assert standing is not None
    assert judged.black.total == standing.black.total


@pytest.mark.parametrize(
    ("text", "requester", "first"),
    [
        ("japanese", BLACK, WHITE),
        ("japanese", WHITE, BLACK),
        ("french", BLACK, BLACK),
        ("french", WHITE, BLACK),
        ("nz", BLACK, None),
        ("beginner", WHITE, BLACK),
    ],
)
def test_play_goes_on_with_whom_the_text_says(text: str, requester: int, first: int) -> None:
    record = stopped_record(game(empty(9), f"B C3 W D4 {STOP}"))
    assert first_to_move(PRESETS[text], record, requester=requester) == first
