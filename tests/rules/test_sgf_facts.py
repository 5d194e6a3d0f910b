"""What real files do (SPEC section 2), in records of our own."""

import pytest

from adjudication.rules.points import OFF_BOARD, PASS, parse_sgf_point, sgf_point
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from tests.rules.builders import codes, sgf
from tests.support.catalogues import french


def read(text: str | bytes) -> GameRecord:
    return read_record(text if isinstance(text, bytes) else text.encode())


def code_of(text: str | bytes) -> str:
    with pytest.raises(RecordError) as raised:
        read(text)
    assert str(raised.value.text)
    assert french(raised.value.text)
    return raised.value.code


def test_a_plain_record() -> None:
    record = read("(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ada]PW[Bo]RE[B+3.5]RU[Japanese];B[ee];W[cd];B[])")
    assert (record.size, record.komi_text, record.result_text) == (9, "6.5", "B+3.5")
    assert (record.black_name, record.white_name) == ("Ada", "Bo")
    assert record.colours == [1, 2, 1]
    assert record.points == [40, 3 * 9 + 2, PASS]


def test_a_property_given_twice_is_merged() -> None:
    assert read("(;SZ[9]HA[2]AB[dd]AB[ff];W[ee])").placed == 2
    assert read("(;SZ[9]AB[dd]AW[aa]AB[ff]AW[bb];W[ee])").start.count(2) == 2


def test_set_up_in_the_second_node() -> None:
    record = read("(;SZ[9]HA[2];AB[dd][ff];W[ee])")
    assert record.placed == 2
    assert record.edits == ()
    assert record.points == [40]


def test_set_up_in_mid_game_is_no_proof() -> None:
    record = read("(;SZ[9];B[ee];AW[aa]AE[ee];W[dd])")
    [edit] = record.edits
    assert (edit.after_move, dict(edit.stones)) == (1, {0: 2, 40: 0})
    report = sgf("(;SZ[9]RE[B+3];B[ee];AW[aa]AE[ee];W[dd])", rules="french")
    assert "record.setup_mid_game" in codes(report)
    assert report.verdict == "undetermined"
    assert report.replay.position_after(1)[40] == 0
    assert report.replay.position_after(1)[0] == 2


@pytest.mark.parametrize("size", [9, 13, 19])
def test_tt_is_a_pass_up_to_19(size: int) -> None:
    assert read(f"(;SZ[{size}];B[tt];W[])").points == [PASS, PASS]


@pytest.mark.parametrize("size", [20, 25])
def test_tt_is_a_point_on_larger_boards(size: int) -> None:
    assert read(f"(;SZ[{size}];B[tt];W[])").points == [19 * size + 19, PASS]


def test_lower_case_letters_in_identifiers() -> None:
    record = read("(;GaMe[1]SiZe[9]KoMi[6.5]PlayerBlack[Ada];Black[ee];White[dd])")
    assert record.size == 9
    assert record.points == [40, 30]
    assert record.black_name == "Ada"


def test_leading_junk() -> None:
    assert read("From: someone\nSubject: game\n\n(;SZ[9];B[ee])").points == [40]
    assert read(b"\xef\xbb\xbf(;SZ[9];B[ee])").points == [40]


@pytest.mark.parametrize(("codec", "name"), [("gb18030", "李世石"), ("cp932", "武宮正樹")])
def test_names_without_charset(codec: str, name: str) -> None:
    """Chinese servers write GB18030, older Japanese ones Shift-JIS, and say nothing of it."""
    shown = read(b"(;SZ[9]PB[" + name.encode(codec) + b"];B[ee])").black_name
    assert shown
    assert shown.isprintable()
    if codec == "gb18030":
        assert shown == name


@pytest.mark.parametrize(
    ("charset", "codec"),
    [("UTF-8", "utf-8"), ("GB2312", "gb18030"), ("Shift_JIS", "cp932"), ("ISO-8859-1", "latin-1")],
)
def test_names_with_their_charset(charset: str, codec: str) -> None:
    name = "é" if codec == "latin-1" else "王"
    data = f"(;CA[{charset}]SZ[9]PB[".encode() + name.encode(codec) + b"];B[ee])"
    assert read(data).black_name == name


@pytest.mark.parametrize(
    "charset",
    [
        *("zip", "utf-7", "idna", "rot13", "base64", "hex", "punycode", "unicode_escape"),
        *("raw_unicode_escape", "bz2", "zlib", "mbcs", "undefined", "nonsense", "../x", "utf-32"),
    ],
)
def test_other_charsets_are_a_clear_error(charset: str) -> None:
    assert code_of(f"(;CA[{charset}]SZ[9]PB[+ADw-script+AD4-];B[ee])") == "bad_charset"


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    record = read("(;SZ[9];B[ee];W[dd];B[c")
    assert record.truncated
    assert record.points == [40, 30]
    report = sgf("(;SZ[9]RE[B+3];B[ee];W[];B[]", rules="japanese")
    assert "record.truncated" in codes(report)
    assert report.verdict == "undetermined"


def test_another_game() -> None:
    assert code_of("(;GM[2]SZ[8];B[ee])") == "not_go"
    assert read("(;GM[1]SZ[9];B[ee])").size == 9


def test_several_games() -> None:
    assert code_of("(;SZ[9];B[ee])(;SZ[9];B[dd])(;SZ[9])") == "several_games"


def test_parentheses_in_comments_are_no_games() -> None:
    assert read("(;SZ[9]C[(;B[ee\\]) (;x) ];B[ee])").points == [40]


@pytest.mark.parametrize(
    ("text", "size"), [("9", 9), (" 9 ", 9), ("19:19", 19), ("2", 2), ("25", 25), ("09", 9)]
)
def test_sizes(text: str, size: int) -> None:
    assert read(f"(;SZ[{text}];B[aa])").size == size


def test_no_size_is_nineteen() -> None:
    assert read("(;B[ss])").size == 19


@pytest.mark.parametrize(
    "text",
    [
        *("99999999", "-5", "0", "1", "26", "19:13", "१९", "nan", "19.0", "", "x", "9" * 5000),
        *("9:", ":9", "9:9:9", "+9", "1_9"),
    ],
)
def test_sizes_that_are_none(text: str) -> None:
    assert code_of(f"(;SZ[{text}];B[aa])") == "bad_size"


@pytest.mark.parametrize("text", ["zz", "a", "aaa", "a1", "jj", "é", "1", "a a"])
def test_moves_off_the_board(text: str) -> None:
    record = read(f"(;SZ[9];B[{text}])")
    assert record.points == [OFF_BOARD]
    assert "record.bad_point" in codes(sgf(f"(;SZ[9];B[{text}])", rules="japanese"))


def test_capital_letters_are_points() -> None:
    assert read("(;SZ[9];B[EE];W[ dd ])").points == [40, 30]


def test_reversed_rectangles() -> None:
    assert read("(;SZ[9]AB[cc:bb];W[ee])").placed == 4
    assert read("(;SZ[9]AB[bc:cb];W[ee])").placed == 4


def test_black_and_white_in_one_node() -> None:
    assert read("(;SZ[9];B[ee]W[dd])").colours == [1, 2]


def test_a_move_in_the_root() -> None:
    assert read("(;SZ[9]B[ee];W[dd])").points == [40, 30]


def test_the_main_line_is_the_first_variation() -> None:
    record = read("(;SZ[9];B[ee](;W[dd];B[cc])(;W[ff]))")
    assert record.points == [40, 30, 20]
    assert record.has_variations
    assert "record.variation" in codes(sgf("(;SZ[9];B[ee](;W[dd])(;W[ff]))", rules="nz"))


def test_marks_beside_the_last_pass_and_after_it() -> None:
    for text in ("(;SZ[9];B[];W[]TB[aa][bb]TW[cc])", "(;SZ[9];B[];W[];TB[aa:aa][bb]TW[cc])"):
        record = read(text)
        assert record.marked
        assert record.black_marks == {0, 10}
        assert record.white_marks == {20}


def test_marks_in_mid_game_are_a_comment() -> None:
    assert not read("(;SZ[9];B[ee]TB[aa];W[];B[])").marked


def test_handicap_numbers() -> None:
    assert read("(;SZ[9]HA[3];B[ee])").handicap == 3
    for text in ("-3", "x", "", "2.5", "٣", "9" * 4500):
        assert read(f"(;SZ[9]HA[{text}];B[ee])").handicap is None


def test_escapes_in_texts() -> None:
    assert read("(;SZ[9]PB[a\\]b\\\\c]EV[x\\:y];B[ee])").black_name == "a]b\\c"


def test_control_characters_go() -> None:
    record = read(b"(;SZ[9]PB[a\x1b[31mred\x07\\]]PW[ok];B[ee])")
    assert (record.black_name, record.white_name) == ("a[31mred]", "ok")


def test_long_names_are_cut() -> None:
    assert len(read(f"(;SZ[9]PB[{'n' * 60_000}];B[ee])").black_name) == 400


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_point_names_both_ways(size: int) -> None:
    for point in range(size * size):
        assert parse_sgf_point(sgf_point(point, size), size) == point


def test_outer_parentheses_missing_on_both_sides_are_no_truncation() -> None:
    moves = ";B[aa];W[bb];B[cc];W[dd]"
    for text in (";SZ[9]RE[B+R](;B[aa];W[bb](;B[cc];W[dd]))", f";SZ[9]RE[B+R]{moves}"):
        record = read(text)
        assert (record.truncated, len(record.points)) == (False, 4)
    assert sgf(f";SZ[9]RE[B+R]({moves})", rules="japanese").verdict == "confirmed"


@pytest.mark.parametrize(
    "text",
    [
        *(";SZ[9](;B[aa];W[bb", ";SZ[9](;B[aa];W[bb]", ";SZ[9];B[aa];W", "(;SZ[9](;B[aa];W[bb])"),
        "(;SZ[9];B[aa];W[bb]",
    ],
)
def test_what_breaks_off_is_still_truncated(text: str) -> None:
    assert read(text).truncated


def test_the_charset_of_simplified_chinese() -> None:
    data = "(;SZ[9]CA[EUC-CN]PB[绿肥红瘦];B[aa])".encode("gb2312")
    assert read_record(data).black_name == "绿肥红瘦"
