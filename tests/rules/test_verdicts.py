"""Which verdict applies first, how play ended, resumption, and agreement by marks (SPEC 1.9)."""

import json

import pytest

from adjudication.rules.verdicts import Verdict
from tests.rules.builders import codes, empty, game, judge, sgf
from tests.support.catalogues import french

STOP = "B pass W pass"
# Black has 5 x 2, White 5 x 2 and a column of dame between them.
EVEN = ["XX.OO"] * 5
AHEAD = ["X.XOO", "XXXOO", "XXXO.", "XXXOO", "XXXOO"]
# Black takes a ko, and White takes back at once.
KO = [".XO..", "XO.O.", ".XO..", ".....", "....."]
ILLEGAL = "B C4 W B4"


@pytest.mark.parametrize("claim", ["B+R", "B+T", "B+F", "B+3.5", "jigo", "void", None])
def test_an_illegal_move_comes_before_every_claim(claim: str | None) -> None:
    report = judge(game(KO, ILLEGAL, result_text=claim), "japanese")
    assert report.verdict == "forfeit"


@pytest.mark.parametrize(
    ("claim", "end"), [("W+R", "resigned"), ("W+T", "time"), ("W+F", "forfeit")]
)
def test_a_settled_game_stands_whatever_the_board_says(claim: str, end: str) -> None:
    for moves in ("B C3", f"B C3 W D4 {STOP}"):
        report = judge(game(empty(5), moves, result_text=claim), "japanese")
        assert (report.verdict, report.end) == ("confirmed", end)
    assert ("end.resigned" in codes(report)) == (end == "resigned")


def test_moves_that_end_with_two_passes_do_not_show_a_resignation() -> None:
    def told(moves: str) -> str:
        report = judge(game(empty(5), moves, result_text="W+R"), "japanese")
        return next(str(one.text) for one in report.findings if one.code == "end.resigned")

    assert told("B C3") != told(f"B C3 W D4 {STOP}")


@pytest.mark.parametrize("claim", ["B+3.5", "B+", "jigo", "void", None])
def test_unfinished_without_such_a_claim(claim: str | None) -> None:
    report = judge(game(empty(5), "B C3 W D4", result_text=claim), "japanese")
    assert (report.verdict, report.end) == ("undetermined", "unfinished")
    assert "end.unfinished" in codes(report)


def test_one_pass_is_no_end() -> None:
    report = judge(game(EVEN, "B pass", result_text="jigo"), "french", dead=[])
    assert (report.verdict, report.end) == ("undetermined", "unfinished")


def test_two_passes_without_marks_need_dead_stones() -> None:
    for rules in ("japanese", "french", "nz", "beginner"):
        report = judge(game(EVEN, STOP, result_text="jigo"), rules)
        assert report.verdict == "needs_dead_stones"
        assert report.computed is None
        assert "score.needs_dead_stones" in codes(report)


def test_an_empty_list_of_dead_stones_means_none() -> None:
    report = judge(game(EVEN, STOP, result_text="jigo"), "french", dead=[])
    assert report.verdict == "confirmed"
    assert "score.confirmed" in codes(report)


def test_marks_are_the_agreement_even_when_empty() -> None:
    report = sgf("(;SZ[3]RE[B+9]KM[0];B[bb];W[];B[]TB[aa:ca][ab][cb][ac:cc])", rules="french")
    assert report.verdict == "confirmed"
    assert report.computed is not None
    empty_marks = game(EVEN, STOP, marked=True, result_text="jigo")
    assert judge(empty_marks, "japanese").verdict == "confirmed"


@pytest.mark.parametrize(
    ("claim", "verdict", "changes"),
    [
        *(("B+5", "confirmed", None), ("B+", "confirmed", None)),
        *(("B+3.5", "contradicted", False), ("W+5", "contradicted", True)),
        *(("W+", "contradicted", True), ("jigo", "contradicted", True)),
        *(("void", "contradicted", True),),
    ],
)
def test_the_claim_against_the_count(claim: str, verdict: str, changes: bool | None) -> None:
    report = judge(game(AHEAD, STOP, result_text=claim), "french", dead=[])
    assert report.verdict == verdict
    mismatch = [f for f in report.findings if f.code == "score.mismatch"]
    assert [f.detail["winner_changes"] for f in mismatch] == ([] if changes is None else [changes])
    assert ("score.confirmed" in codes(report)) == (changes is None)


def test_counted_but_nothing_claimed() -> None:
    report = judge(game(AHEAD, STOP), "french", dead=[])
    assert report.computed is not None
    assert report.computed.result == "B+5"
    assert report.verdict == "undetermined"


def test_dead_stones_given_override_marks() -> None:
    rows = ["..XO.", ".OXO.", "..XO.", "..XO.", "..XO."]
    marks = {"marked": True, "black_marks": frozenset({0})}
    by_marks = judge(game(rows, STOP, **marks), "japanese").computed
    assert by_marks is not None
    assert (by_marks.black.territory, by_marks.black.prisoners) == (1, 0)
    given = judge(game(rows, STOP, **marks), "japanese", dead=[6]).computed
    assert given is not None
    assert (given.black.territory, given.black.prisoners) == (10, 1)


def test_under_area_scoring_only_the_dead_stones_are_taken_from_marks() -> None:
    rows = ["..XO.", ".OXO.", "..XO.", "..XO.", "..XO."]
    count = judge(game(rows, STOP, marked=True, black_marks=frozenset({6})), "french").computed
    assert count is not None
    assert (count.black.total, count.white.total) == (15, 10)


def test_a_play_after_two_passes_is_a_resumption() -> None:
    for first in ("B", "W"):
        second = "W" if first == "B" else "B"
        moves = f"B C3 W D4 {STOP} {first} B2 {second} E5 {first} pass {second} pass"
        report = judge(game(empty(5), moves), "japanese")
        assert report.resumed
        resumed = [f for f in report.findings if f.code == "end.resumed"]
        assert [f.move for f in resumed] == [5]
        assert resumed[0].article == "Art. 9.3"
        assert "illegal.turn" not in codes(report)
        assert report.verdict == "needs_dead_stones"


def test_extra_passes_are_no_finding() -> None:
    report = judge(game(EVEN, f"{STOP} {STOP} B pass", result_text="jigo"), "french", dead=[])
    assert report.verdict == "confirmed"
    assert not report.resumed
    assert codes(report) == ["end.two_passes", "score.confirmed"]


def test_moves_after_a_known_end_are_shown_not_counted() -> None:
    record = game(EVEN, f"{STOP} B C1", result_text="jigo")
    report = judge(record, "french", dead=[], ended_after=2)
    assert report.verdict == "confirmed"
    [after] = [f for f in report.findings if f.code == "illegal.after_end"]
    assert after.move == 3
    assert "illegal.after_end" not in codes(judge(record, "french", dead=[]))


TRIPLE = [
    ".........",
    ".........",
    ".........",
    ".XXXXX...",
    "XXOOOXX..",
    "OOO.OOX..",
    ".OXOXOXX.",
    "OXXXXOOX.",
    "XX.X.XOX.",
]
AROUND = "B D4 W E1 B A3 W D3 B F1 W A2"


@pytest.mark.parametrize(
    ("moves", "claim", "verdict"),
    [
        pytest.param(AROUND, None, "no_result_possible", id="nothing claimed"),
        pytest.param(AROUND, "Void", "no_result_possible", id="void"),
        pytest.param(AROUND, "0", "no_result_possible", id="draw"),
        pytest.param(AROUND, "W+0.0", "undetermined", id="a win by nothing"),
        pytest.param(f"{AROUND} B D4", None, "no_result_possible", id="once more into it"),
        pytest.param(AROUND, "W+R", "confirmed", id="resigned"),
        pytest.param(AROUND, "B+3.5", "undetermined", id="a winner claimed"),
        pytest.param(f"{AROUND} B A9 W B9", None, "undetermined", id="played on"),
    ],
)
def test_no_result(moves: str, claim: str | None, verdict: str) -> None:
    report = judge(game(TRIPLE, moves, result_text=claim), "japanese")
    assert report.verdict == verdict
    assert "cycle.whole_board" in codes(report)


def test_a_cycle_that_was_left_is_a_finding_only() -> None:
    report = judge(game(TRIPLE, f"{AROUND} B A9 W B9 {STOP}", result_text="B+3"), "japanese")
    assert report.verdict == "needs_dead_stones"
    assert "cycle.whole_board" in codes(report)


@pytest.mark.parametrize(
    "text",
    ["(;SZ[5]RE[W+3];B[cc];W[];B[]AE[cc]TB[aa])", "(;SZ[5]RE[W+3]KM[0];B[cc];W[];B[]TB[aa]"],
    ids=["set-up in mid-game", "truncated"],
)
def test_a_record_that_is_no_proof(text: str) -> None:
    report = sgf(text, rules="japanese")
    assert report.verdict == "undetermined"


def test_findings_after_the_first_illegal_move_are_moot() -> None:
    report = judge(game(TRIPLE, f"B D4 W D3 {AROUND}"), "japanese")
    moves = [(f.move, f.moot) for f in report.findings if f.move and f.code != "end.unfinished"]
    first = min(f.move for f in report.findings if f.code.is_illegal and f.move)
    assert first == 2
    assert all(moot == (move > first) for move, moot in moves)
    assert len(moves) > 2
    assert report.decisive is not None
    assert report.decisive.move == first


def test_move_numbers_count_skipped_moves() -> None:
    report = judge(game(empty(5), "B C3 W C3 B pass W D4 B D4"), "japanese")
    assert report.moves == 5
    faults = [(f.move, f.code.value) for f in report.findings if f.code.is_illegal]
    assert faults == [(2, "illegal.occupied"), (5, "illegal.occupied")]
    assert report.replay.position_after(2) == report.replay.position_after(1)


def test_the_object_of_the_command() -> None:
    report = judge(game(empty(5), "B C3 W C3", result_text="W+R"), "japanese")
    plain = json.loads(json.dumps(report.as_dict(french)))
    assert set(plain) >= {
        *("rules", "size", "handicap", "komi", "moves", "end", "claim"),
        *("computed", "verdict", "findings"),
    }
    assert plain["end"] == "resigned"
    assert plain["computed"] is None
    fault = next(f for f in plain["findings"] if f["code"] == "illegal.occupied")
    assert (fault["move"], fault["color"], fault["point"]) == (2, "W", "C3")
    assert fault["message"].startswith("Coup 2")
    assert {v.value for v in Verdict} == {
        *("confirmed", "contradicted", "forfeit", "no_result_possible"),
        *("needs_dead_stones", "undetermined", "unreadable"),
    }
    count = json.loads(json.dumps(judge(game(AHEAD, STOP), "french", dead=[]).as_dict()))
    assert count["computed"] == {"black": 15, "white": 10, "result": "B+5"}


@pytest.mark.parametrize("dead", [999, -1, 25])
def test_dead_stones_off_the_board_are_refused_by_name(dead: int) -> None:
    refused = False
    try:
        judge(game(AHEAD, STOP), "japanese", dead=[dead])
    except ValueError:
        refused = True
    assert refused
