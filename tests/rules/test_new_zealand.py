"""The New Zealand text (SPEC 1.4): suicide, situational superko, handicap passes, komi, draw."""

from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import EndOfPlay, Resumption, Unresolved
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge

STOP = "B pass W pass"


def illegal(report: Report) -> list[str]:
    return [code for code in codes(report) if code.startswith("illegal.")]


def test_n1_suicide_is_legal_and_takes_the_own_stones_off() -> None:
    report = judge(game(["XO..", ".O..", "OO..", "...."], "B A3"), "nz")
    assert illegal(report) == []
    assert report.replay.position[0] == report.replay.position[4] == 0
    assert report.replay.prisoners_after(1) == (0, 2)


def test_n1_the_opponents_stones_go_first() -> None:
    """A play that takes stones is no suicide, even into a point without liberty."""
    rows = [".OX.", "OX..", "X...", "...."]
    report = judge(game(rows, "B A4"), "nz")
    assert illegal(report) == []
    assert sorted(report.replay.captured[1]) == [1, 4]
    assert report.replay.suicides == set()


SINGLE = [".O..", "O...", "....", "...."]


def test_n2_a_suicide_of_one_stone_is_legal_after_a_play() -> None:
    """The board is left as the opponent's play had left it, not as this player ever did."""
    assert illegal(judge(game(SINGLE, "B D1 W D4 B A4"), "nz")) == []


def test_n2_a_suicide_of_one_stone_is_illegal_after_a_pass() -> None:
    report = judge(game(SINGLE, "B D1 W pass B A4"), "nz")
    [fault] = [f for f in report.findings if f.code.is_illegal]
    assert (fault.code, fault.move, fault.detail["earlier"]) == ("illegal.superko", 3, 1)


def test_n2_a_pass_counts_as_a_move_that_left_the_position() -> None:
    rows = [".XO..", "XO.O.", ".XO..", ".....", "....."]
    report = judge(game(rows, "B A1 W pass B C4 W B4"), "nz")
    assert illegal(report) == ["illegal.superko"]


def test_n3_two_passes_are_a_proposal_and_agreement_ends_the_game() -> None:
    assert get_ruleset("nz").end_of_play.value is EndOfPlay.AGREEMENT
    proposal = judge(game(empty(5), f"B C3 W B2 {STOP}"), "nz")
    assert proposal.verdict == "needs_dead_stones"
    agreed = judge(game(empty(5), f"B C3 W B2 {STOP}", result_text="0"), "nz", dead=[])
    assert agreed.computed is not None
    assert agreed.computed.result == "jigo"
    assert agreed.verdict == "confirmed"


def test_n4_white_passes_his_first_moves_in_a_handicap_game() -> None:
    """Handicap 3: Black, pass, Black, pass, Black, White; nothing ends, nobody misses a turn."""
    moves = f"B C3 W pass B B2 W pass B D4 W D2 {STOP}"
    report = judge(game(empty(5), moves, handicap=3, komi_text=None), "nz", dead=[])
    assert illegal(report) == []
    assert "record.handicap_missing" not in codes(report)
    assert "end.resumed" not in codes(report)
    assert not report.resumed
    assert report.komi == 0
    assert report.computed is not None
    assert report.computed.white.compensation == 0


def test_n4_the_passes_enter_the_history() -> None:
    """White's handicap pass left the start position with a black stone on C3."""
    rows = [".XO..", "XO.O.", ".XO..", ".....", "....."]
    moves = "B E1 W pass B C4 W B4"
    assert "illegal.superko" in codes(judge(game(rows, moves, handicap=2), "nz"))


def test_n4_placed_stones_are_accepted_and_named() -> None:
    rows = ["....", ".X..", "..X.", "...."]
    report = judge(game(rows, f"W D4 {STOP}", handicap=2, placed=2), "nz", dead=[])
    [finding] = [f for f in report.findings if f.code == "record.setup_handicap"]
    assert finding.article == "Komi"
    assert report.verdict == "undetermined"  # counted, but nothing is claimed
    assert "record.setup_handicap" not in codes(
        judge(game(rows, f"W D4 {STOP}", handicap=2, placed=2), "japanese", dead=[])
    )


def test_n5_komi_is_seven_in_an_even_game_only_and_a_draw_is_possible() -> None:
    rows = ["XXXXX", ".X.XO", "XXXXO", "OOOOO", ".O.O."]
    report = judge(game(rows, STOP, komi_text=None, result_text="jigo"), "nz", dead=[])
    assert report.komi == 7
    assert report.computed is not None
    assert (report.computed.black.total, report.computed.white.total) == (13, 12 + 7)
    level = judge(game(rows, STOP, result_text="Draw"), "nz", dead=[], komi=1)
    assert level.computed is not None
    assert level.computed.result == "jigo"
    assert level.verdict == "confirmed"


def test_n6_without_agreement_play_goes_on_and_in_the_end_all_stones_stand() -> None:
    nz = get_ruleset("nz")
    assert nz.unresolved.value is Unresolved.ALL_STAND
    assert nz.resumption.value is Resumption.AGREED


def test_regions_between_both_colours_count_for_nobody() -> None:
    """The text read to the letter gives them to both: the difference is the same."""
    report = judge(game(["XX.O", "XX.O", "XX.O", "XX.O"], STOP), "nz", dead=[])
    assert report.computed is not None
    assert (report.computed.black.total, report.computed.white.total) == (8, 4)
