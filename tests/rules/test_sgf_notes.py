"""What a record says beside its moves, cut to what a page can carry."""

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import PASS, parse_point
from adjudication.rules.record import TimeLeft
from adjudication.rules.sgf_notes import (
    LONGEST_COMMENT,
    MOST_MARKS,
    MOST_TEXT,
    MOST_VARIATIONS,
    Mark,
    Notes,
    read_notes,
)


def read(text: str) -> Notes:
    return read_notes(text.encode())


def point(name: str) -> int:
    return parse_point(name, 9)


def test_a_record_without_notes_has_none() -> None:
    assert read("(;SZ[9];B[ee];W[cc])") == Notes()


def test_comments_and_marks_stand_at_the_position_after_a_move() -> None:
    notes = read(
        "(;SZ[9]C[Before\nall];B[ee]C[A \\] and é]TR[ee]CR[aa];W[cc]LB[gg:A][hh:Long]MA[zz]SQ[cc])"
    )
    assert notes.comments == {0: "Before\nall", 1: "A ] and é"}
    assert notes.marks == {
        1: {point("E5"): Mark.TRIANGLE, point("A9"): Mark.CIRCLE},
        2: {point("C7"): Mark.SQUARE},
    }
    assert notes.labels == {2: {point("G3"): "A", point("H2"): "Lon"}}


def test_marks_may_be_rectangles_from_any_corner() -> None:
    notes = read("(;SZ[9];B[ee]TR[bb:ca][ii]SQ[aa:zz][dd:])")
    names = ("B8", "C8", "B9", "C9", "J1")
    assert notes.marks == {1: dict.fromkeys(map(point, names), Mark.TRIANGLE)}
    assert len(read("(;SZ[9];B[ee]MA[aa:ii])").marks[1]) == MOST_MARKS


def test_clocks_are_told_as_written() -> None:
    notes = read("(;SZ[9]BL[600];B[ee]BL[595.2];W[cc]WL[30]OW[3];B[dd]BL[x]OB[2];W[gg]WL[-1])")
    assert notes.clocks == {
        0: (TimeLeft(0, BLACK, 600),),
        1: (TimeLeft(1, BLACK, 595.2),),
        2: (TimeLeft(2, WHITE, 30, 3),),
        4: (TimeLeft(4, WHITE, -1),),
    }


def test_what_is_left_of_overtime_are_periods_in_byo_yomi() -> None:
    move = ";B[ee]BL[12]OB[3])"
    assert read(f"(;SZ[9]TM[600]OT[5x30 byo-yomi]{move}").periods
    assert not read(f"(;SZ[9]TM[600]OT[25/300 Canadian]{move}").periods
    assert not read(f"(;SZ[9]{move}").periods


def test_variations_follow_the_move_they_leave_the_game_after() -> None:
    notes = read("(;SZ[9];B[ee](;W[cc];B[dd])(;W[dd];B[];W[gg](;B[aa])(;B[bb]))(;C[x];W[hh]))")
    line = (point("D6"), PASS, point("G3"), point("A9"))
    assert notes.variations == {1: (line, (point("H2"),))}


def test_a_variation_ends_where_it_is_no_play_in_turn() -> None:
    assert read("(;SZ[9];B[ee](;W[cc])(;W[dd];W[gg]))").variations == {1: ((point("D6"),),)}
    for odd in ("B[dd]", "W[zz]", "AB[dd]", "W[dd]B[gg]"):
        assert read(f"(;SZ[9];B[ee](;W[cc])(;{odd}))").variations == {}


def test_what_is_too_much_is_cut() -> None:
    long = "x" * 5_000
    notes = read(f"(;SZ[9]C[{long}];B[ee])")
    assert notes.comments[0] == "x" * LONGEST_COMMENT + " …"
    moves = "".join(f";{'BW'[number % 2]}[ee]C[{long}]" for number in range(80))
    notes = read(f"(;SZ[9]{moves})")
    assert sum(len(text.removesuffix(" …")) for text in notes.comments.values()) == MOST_TEXT
    sides = "(;W[dd])" * 300
    assert len(read(f"(;SZ[9];B[ee](;W[cc]){sides})").variations[1]) == MOST_VARIATIONS
