"""Results as real records write them, read into one vocabulary (SPEC 1.9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner, format_points, parse_claim
from tests.rules.builders import codes, empty, game, judge, sgf
from tests.rules.test_verdicts import AROUND, TRIPLE

STOP = "B pass W pass"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *(("B+3.5", "B+3.5"), ("W+10.5", "W+10.5"), ("b+3.5", "B+3.5"), (" W+3.5  ", "W+3.5")),
        *(("B+3,5", "B+3.5"), ("W+7", "W+7"), ("B+0.50", "B+0.5"), ("B + 2", "B+2")),
        *(("B+R", "B+R"), ("B+Resign", "B+R"), ("W+resign ", "W+R"), ("Black+R", "B+R")),
        *(("B+T", "B+T"), ("W+Time", "W+T"), ("w+time", "W+T"), ("White+T", "W+T")),
        *(("B+F", "B+F"), ("B+Forfeit", "B+F"), ("W+Illegal", "W+F"), ("B+", "B+")),
        *(("W+", "W+"), ("0", "jigo"), ("Draw", "jigo"), ("draw", "jigo"), ("Jigo", "jigo")),
        *(("Void", "void"), ("void", "void"), ("VOID ", "void")),
        *(("White resigns.", "B+R"), ("Black resigned", "W+R"), ("black loses on time", "W+T")),
        *(("B", "B+"), ("W", "W+"), (" w ", "W+"), ("Black wins", "B+")),
        *(("B wins by 3", "B+3"), ("White wins by 2.5 points.", "W+2.5")),
        *(("White wins by resignation", "W+R"), ("Black wins on time", "B+T")),
        *(("W+3 1/2", "W+3.5"), ("B+1/2", "B+0.5"), ("B+12 3/4", "B+12.75")),
        *(("W+Time Over", "W+T"), ("W+time out", "W+T"), ("W+Time (moves: 120)", "W+T")),
        *(("W+3½", "W+3.5"), ("B+½", "B+0.5"), ("Ｗ＋３．５", "W+3.5"), ("Ｂ＋Ｒ", "B+R")),
        *(
            ("W+Res", "W+R"),
            ("b+res.", "B+R"),
            ("Black loses", "W+"),
            ("White lost on time", "B+T"),
        ),
        *(("B loses by 3.5", "W+3.5"), ("White forfeits", "B+F"), ("Black forfeited.", "W+F")),
        *(("Black resigns. W 133.5 B 81.0", "W+R"), ("White won by 2", "W+2")),
        *(("Blanc abandonne", "B+R"), ("Noir+3,5", "B+3.5"), ("Noir gagne de 3,5 points", "B+3.5")),
        *(("Blanc perd au temps", "B+T"), ("Noir gagne par abandon", "B+R"), ("Noir gagne", "B+")),
        *(("Noir+abandon", "B+R"), ("Blanc+temps", "W+T"), ("sans résultat", "void")),
        *(("Noir par abandon", "B+R"), ("Blanc au temps", "W+T"), ("Noir par forfait", "B+F")),
        *(("Partie nulle", "jigo"), ("Blanc+forfait", "W+F")),
    ],
)
def test_readable(written: str, read: str) -> None:
    claim = parse_claim(written)
    assert claim is not None
    assert str(claim) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *(("黑中盘胜", "B+R"), ("白中盤勝", "W+R"), ("黒中押し勝ち", "B+R"), ("白番中押勝", "W+R")),
        *(("黑胜1又3/4子", "B+3.5"), ("白胜3/4子", "W+1.5"), ("黑胜 2 子", "B+4")),
        *(("黑１又３／４子胜", "B+3.5"), ("白胜0.25子", "W+0.5"), ("白胜1又¾子", "W+3.5")),
        *(("白3目半勝", "W+3.5"), ("黒番３目半勝ち", "B+3.5"), ("黒半目勝ち", "B+0.5")),
        *(("白胜6.5目", "W+6.5"), ("黑勝7点", "B+7"), ("白二目半勝ち", "W+2.5")),
        *(("黒番十二目勝ち", "B+12"), ("白二十五目半勝", "W+25.5"), ("黑方胜半目", "B+0.5")),
        *(("黑超时负", "W+T"), ("白时间胜", "W+T"), ("黒時間切れ負け", "W+T"), ("白投了", "B+R")),
        *(("黑胜", "B+"), ("白番勝ち", "W+"), ("黑+R", "B+R"), ("白+3.5", "W+3.5")),
        *(("257手完, 黒中押し勝ち", "B+R"), ("180手まで、白3目半勝", "W+3.5")),
        *(("黑负", "W+"), ("黒負け", "W+"), ("黑负2又3/4子", "W+5.5"), ("黒3目半負け", "W+3.5")),
        *(("白二又四分之三子", "W+5.5"), ("黑胜四分之一子", "B+0.5"), ("白3/4子", "W+1.5")),
        *(("和棋", "jigo"), ("持碁", "jigo"), ("無勝負", "void"), ("无胜负", "void")),
    ],
)
def test_readable_in_chinese_and_japanese(written: str, read: str) -> None:
    claim = parse_claim(written)
    assert claim is not None
    assert str(claim) == read


@pytest.mark.parametrize(
    "written",
    ["黑", "黑3目", "白3子", "白胜很多", "黑负很多", "黑白胜", "打掛け", "黑胜/4子", "胜3目"],
)
def test_unreadable_in_chinese_and_japanese(written: str) -> None:
    assert parse_claim(written) is None


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("W+Illegal", "W+F"),
        ("B+Repetition", "B+F"),
    ],
)
def test_grounds_are_no_part_of_the_result(written: str, read: str) -> None:
    claim = parse_claim(written)
    assert claim is not None
    assert str(claim) == read
    assert claim.grounds is not None
    assert claim == parse_claim(read)


@pytest.mark.parametrize(
    "written",
    [
        *("B+N ? W+timeout", "has adjourned.", "Black", "+3.5", "B+x", "3.5", "B-3"),
        *("B+3.5+2", "unknown", "B+nan", "B+1e5", "B+-3", "<b>", "W+99999999", "١"),
        *(
            "B+٣",
            "N+3.5",
            "3½",
            "B+51/2",
            "B+5.5 1/2",
            "B+3/2",
            "B+R (W+3.5)",
            "Black resigns. W 1",
        ),
    ],
)
def test_unreadable(written: str) -> None:
    assert parse_claim(written) is None
    report = judge(game(empty(5), STOP, result_text=written), "japanese", dead=[])
    assert report.claim is None
    assert "record.result_unreadable" in codes(report)


@pytest.mark.parametrize("written", ["B+0", "W+0.0", "Black wins by 0 points", "黑胜0目", "Ｂ＋０"])
@pytest.mark.parametrize("rules", ["japanese", "ing"])
def test_nobody_wins_by_nothing(written: str, rules: str) -> None:
    assert parse_claim(written) is None
    drawn = judge(game(empty(5), STOP, result_text=written), rules, dead=[])
    assert (drawn.claim, drawn.verdict) == (None, "undetermined")
    told = next(f for f in drawn.findings if f.code == "record.result_unreadable")
    assert "0 points" in str(told.text)


@pytest.mark.parametrize("written", ["", "?", " ? "])
def test_nothing_claimed(written: str) -> None:
    report = judge(game(empty(5), STOP, result_text=written), "japanese", dead=[])
    assert report.claim is None
    assert "record.result_unreadable" not in codes(report)


def test_no_result_property() -> None:
    report = sgf("(;SZ[5];B[cc];W[])", rules="japanese")
    assert report.claim is None
    assert "record.result_unreadable" not in codes(report)


@given(
    winner=st.sampled_from([ClaimWinner.BLACK, ClaimWinner.WHITE]),
    quarters=st.integers(1, 4 * 400),
)
def test_a_margin_survives_writing_and_reading(winner: ClaimWinner, quarters: int) -> None:
    claim = Claim(winner, ClaimReason.SCORE, quarters / 4)
    assert parse_claim(str(claim)) == claim


@given(st.text(max_size=40))
def test_any_text_is_a_claim_or_none(text: str) -> None:
    claim = parse_claim(text)
    if claim is not None:
        assert parse_claim(str(claim)) == claim


def test_winners_without_a_score() -> None:
    for reason in (
        ClaimReason.RESIGNATION,
        ClaimReason.TIME,
        ClaimReason.FORFEIT,
        ClaimReason.UNKNOWN,
    ):
        claim = Claim(ClaimWinner.WHITE, reason)
        assert parse_claim(str(claim)) == claim


def test_points_as_one_writes_them() -> None:
    assert [format_points(value) for value in (3.5, 7.0, 0.0, 10.25)] == ["3.5", "7", "0", "10.25"]


def test_a_given_claim_goes_before_the_records() -> None:
    record = game(empty(5), STOP, result_text="B+3")
    assert judge(record, "japanese", dead=[], claim="W+R").claim == "W+R"
    assert judge(record, "japanese", dead=[], claim=None).claim is None
    assert judge(record, "japanese", dead=[]).claim == "B+3"


AHEAD = ["X.XOO", "XXXOO", "XXXO.", "XXXOO", "XXXOO"]


@pytest.mark.parametrize(
    ("komi", "written", "verdict", "read"),
    [
        *(("375", "W+1.25", "confirmed", "W+2.5"), ("3.75", "W+1.25", "confirmed", "W+2.5")),
        *(("375", "W+2.5", "confirmed", "W+2.5"), ("375", "W+1", "contradicted", "W+1")),
        ("7.5", "W+1.25", "contradicted", "W+1.25"),
    ],
)
def test_a_margin_in_zi_beside_a_komi_in_zi(
    komi: str, written: str, verdict: str, read: str
) -> None:
    record = game(AHEAD, STOP, komi_text=komi, result_text=written)
    report = judge(record, "chinese", dead=[])
    assert (report.verdict, report.claim) == (verdict, read)


def test_a_claim_of_the_caller_is_in_points() -> None:
    record = game(AHEAD, STOP, komi_text="375")
    assert judge(record, "chinese", dead=[], claim="W+1.25").verdict == "contradicted"


@pytest.mark.parametrize(
    ("written", "verdict", "asks"),
    [
        *(("W+Illegal", "undetermined", True), ("B+Repetition", "undetermined", True)),
        *(("W+F", "confirmed", False), ("W+Forfeit", "confirmed", False)),
    ],
)
def test_a_forfeit_of_which_the_record_shows_nothing(
    written: str, verdict: str, asks: bool
) -> None:
    report = judge(game(empty(5), "B C3 W D4", result_text=written), "japanese")
    assert (report.verdict, report.end) == (verdict, "forfeit")
    [finding] = [f for f in report.findings if f.code == "claim.not_shown"]
    assert (finding.move, finding.asks, finding.moot) == (None, asks, False)
    assert (finding in report.questions) == asks


def test_a_forfeit_that_the_record_shows() -> None:
    ko = [".XO..", "XO.O.", ".XO..", ".....", "....."]
    report = judge(game(ko, "B C4 W B4", result_text="B+Illegal"), "japanese")
    assert report.verdict == "forfeit"
    assert "claim.not_shown" not in codes(report)
    around = judge(game(TRIPLE, AROUND, result_text="B+Repetition"), "japanese")
    assert around.verdict == "confirmed"
    assert "claim.not_shown" not in codes(around)
    twice = judge(game(empty(5), "B C3 W D4 W D3", result_text="B+Illegal"), "japanese")
    assert [q.code.value for q in twice.questions] == ["illegal.turn"]
    assert "claim.not_shown" not in codes(twice)
