"""Nodes without a move: comments and marks are nothing, an empty node may be an unwritten pass."""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import codes, sgf

KO = ";B[cd];W[dd];B[bc];W[ec];B[cb];W[db];B[dc];W[cc]"
HEAD = "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]"
SPOKEN = ["C[nice move]", "TR[gg]", "PL[B]", "MN[3]", "N[a name]", "BL[30]"]
"""Properties of nodes that say nothing about a pass."""


def questions(report: Report) -> list[tuple[str, int | None]]:
    return [(q.code.value, q.move) for q in report.questions]


@pytest.mark.parametrize("node", SPOKEN)
def test_a_comment_between_two_moves_of_a_player_answers_no_question(node: str) -> None:
    report = sgf(f"{HEAD};B[gg];W[hh];B[gh];{node};B[hg];W[ii]{KO};B[dc])")
    assert report.verdict == "undetermined"
    assert questions(report)[0] == ("illegal.turn", 4)
    [ko] = [f for f in report.findings if f.code == "illegal.ko"]
    assert ko.uncertain


@pytest.mark.parametrize("node", [one for one in SPOKEN if one[0] not in "MP"])
def test_a_comment_before_an_illegal_move_excuses_nobody(node: str) -> None:
    assert sgf(f"{HEAD}{KO};{node};B[dc])").verdict == "forfeit"


@pytest.mark.parametrize(
    "moves",
    [
        f";B[gg];W[hh];B[gh];;B[hg];W[ii]{KO};B[dc]",
        f"{KO};;;B[dc]",
        f"{KO};;B[dc]",
        f";B[gg];;W[hh]{KO};B[dc]",
    ],
)
def test_an_empty_node_may_be_a_pass_so_what_follows_is_a_question(moves: str) -> None:
    report = sgf(f"{HEAD}{moves})")
    assert report.verdict == "undetermined"
    [(code, move)] = questions(report)
    assert code == "illegal.ko"
    assert "illegal.turn" not in codes(report)
    assert move is not None
    assert sgf(f"{HEAD}{moves})", played_so=[move]).verdict == "forfeit"


def test_an_empty_node_excuses_nobody_before_it_nor_before_the_first_move() -> None:
    assert sgf(f"{HEAD}{KO};B[dc];;W[gg])").verdict == "forfeit"
    assert sgf(f"{HEAD};{KO};B[dc])").verdict == "forfeit"


def test_a_comment_leaves_the_handicap_as_it_is() -> None:
    plain = "(;GM[1]FF[4]SZ[9]RU[French]RE[B+R];B[ea]{};B[eb];W[fa];B[aa])"
    for node in SPOKEN[:3]:
        report = sgf(plain.format(f";{node}"))
        assert report.handicap == 2
        assert "illegal.turn" not in codes(report)
        assert report.verdict == sgf(plain.format("")).verdict


def test_a_position_entered_as_moves_is_one_with_comments_in_it_too() -> None:
    moves = ";C[a wall]".join(f";B[{column}a]" for column in "abcdefghi") + ";B[ab];W[ii]"
    report = sgf(f"{HEAD}{moves})")
    assert questions(report) == [("record.setup_as_moves", None)]
