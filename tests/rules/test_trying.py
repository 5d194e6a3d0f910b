"""Lines that are tried out from a position: legality, captures, ko and whose turn it is."""

import pytest

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.findings import Code
from adjudication.rules.points import PASS, parse_point
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.trying import TriedLine, to_move, try_line

JAPANESE = get_ruleset("japanese")
# Black's last move takes in a ko at D6.
KO = "(;SZ[9];B[dc];W[ec];B[cd];W[ee];B[de];W[fd];B[ii];W[dd];B[ed])"


def read(text: str) -> GameRecord:
    return read_record(text.encode())


def tried(record: GameRecord, after: int, *line: str, rules: RuleSet = JAPANESE) -> TriedLine:
    points = [PASS if name == "pass" else parse_point(name, record.size) for name in line]
    return try_line(record, after, points, rules)


def at(found: TriedLine, name: str) -> int:
    return found.replay.position[parse_point(name, found.replay.size)]


def test_both_play_in_turn_from_any_move() -> None:
    record = read("(;SZ[9];B[ee];W[cc];B[gg])")
    found = tried(record, 2, "D4", "pass", "E4")
    assert [move.colour for move in found.moves] == [BLACK, WHITE, BLACK]
    assert [move.number for move in found.moves] == [3, 4, 5]
    assert (at(found, "D4"), at(found, "G3"), at(found, "E5")) == (BLACK, EMPTY, BLACK)
    assert found.to_move == WHITE
    assert found.refused is None


@pytest.mark.parametrize(
    ("text", "after", "colour"),
    [
        ("(;SZ[9])", 0, BLACK),
        ("(;SZ[9]HA[2]AB[cc][gg])", 0, WHITE),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", 0, WHITE),
        ("(;SZ[9];B[ee];W[cc])", 2, BLACK),
        ("(;SZ[9];B[ee];B[cc];W[dd])", 1, BLACK),
    ],
)
def test_who_moves_next(text: str, after: int, colour: int) -> None:
    assert to_move(read(text), after) == colour


def test_captures_are_taken_off() -> None:
    record = read("(;SZ[9];B[ba];W[aa];B[ee])")
    found = tried(record, 3, "J9", "A8")
    assert at(found, "A9") == EMPTY
    assert found.moves[-1].captured == (parse_point("A9", 9),)
    assert found.replay.prisoners_after(5) == (1, 0)


def test_what_the_rules_forbid_ends_the_line_before() -> None:
    record = read("(;SZ[9];B[ee];W[cc])")
    found = tried(record, 2, "D4", "D4", "A1")
    assert found.refused is not None
    assert (found.refused.number, found.refused.code) == (2, Code.OCCUPIED)
    assert len(found.moves) == 1
    assert found.to_move == WHITE


def test_a_ko_is_taken_back_after_another_move() -> None:
    record = read(KO)
    retaken = tried(record, 9, "D6")
    assert retaken.refused is not None
    assert retaken.refused.code == Code.KO
    assert tried(record, 9, "A1", "B1", "D6").refused is None


@pytest.mark.parametrize("rules", ["french", "nz"])
def test_suicide_is_as_the_rules_have_it(rules: str) -> None:
    record = read("(;SZ[9];B[ca];W[aa];B[cb];W[ba];B[bc];W[ee];B[ab];W[ii];B[hh])")
    found = tried(record, 9, "B8", rules=get_ruleset(rules))
    if rules == "nz":
        assert found.refused is None
        assert (at(found, "A9"), at(found, "B8")) == (EMPTY, EMPTY)
    else:
        assert found.refused is not None
        assert found.refused.code == Code.SUICIDE


def test_what_the_game_did_wrong_before_is_no_refusal() -> None:
    record = read("(;SZ[9];B[ee];W[ee];B[cc])")
    assert tried(record, 3, "A1").refused is None


def test_stones_put_by_hand_count_up_to_the_move() -> None:
    record = read("(;SZ[9];B[ee];W[cc];AW[gg];B[dd])")
    assert at(tried(record, 2), "G3") == WHITE
    assert at(tried(record, 1), "G3") == EMPTY
