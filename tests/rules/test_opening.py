"""How records begin: handicaps given by moves, positions entered as moves, who plays first."""

import pytest

from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.rules.judgement import judgement
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.presets import PRESETS, get_ruleset
from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, empty, game, judge, sgf

STOP = "B pass W pass"
# A French handicap: Black plays where they like before White's first move.
FREELY = "(;GM[1]FF[4]SZ[19]KM[0]RU[French];B[pd];B[dp];W[dd])"


def about(report: Report, code: str) -> list[object]:
    return [finding.detail for finding in report.findings if finding.code == code]


def plays(colour: str, count: int) -> str:
    return " ".join(f"{colour} {column}{row}" for row in (1, 2, 4) for column in "ABCDEFGHJ")[
        : 5 * count - 1
    ]


def test_two_black_plays_at_the_start_are_a_handicap() -> None:
    report = sgf(FREELY)
    assert about(report, "record.handicap_inferred") == [{"handicap": 2}]
    assert report.handicap == 2
    assert not [f for f in report.findings if f.code.is_illegal]
    assert report.questions == ()


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("stones", [2, 3, 9])
def test_a_handicap_by_moves_counts_as_one(rules: str, stones: int) -> None:
    moves = f"{plays('B', stones)} W E5 B E6 W pass B pass"
    report = judge(game(empty(9), moves, komi_text=None), rules, dead=[])
    assert report.handicap == stones
    assert report.komi == PRESETS[rules].komi_for(stones)
    assert report.computed is not None
    assert report.computed.white.compensation == PRESETS[rules].compensation_for(stones)
    assert "illegal.turn" not in codes(report)


@pytest.mark.parametrize(
    ("moves", "fields"),
    [
        ("B C3 W D4 B D3", {}),
        ("B pass B C3 W D4", {}),
        ("W C3 W D4 B D3", {}),
        ("B C3 B D4 B D3 W E1", {"handicap": 2}),
        ("B C3 B D4 W D3", {"gaps": (1,)}),
    ],
)
def test_what_is_no_handicap_by_moves(moves: str, fields: dict[str, object]) -> None:
    report = judge(game(empty(5), moves, **fields), "french")
    assert "record.handicap_inferred" not in codes(report)


def test_a_handicap_of_one_says_nothing_against_it() -> None:
    report = judge(game(empty(5), "B C3 B D4 W D3", handicap=1), "french")
    assert report.handicap == 2


def test_on_a_board_with_stones_it_is_two_moves_in_a_row() -> None:
    report = judge(game([".X...", *empty(5)[1:]], "B C3 B D4 W D3"), "french")
    assert [(q.code.value, q.move) for q in report.questions] == [("illegal.turn", 2)]


def test_new_zealand_passes_are_a_handicap() -> None:
    report = judge(game(empty(5), "B C3 W pass B D4 W pass B B2 W E1"), "nz")
    assert about(report, "record.handicap_inferred") == [{"handicap": 3}]
    assert (report.handicap, report.resumed) == (3, False)
    for rules, moves in (
        ("french", "B C3 W pass B D4 W E1"),
        ("nz", "B C3 W pass B pass"),
        ("nz", "B C3 W D4 B pass W pass"),
        ("nz", "B C3 W pass B D4 W pass B pass"),
    ):
        assert judge(game(empty(5), moves), rules).handicap == 0


def test_passes_of_white_against_even_terms() -> None:
    """They are legal in an even game: the record may be of another one, nobody moved twice."""
    passes = "B C3 W pass B D4"
    once = judge(game(empty(5), f"{passes} W E1", result_text="W+R"), "nz", handicap=0)
    assert (once.verdict, codes(once)) == ("confirmed", ["end.resigned"])
    assert judge(game(empty(5), f"{passes} W E1"), "nz").handicap == 2
    twice = game(empty(5), f"{passes} W pass B B2 W E1", result_text="W+R")
    report = judge(twice, "nz", handicap=0)
    assert about(report, "record.handicap_differs") == [{"record": 3, "expected": 0}]
    assert (report.verdict, report.questions) == ("confirmed", ())


@pytest.mark.parametrize(("terms", "moves"), [(0, "B C3 B D4"), (1, "B C3 B D4"), (3, "B C3 B D4")])
def test_against_the_terms_it_is_another_handicap(terms: int, moves: str) -> None:
    record = game(empty(5), f"{moves} W D3 B E1 W pass B pass", komi_text=None)
    report = judge(record, "french", handicap=terms, komi=0.5, dead=[], claim=None)
    [asked] = report.questions
    assert (asked.code, asked.move) == ("record.handicap_differs", None)
    assert asked.detail == {"record": 2, "expected": terms, "move": 2}
    assert report.verdict == "undetermined"
    assert report.handicap == terms
    assert "record.handicap_inferred" not in codes(report)
    assert "record.handicap_missing" not in codes(report)
    assert not [f for f in report.findings if f.code.is_illegal]


@pytest.mark.parametrize("moves", [";W[dd];B[ee]", ";B[dd];W[ee]", ""])
def test_stones_placed_in_an_even_game_are_another_handicap(moves: str) -> None:
    report = sgf(f"(;SZ[9]KM[6.5]RE[B+R]AB[cc][gg]{moves})", handicap=0)
    found = [f for f in report.findings if f.code == "record.handicap_differs"]
    assert [f.detail["record"] for f in found] == [2]
    assert "record.first_move" not in codes(report)


def test_the_terms_that_it_gives_are_no_difference() -> None:
    record = game(empty(5), "B C3 B D4 W D3 B E1")
    report = judge(record, "french", handicap=2)
    assert not {"record.handicap_differs", "record.handicap_inferred"} & set(codes(report))


def test_an_illegal_move_after_another_handicap_accuses_nobody() -> None:
    taken = "B B4 B C5 W E4 B C3 W D5 B A1 W D3 B D4 W C4 B B1 W E1"
    record = game(empty(5), f"{taken} B pass W pass B D4 W C4")
    decided = judge(record, "japanese")
    assert (decided.verdict, decided.decisive and decided.decisive.code) == (
        "forfeit",
        "illegal.ko",
    )
    doubtful = judge(record, "japanese", handicap=0)
    assert doubtful.verdict == "undetermined"
    assert next(f for f in doubtful.findings if f.code == "illegal.ko").uncertain


def test_the_question_about_it_offers_the_move_played_twice() -> None:
    """A run of two in an even game may be a move played twice, or a pass that was not written."""
    record = game(empty(5), "B C3 B D4 W D3 B E1", result_text="W+R")
    twice = judge(record, "japanese", handicap=0, played_so=[2])
    assert twice.verdict == "forfeit"
    assert twice.decisive is not None
    assert (twice.decisive.code, twice.decisive.move) == ("illegal.turn", 2)
    passed = judge(record, "japanese", handicap=0, unwritten_passes=[2])
    assert (passed.verdict, passed.questions) == ("confirmed", ())
    assert "record.handicap_differs" not in codes(passed)
    paired = PairedGame("", "", 5, 0, 0)
    assert check_pairing(record, paired, get_ruleset("japanese"), {2}) == []


def test_a_verdict_says_it_once() -> None:
    told = judgement(
        FREELY.encode(),
        ruleset=get_ruleset("french"),
        claim=Claim(ClaimWinner.BLACK, ClaimReason.RESIGNATION),
        dead=None,
        paired=PairedGame("", "", 19, 0, 7.5),
    )
    said = [one["code"] for one in told["findings"]]
    assert said.count("record.handicap_differs") == 1
    assert "illegal.turn" not in said
    assert told["verdict"] != "forfeit"


@pytest.mark.parametrize(
    "moves",
    [
        f"{plays('B', 10)} W E5",
        f"{plays('B', 12)} W E5 W E6 W E7 B F5",
        f"{plays('W', 5)} B E5",
    ],
)
@pytest.mark.parametrize("claim", ["W+R", "B+3", None])
def test_a_position_entered_as_moves_accuses_nobody(moves: str, claim: str | None) -> None:
    report = judge(game(empty(9), moves, result_text=claim), "japanese")
    assert report.verdict == "undetermined"
    assert [q.code.value for q in report.questions] == ["record.setup_as_moves"]
    assert "illegal.turn" not in codes(report)
    assert report.decisive is not None
    assert report.decisive.code == "record.setup_as_moves"


def test_what_follows_a_position_entered_as_moves_is_uncertain() -> None:
    ko = "B C9 B B8 B D8 B C7 B A1 B B1 B C1 B D1 B E1 B F1 W D9 W E8 W D7 W C8 B A3"
    report = judge(game(empty(9), f"{ko} W G1 B D8"), "japanese")
    assert report.verdict == "undetermined"
    assert all(f.uncertain for f in report.findings if f.code.is_illegal)


def test_stones_that_are_announced_are_no_position() -> None:
    moves = f"{plays('B', 12)} W E5"
    for options in ({"handicap": 12}, {}):
        record = game(empty(9), moves, result_text="W+R", handicap=12 if not options else None)
        report = judge(record, "french", **options)
        assert report.questions == ()
        assert report.verdict == "confirmed"


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("(;SZ[9]KM[6.5];W[cc];B[dd])", 2),
        ("(;SZ[9]HA[2]AB[cc][gg];B[dd];W[ee])", 1),
        ("(;SZ[9]KM[6.5];B[cc];W[dd])", None),
        ("(;SZ[9]HA[2]AB[cc][gg];W[dd];B[ee])", None),
        ("(;SZ[9]HA[2];W[dd];B[ee])", None),
        ("(;SZ[9]AB[cc][gg]AW[dd];B[ee])", None),
        ("(;SZ[9]HA[3]AB[cc][gg];B[ee];W[aa])", None),
        ("(;SZ[9]RU[NZ]HA[2];B[ee];W[])", None),
    ],
)
def test_who_plays_first(text: str, colour: int | None) -> None:
    report = sgf(text, rules=None if "RU" in text else "japanese")
    found = [(f.move, f.colour) for f in report.findings if f.code == "record.first_move"]
    assert found == ([] if colour is None else [(1, colour)])
    assert report.questions == ()


def test_a_handicap_of_the_record_alone_explains_that_white_begins() -> None:
    """That the handicap is another one than the game's is a finding of its own."""
    report = sgf("(;SZ[9]HA[2]KM[6.5];W[dd];B[ee])", handicap=0)
    assert "record.handicap_differs" in codes(report)
    assert "record.first_move" not in codes(report)
    without = sgf("(;SZ[9]KM[6.5];W[dd];B[ee])", handicap=0)
    assert "record.first_move" in codes(without)


FIRST_WRONG = {
    "white in an even game": "(;SZ[9]RU[Japanese]KM[6.5]RE[W+R];W[hh];B[ba];W[hg];B[ab];W[aa])",
    "black beside placed stones": (
        "(;SZ[9]RU[Japanese]HA[2]AB[gg][gc]RE[B+R];B[hh];W[ba];B[hg];W[ab];B[aa])"
    ),
}


@pytest.mark.parametrize("text", FIRST_WRONG.values(), ids=list(FIRST_WRONG))
def test_after_a_wrong_first_move_an_illegal_one_is_a_question(text: str) -> None:
    """A move may be missing before it, or the colours may be exchanged."""
    report = sgf(text)
    assert "record.first_move" in codes(report)
    assert report.verdict == "undetermined"
    assert [(q.code.value, q.move) for q in report.questions] == [("illegal.suicide", 5)]
    assert sgf(text, played_so=[5]).verdict == "forfeit"


def test_after_a_right_first_move_it_is_none() -> None:
    text = "(;SZ[9]RU[Japanese]KM[6.5]RE[W+R];B[gg];W[hh];B[ba];W[hg];B[ab];W[aa])"
    assert sgf(text).verdict == "forfeit"
