"""Character sets whose characters hold the bytes of a backslash or a bracket, and records of them.

In Shift_JIS, Big5, GBK, GB18030 and ISO-2022-JP the second byte of a character may be 0x5B, 0x5C or
0x5D. None of them may swallow a bracket or a move, whatever CA says; where it cannot be known how
the bytes were meant, nobody is accused.
"""

import random
import time
from contextlib import suppress

import pytest

from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_limits import MAX_BYTES
from tests.rules.builders import codes, sgf_bytes

MOVES = ";B[cd];W[dd];B[bc];W[ec];B[cb];W[db];B[dc];W[cc];B[gg];W[hh];B[dc]"
GAME = "(;GM[1]SZ[9]{ca}RU[Japanese]KM[6.5]RE[W+R]EV[{text}]" + MOVES + ")"
KO = "(;GM[1]SZ[5]{ca}RU[Japanese]RE[W+R]AB[ba][ab][bc]AW[ca][bb][db][cc]C[{text}];B[cb];W[bb])"
PLAIN = read_record(GAME.format(ca="", text="").encode())
# Characters of which the second byte is a backslash, a bracket, or both beside each other.
TRAILS = {
    "cp932": ("十", "表", "神", "評", "ソ能", "ー評十"),
    "big5": ("功", "許", "因", "育", "功功許育"),
    "big5hkscs": ("功", "許", "育"),
    "gbk": ("誠", "漒", "俓", "乗乚", "倇俔"),
    "gb18030": ("誠", "俓", "漒誠"),
}
NAMES = {
    "cp932": ("Shift_JIS", "SHIFT-JIS", "MS_KANJI", "cp932", "Windows-31J", "sjis"),
    "big5": ("Big5", "BIG5", "cp950"),
    "big5hkscs": ("Big5-HKSCS",),
    "gbk": ("GBK", "cp936", "gb2312"),
    "gb18030": ("GB18030",),
}
CASES = [(codec, name, text) for codec in TRAILS for name in NAMES[codec] for text in TRAILS[codec]]


def written(codec: str, ca: str, text: str, form: str = GAME) -> bytes:
    return form.format(ca=f"CA[{ca}]" if ca else "", text=text).encode(codec)


@pytest.mark.parametrize(("codec", "ca", "text"), CASES)
def test_a_character_swallows_nothing(codec: str, ca: str, text: str) -> None:
    record = read_record(written(codec, ca, text))
    assert (record.points, record.colours) == (PLAIN.points, PLAIN.colours)
    assert not record.truncated
    assert record.event == text
    report = sgf_bytes(written(codec, ca, text))
    assert report.verdict == "confirmed"
    assert report.questions == ()


@pytest.mark.parametrize("ca", ["", "UTF-8", "ISO-8859-1", "us-ascii", "EUC-KR"])
@pytest.mark.parametrize("codec", TRAILS)
def test_nor_where_the_charset_is_missing_or_wrong(codec: str, ca: str) -> None:
    for text in TRAILS[codec]:
        record = read_record(written(codec, ca, text))
        assert record.points == PLAIN.points
        assert sgf_bytes(written(codec, ca, text)).verdict == "confirmed"


@pytest.mark.parametrize("ca", ["", "Shift_JIS", "GBK", "Big5", "GB18030", "ISO-8859-1"])
@pytest.mark.parametrize("text", ["十段戦", "評", "Café", "許功", "é"])
def test_utf_8_under_another_name_is_read(ca: str, text: str) -> None:
    record = read_record(written("utf-8", ca, text))
    assert record.points == PLAIN.points
    assert sgf_bytes(written("utf-8", ca, text)).verdict == "confirmed"


@pytest.mark.parametrize("ca", ["", "ISO-8859-1", "windows-1252", "GBK", "Shift_JIS"])
def test_a_latin_letter_before_a_bracket_is_no_first_half(ca: str) -> None:
    record = read_record(written("latin-1", ca, "Trophée Café"))
    assert record.points == PLAIN.points


@pytest.mark.parametrize("ca", ["ISO-2022-JP", ""])
def test_iso_2022_jp(ca: str) -> None:
    for text in ("十段戦", "表評能", "章尉"):
        record = read_record(written("iso2022_jp", ca, text))
        assert record.points == PLAIN.points
        assert record.event == text


@pytest.mark.parametrize("ca", ["Shift_JIS", ""])
def test_backslashes_that_a_program_escaped_byte_by_byte(ca: str) -> None:
    data = written("cp932", ca, "十段").replace("十".encode("cp932"), b"\x8f\x5c\x5c")
    record = read_record(data)
    assert record.points == PLAIN.points
    data = written("cp932", ca, "十").replace("十".encode("cp932"), b"\x8f\x5c\x5c")
    assert read_record(data).points == PLAIN.points
    if ca:
        assert read_record(data).event == "十"


def test_a_name_cut_in_the_middle_of_a_character() -> None:
    """Servers cut names at a number of bytes; what is left over swallows no bracket either."""
    data = written("cp932", "Shift_JIS", "武宮正").replace("正".encode("cp932"), b"\x90")
    assert read_record(data).points == PLAIN.points


def test_a_faulty_byte_elsewhere_changes_nothing() -> None:
    data = written("cp932", "Shift_JIS", "十").replace(b"GM[1]", b"GM[1]GC[\xff\xfd]")
    assert read_record(data).points == PLAIN.points


@pytest.mark.parametrize("codec", ["cp932", "gb18030"])
def test_escapes_of_the_text_still_hold(codec: str) -> None:
    text = "十 [3k\\]: a\\\\b"
    record = read_record(written(codec, {"cp932": "Shift_JIS"}.get(codec, codec), text))
    assert record.event == "十 [3k]: a\\b"
    assert record.points == PLAIN.points


@pytest.mark.parametrize("ca", ["", "ISO-8859-1", "Big5"])
def test_two_readings_that_differ_in_the_moves_accuse_nobody(ca: str) -> None:
    """The comment leaves a bracket open, so that no reading is the plainer one."""
    text = "so sad :[ " + "功"
    report = sgf_bytes(written("big5", ca, text, KO))
    if ca == "Big5":
        assert report.verdict == "forfeit"
        return
    assert report.verdict == "undetermined"
    assert report.questions[0].code == "record.charset_unclear"
    assert not [f for f in report.findings if f.code.is_illegal and not f.uncertain]


@pytest.mark.parametrize("codec", TRAILS)
def test_an_illegal_move_is_found_whatever_the_charset(codec: str) -> None:
    for ca in ("", *NAMES[codec]):
        for text in TRAILS[codec]:
            report = sgf_bytes(written(codec, ca, text, KO))
            assert report.verdict == "forfeit"
            assert "record.charset_unclear" not in codes(report)


@pytest.mark.parametrize("codec", ["cp932", "big5", "gbk", "gb18030", "utf-8", "iso2022_jp"])
@pytest.mark.parametrize("named", [True, False])
def test_random_texts_change_no_move(codec: str, named: bool) -> None:
    source = random.Random(f"{codec} {named}")
    letters = _letters(codec)
    for _ in range(60):
        text = "".join(source.choices(letters, k=source.randint(1, 12)))
        ca = codec if named and codec != "iso2022_jp" else ("ISO-2022-JP" if named else "")
        data = written(codec, ca, text)
        assert read_record(data).points == PLAIN.points, (text, data)
        if named:
            assert read_record(data).event == text


def _letters(codec: str) -> str:
    """Return the ideographs of a charset, those with a dangerous byte eight times as often."""
    found = []
    for code in range(0x4E00, 0x9FA6):
        raw = chr(code).encode(codec, "ignore")
        if raw:
            found.append(chr(code) * (8 if raw[-1:] in (b"[", b"\\", b"]") else 1))
    return "".join(found)


@pytest.mark.by_turns
@pytest.mark.parametrize("ca", ["", "Shift_JIS", "GBK", "Big5", "UTF-8"])
@pytest.mark.parametrize("piece", [b";C[\x8f\x5c]B[aa]", b";C[\x95\x5d :[]", b";\x8f[\xe9\x5d]"])
def test_the_limits_hold_and_no_record_takes_long(ca: str, piece: bytes) -> None:
    head = f"(;SZ[9]CA[{ca}]".encode() if ca else b"(;SZ[9]"
    body = piece * ((MAX_BYTES - 100) // len(piece))
    for data in (head + body + b")", head + body[: len(piece) * 9_000] + b")"):
        assert min(_seconds(data) for _ in range(3)) < 0.5


def _seconds(data: bytes) -> float:
    started = time.process_time()
    with suppress(RecordError):
        read_record(data)
    return time.process_time() - started
