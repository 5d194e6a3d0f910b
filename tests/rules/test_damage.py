"""Damage is not guilt: what may be the record's fault is a question (SPEC 1.9).

Two moves in a row, a stone on a stone and a point that is none accuse nobody; what comes after them
is found all the same and waits for the answer; what came before them holds.
"""

import pytest

from adjudication.rules.presets import PRESETS
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge, sgf
from tests.rules.test_verdicts import AROUND, TRIPLE

STOP = "B pass W pass"
KO = [".XO..", "XO.O.", ".XO..", ".....", "....."]
# A record of a server that writes no passes, its winner the one who would be accused.
FOX = "(;GM[1]FF[4]SZ[19]AP[foxwq]HA[2]KM[0]RU[Japanese]RE[W+R]AB[pd][dp];W[dd];W[pp];B[cc];W[dc])"
DAMAGE = {
    "illegal.turn": ("B E1 W A1 W A2", 3),
    "illegal.occupied": ("B E1 W E1 B A2", 2),
    "record.bad_point": ("B E1 W ? B A2", 2),
}


def damaged(rows: list[str], moves: str, **fields: object) -> Report:
    """Judge moves of which ``?`` is no point of the board."""
    record = game(rows, moves.replace("?", "pass"), **fields)
    for number, word in enumerate(moves.split()[1::2]):
        if word == "?":
            record.points[number] = -2
    return judge(record, "japanese")


def facts(report: Report) -> list[tuple[str, int | None, bool, bool]]:
    return [
        (f.code.value, f.move, f.uncertain, f.moot)
        for f in report.findings
        if f.code.is_illegal or f.code.value == "record.bad_point" or f.code.startswith("cycle.")
    ]


def test_a_record_without_its_passes_is_a_question() -> None:
    report = sgf(FOX)
    assert report.verdict == "undetermined"
    [question] = report.questions
    assert (question.code, question.move, question.colour) == ("illegal.turn", 2, 2)
    assert (question.article, question.uncertain) == (None, True)
    assert report.claim == "W+R"


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("code", DAMAGE)
@pytest.mark.parametrize("claim", ["W+R", "B+3", None])
def test_damage_accuses_nobody(code: str, rules: str, claim: str | None) -> None:
    moves, number = DAMAGE[code]
    record = game(empty(5), moves.replace("?", "pass"), result_text=claim)
    if code == "record.bad_point":
        record.points[number - 1] = -2
    report = judge(record, rules)
    assert report.verdict == "undetermined"
    assert [(q.code.value, q.move) for q in report.questions] == [(code, number)]


@pytest.mark.parametrize("text", ["dda", "?4", "zz", "4"])
def test_a_misspelt_point_is_damage(text: str) -> None:
    report = sgf(f"(;SZ[9]RE[B+R];B[aa];W[{text}];B[cc])", rules="japanese")
    assert report.verdict == "undetermined"
    assert [(q.code.value, q.move) for q in report.questions] == [("record.bad_point", 2)]


@pytest.mark.parametrize("code", DAMAGE)
def test_what_comes_after_damage_is_found_and_uncertain(code: str) -> None:
    moves, number = DAMAGE[code]
    spare = "W E2" if code != "illegal.turn" else "B D1 W E2"
    report = damaged(KO, f"{moves} {spare} B C4 W B4")
    last = len(report.replay)
    assert facts(report) == [(code, number, True, False), ("illegal.ko", last, True, False)]
    assert report.verdict == "undetermined"
    assert str(number) in str(next(f for f in report.findings if f.move == last).text)


@pytest.mark.parametrize("code", DAMAGE)
def test_damage_excuses_nobody_for_what_came_before(code: str) -> None:
    """Whoever played an illegal ko cannot append a double move and be acquitted."""
    moves, _ = DAMAGE[code]
    after = moves if code != "illegal.turn" else moves.replace("W A1 W A2", "W A1 B A2 B D1")
    report = damaged(KO, f"B C4 W B4 {after}")
    assert report.verdict == "forfeit"
    [(first, move, uncertain, moot), *later] = facts(report)
    assert (first, move, uncertain, moot) == ("illegal.ko", 2, False, False)
    assert later
    assert all(moot and not uncertain for _, _, uncertain, moot in later)
    assert report.questions == ()


@pytest.mark.parametrize("end", ["", ";B[aa]AE[bb]", ";B[ea];AW[cc]"])
def test_a_record_cut_off_or_changed_later_excuses_nobody(end: str) -> None:
    start = "(;SZ[5]RE[W+R]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb]"
    report = sgf(f"{start}{end}" + (")" if end else ""), rules="japanese")
    assert report.verdict == "forfeit"
    assert report.decisive is not None
    assert (report.decisive.code, report.decisive.move) == ("illegal.ko", 2)


def test_a_change_by_hand_before_it_does() -> None:
    start = "(;SZ[5]RE[W+R]AB[ba][ab][bc]AW[ca][bb][db][cc];B[ee];W[ed];AE[ee];B[cb];W[bb])"
    report = sgf(start, rules="japanese")
    assert report.verdict == "undetermined"
    assert ("illegal.ko", 4, True, False) in facts(report)


def test_the_count_is_filled_in_meanwhile() -> None:
    rows = ["X.XOO", "XXXOO", "XXXO.", "XXXOO", "....."]
    moves = f"B A1 B B1 W E1 B C1 W D1 {STOP}"
    report = judge(game(rows, moves, result_text="B+5"), "french", dead=[])
    assert report.verdict == "undetermined"
    assert report.computed is not None
    assert report.computed.result == "B+5"
    [score] = [f for f in report.findings if f.code.startswith("score.")]
    assert (score.code, score.uncertain, score.moot) == ("score.confirmed", True, False)
    assert all(f.uncertain for f in report.findings if f.code.startswith(("marks.", "end.two")))
    answered = judge(game(rows, moves, result_text="B+5"), "french", dead=[], unwritten_passes=[2])
    assert (answered.verdict, answered.questions) == ("confirmed", ())


def test_a_cycle_after_damage_is_found_and_proposes_nothing() -> None:
    record = game(TRIPLE, f"B A9 W B9 W A8 {AROUND}")
    report = judge(record, "japanese")
    [cycle] = [f for f in report.findings if f.code == "cycle.whole_board"]
    assert (cycle.move, cycle.uncertain, cycle.moot) == (9, True, False)
    assert report.verdict == "undetermined"
    assert judge(record, "japanese", unwritten_passes=[3]).verdict == "no_result_possible"


def test_a_pass_that_was_not_written() -> None:
    """The record is judged with it: the later illegal move decides, at its own number."""
    record = game(KO, "B E1 W A1 W A2 B C4 W B4", result_text="W+R")
    report = judge(record, "japanese", unwritten_passes=[3])
    assert report.verdict == "forfeit"
    assert facts(report) == [("illegal.ko", 5, False, False)]
    assert report.moves == 5


def test_a_pass_that_was_not_written_counts_for_superko() -> None:
    """Black passes beside the suicide of one stone: to repeat the board is then forbidden."""
    rows = [".O...", "O....", ".....", ".....", "....."]
    record = game(rows, "B E5 W E4 W E3 B A5")
    assert judge(record, "nz", unwritten_passes=[3]).questions == ()
    written = game(rows, "B E5 W E4 B pass W pass B A5")
    left_out = game(rows, "B E5 W E4 W pass B A5")
    assert "illegal.superko" in codes(judge(written, "nz"))
    assert "illegal.superko" not in codes(judge(left_out, "nz"))
    answered = judge(left_out, "nz", unwritten_passes=[3])
    assert [f.move for f in answered.findings if f.code == "illegal.superko"] == [4]


def test_an_unwritten_pass_stops_play_with_the_one_that_is_written() -> None:
    record = game(empty(5), "B C3 W D4 W pass")
    assert judge(record, "japanese").end == "unfinished"
    assert judge(record, "japanese", unwritten_passes=[3]).end == "two_passes"
    resumed = judge(game(empty(5), "B C3 W pass W D4 B E1"), "japanese", unwritten_passes=[3])
    assert [f.move for f in resumed.findings if f.code == "end.resumed"] == [3]


def test_each_question_has_its_own_answer() -> None:
    record = game(empty(5), "B C3 W D4 W D3 B E5 B E4 W A1")
    assert [q.move for q in judge(record, "french").questions] == [3, 5]
    assert [q.move for q in judge(record, "french", unwritten_passes=[3]).questions] == [5]
    waiting = judge(record, "french", played_so=[5])
    assert waiting.verdict == "undetermined"
    assert [q.move for q in waiting.questions] == [3]
    settled = judge(record, "french", unwritten_passes=[3], played_so=[5])
    assert settled.verdict == "forfeit"
    assert settled.decisive is not None
    assert (settled.decisive.code, settled.decisive.move) == ("illegal.turn", 5)


def test_played_so_makes_no_fault_of_what_is_none() -> None:
    record = game(empty(5), "B C3 W C3 B D4 W pass B pass", result_text="B+R")
    report = judge(record, "japanese", played_so=[1, 2])
    assert report.verdict == "undetermined"
    assert [(q.code.value, q.move) for q in report.questions] == [("illegal.occupied", 2)]


@pytest.mark.parametrize(
    "answers",
    [
        *({"unwritten_passes": [1]}, {"unwritten_passes": [2]}, {"unwritten_passes": [9]}),
        *({"played_so": [0]}, {"played_so": [9]}),
        {"unwritten_passes": [3], "played_so": [3]},
    ],
)
def test_an_answer_about_no_such_move(answers: dict[str, list[int]]) -> None:
    with pytest.raises(ValueError, match="move"):
        judge(game(empty(5), "B C3 W D4 W D3"), "japanese", **answers)
