"""Records that may not show the game as it was played: they ask before they accuse.

Set-up that contradicts itself, move numbers that jump, a player to move who is not the one that
moves, further lines: each may be why a move looks illegal.
"""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, sgf, sgf_bytes
from tests.support.catalogues import french

SHAPE = "AB[ba][ab][bc]AW[ca][bb][db][cc]"
KO = f"(;SZ[5]RU[Japanese]RE[W+R]{SHAPE}"
PLAYED = ";B[cb];W[bb]"
LOSES = "loses the game"


def illegal(report: Report) -> list[tuple[str, int | None, bool]]:
    return [(f.code.value, f.move, f.uncertain) for f in report.findings if f.code.is_illegal]


def questions(report: Report) -> list[tuple[str, int | None]]:
    return [(q.code.value, q.move) for q in report.questions]


def test_without_any_of_it_the_move_loses() -> None:
    assert sgf(f"{KO}{PLAYED})").verdict == "forfeit"


@pytest.mark.parametrize(
    ("setup", "place"),
    [
        *(("AB[ee]AW[ee]", "ee"), ("AW[ee]AE[ee]", "ee"), ("AB[zz]", "zz"), ("AB[tt]", "tt")),
        *(("AB[e]", "e"), ("AW[aa:zz]", "aa:zz"), ("AB[dd:ee]AW[ed]", "ed")),
    ],
)
def test_set_up_that_cannot_be_is_a_question(setup: str, place: str) -> None:
    report = sgf(f"{KO};{setup}{PLAYED})")
    assert report.verdict == "undetermined"
    assert questions(report) == [("record.setup_unclear", None)]
    [finding] = [f for f in report.findings if f.code == "record.setup_unclear"]
    assert finding.detail["points"] == [place]
    assert all(uncertain for _, _, uncertain in illegal(report))


@pytest.mark.parametrize("setup", ["AB[]", "AB[ee]AB[ee]", "AE[ee]", "AB[ee];AW[ee]"])
def test_set_up_that_can_be_asks_nothing(setup: str) -> None:
    report = sgf(f"{KO};{setup}{PLAYED})")
    assert questions(report) == []
    assert "record.setup_unclear" not in codes(report)


DOUBTS = {
    "record.variation": (f"{KO};B[cb](;W[bb])(;W[ea]))", f"{KO}{PLAYED};B[ea](;W[ee])(;W[ed]))"),
    "record.move_number_differs": (
        f"{KO};B[cb]MN[50];W[bb])",
        f"{KO}{PLAYED};B[ea];W[ee]MN[50])",
    ),
    "record.player_to_move": (f"{KO}PL[W]{PLAYED})", f"{KO}{PLAYED};PL[W];B[ea])"),
}


@pytest.mark.parametrize("code", DOUBTS)
def test_a_doubt_about_the_line_asks_first(code: str) -> None:
    report = sgf(DOUBTS[code][0])
    assert report.verdict == "undetermined"
    assert code in codes(report)
    assert questions(report) == [("illegal.ko", 2)]
    [ko] = [f for f in report.findings if f.code == "illegal.ko"]
    assert (ko.uncertain, ko.article) == (True, None)
    assert LOSES not in str(ko.text)


@pytest.mark.parametrize("code", DOUBTS)
def test_it_excuses_nobody_before_it_nor_where_it_was_played(code: str) -> None:
    doubted, later = DOUBTS[code]
    assert sgf(doubted, played_so=[2]).verdict == "forfeit"
    report = sgf(later)
    assert code in codes(report)
    assert report.verdict == "forfeit"
    assert report.questions == ()


@pytest.mark.parametrize(
    "moves",
    [
        ";B[ea](;W[ee])(;W[ed])",
        ";B[ea]MN[50];W[ee]",
        ";PL[W];B[ea];W[ee]",
    ],
)
def test_a_record_without_a_fault_asks_nothing(moves: str) -> None:
    report = sgf(f"{KO}{moves})")
    assert (report.verdict, report.questions) == ("confirmed", ())


@pytest.mark.parametrize(
    "moves",
    [
        *(";B[cb]MN[1];W[bb]MN[2]", ";MN[0];B[cb];W[bb]"),
        *("PL[B];B[cb];W[bb]", "PL[];B[cb];W[bb]"),
    ],
)
def test_numbers_and_players_that_are_right_doubt_nothing(moves: str) -> None:
    report = sgf(f"{KO}{moves})")
    assert report.verdict == "forfeit"
    assert not {"record.move_number_differs", "record.player_to_move"} & set(codes(report))


@pytest.mark.parametrize(
    ("later", "code"),
    [
        *((";B[bb]", "illegal.occupied"), (";B[zz]", "record.bad_point")),
        *((";W[ee]", "illegal.turn"), (";B[ea];W[ed];B[cb];W[bb];B[ec];W[cb]", "illegal.ko")),
    ],
)
def test_what_comes_after_the_move_that_loses_costs_nothing_more(later: str, code: str) -> None:
    for rules in ("japanese", "french"):
        report = sgf(f"{KO}{PLAYED}{later})", rules=rules)
        assert report.verdict == "forfeit"
        moot = [f for f in report.findings if f.moot and (f.move or 0) > 2]
        assert moot
        for finding in moot:
            assert LOSES not in str(finding.text)
            assert "tournament decides" not in str(finding.text)
            assert finding.article is None or not finding.code.is_illegal
    assert code in codes(sgf(f"{KO}{PLAYED}{later})"))


def test_a_second_fault_of_one_move_waits_for_what_is_asked_about_it() -> None:
    """The suicide is out of turn as well: it does not wait for itself."""
    twice = sgf("(;SZ[5]RU[Japanese]RE[W+R]AW[ab][ba];W[ee];B[cc];B[aa])")
    [suicide] = [f for f in twice.findings if f.code == "illegal.suicide"]
    assert suicide.move == 3
    assert "move 3" not in str(suicide.text).lower().removeprefix("move 3")


def test_the_board_that_a_suicide_of_one_stone_brings_back_is_moot() -> None:
    report = sgf("(;SZ[5]RU[Japanese]RE[W+R]AW[ab][ba];W[ee];B[aa];W[ed])")
    assert report.verdict == "forfeit"
    found = [(f.code, f.moot) for f in report.findings if f.code.startswith(("illegal.", "cycle."))]
    assert found == [("illegal.suicide", False), ("cycle.position_only", True)]


def test_a_handicap_that_the_caller_says_is_not_put_on_the_record() -> None:
    report = sgf("(;SZ[9]RU[Japanese];W[ee];B[cc])", handicap=2)
    [missing] = [f for f in report.findings if f.code == "record.handicap_missing"]
    assert "record says" not in str(missing.text).lower()
    assert "annonce" not in french(missing.text)


def test_nobody_is_said_to_be_asked_by_a_sentence_that_stays() -> None:
    """A finding is shown in the command, and after both have answered, too."""
    fox = "(;SZ[9]RU[Japanese]RE[B+R];W[cc];B[dd];B[cc];W[zz];B[aa])"
    for data in (fox, f"{KO}AP[foxwq]{PLAYED})", "(;SZ[9]RE[W+Illegal];B[aa])"):
        for finding in sgf_bytes(data.encode(), rules="japanese").findings:
            assert "players are asked" not in str(finding.text)
            assert "posée aux deux" not in french(finding.text)
            assert "sont invités" not in french(finding.text)
