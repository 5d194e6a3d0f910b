"""The result line as text: what is typed and what it says, without a page or a database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.result_entry.views.result_line import (
    Clear,
    Enter,
    Misread,
    Problem,
    Undo,
    read_line,
)

pytestmark = pytest.mark.once


def commands(text: str, language: str = "en") -> list[object]:
    return [read.command for read in read_line(text, language)]


def problems(text: str, language: str = "en") -> list[Problem]:
    found = commands(text, language)
    return [command.problem for command in found if isinstance(command, Misread)]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("12 b", Enter(12, "black")),
        ("12b", Enter(12, "black")),
        ("  12   B  ", Enter(12, "black")),
        ("12 w 3.5", Enter(12, "white", "score", 7)),
        ("12w3,5", Enter(12, "white", "score", 7)),
        ("12 W+3½", Enter(12, "white", "score", 7)),
        ("12 w .5", Enter(12, "white", "score", 1)),
        ("12 w ½", Enter(12, "white", "score", 1)),
        ("12 w 5 1/2", Enter(12, "white", "score", 11)),
        ("12 b 20", Enter(12, "black", "score", 40)),
        ("12 b r", Enter(12, "black", "resignation")),
        ("12 B+R", Enter(12, "black", "resignation")),
        ("12 b t", Enter(12, "black", "time")),
        ("7 b!", Enter(7, "black", "absence")),
        ("7 white !", Enter(7, "white", "absence")),
        ("7 !", Enter(7, "both", "absence")),
        ("14 =", Enter(14, "draw")),
        ("14 = sure", Enter(14, "draw", sure=True)),
        ("13 w 400 SURE", Enter(13, "white", "score", 800, sure=True)),
        ("13 w 400 sûr", Enter(13, "white", "score", 800, sure=True)),
        ("13 sure", Misread(Problem.NO_RESULT, 13)),
        ("9 x", Enter(9, "void")),
        ("12 -", Clear(12)),
        ("12 –", Clear(12)),
        ("１２　ｂ", Enter(12, "black")),
        ("12 n", Enter(12, "black")),
        ("12 bl 3,5", Enter(12, "white", "score", 7)),
        ("12 bl ab", Enter(12, "white", "resignation")),
        ("12 n temps", Enter(12, "black", "time")),
        ("12 Noir", Enter(12, "black")),
        ("12 blanc 0.5", Enter(12, "white", "score", 1)),
        ("u", Undo()),
        ("U", Undo()),
    ],
)
def test_what_is_understood(text, command):
    assert commands(text) == [command]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("b", Problem.UNKNOWN),
        (f"1 b {'9' * 320}", Problem.NO_MARGIN),
        (f"1 b 0.{'1' * 390}", Problem.NO_MARGIN),
        ("12", Problem.NO_RESULT),
        ("0 b", Problem.UNKNOWN),
        ("12345 b", Problem.UNKNOWN),
        ("12 q", Problem.UNKNOWN),
        ("12 b 13 w", Problem.UNKNOWN),
        ("12 b 3.25", Problem.HALF_POINTS),
        ("12 b 0", Problem.NO_MARGIN),
        ("12 b 9999", Problem.NO_MARGIN),
        ("12 b -3", Problem.UNKNOWN),
        ("12 = 3", Problem.UNKNOWN),
        ("12 w 3,5 b", Problem.UNKNOWN),
        ("5 b w", Problem.TWO_COLOURS),
        ("5 black/white", Problem.TWO_COLOURS),
        ("5 w w", Problem.TWO_COLOURS),
        ("5 noir blanc", Problem.TWO_COLOURS),
        ("12 b 3 r", Problem.UNKNOWN),
        ("٣ b", Problem.UNKNOWN),
    ],
)
def test_what_is_not(text, problem):
    assert problems(text) == [problem]


def test_several_at_once():
    wanted = [Enter(12, "black"), Enter(13, "white", "score", 7), Enter(14, "draw"), Undo()]
    for text in ("12 b; 13 w 3.5; 14 =; u", "12 b, 13 w 3,5, 14 =,u", "12 b;;13w3.5\n14=, u;"):
        assert commands(text) == wanted


def test_what_was_typed_is_kept_with_what_it_says():
    assert [read.text for read in read_line(" 12 B ;  what? ;u")] == ["12 B", "what?", "u"]


def test_a_line_is_never_cut():
    long = "12 b;" * 81
    (read,) = read_line(long)
    assert read.text == long
    assert read.command == Misread(Problem.TOO_LONG)


def test_a_french_reader_is_asked_which_colour_b_is():
    assert problems("12 b 3,5", "fr") == [Problem.WHICH_COLOUR]
    assert commands("12 n 3,5; 13 w!", "fr") == [
        Enter(12, "black", "score", 7),
        Enter(13, "white", "absence"),
    ]


def written(one: Enter) -> str:
    if one.winner in ("black", "white"):
        how = {"": "", "resignation": "r", "time": "t", "absence": "!"}.get(one.reason)
        tail = how if one.margin_half is None else str(one.margin_half / 2)
        return f"{one.board} {'n' if one.winner == 'black' else 'w'} {tail}"
    return f"{one.board} { {'draw': '=', 'void': 'x', 'both': '!'}[one.winner] }"


BOARDS = st.integers(1, 9999)
WON = st.sampled_from(["black", "white"])
RESULTS = st.one_of(
    st.builds(Enter, BOARDS, WON, st.sampled_from(["", "resignation", "time", "absence"])),
    st.builds(Enter, BOARDS, WON, st.just("score"), st.integers(1, 2500)),
    st.builds(Enter, BOARDS, st.sampled_from(["draw", "void"])),
    st.builds(Enter, BOARDS, st.just("both"), st.just("absence")),
)


@given(st.lists(RESULTS, max_size=8), st.sampled_from([";", "; ", ", ", "\n"]))
def test_whatever_is_written_is_read_in_both_languages(results, separator):
    text = separator.join(map(written, results))
    for language in ("en", "fr"):
        assert commands(text, language) == results
    assert commands(text.upper()) == results


@given(st.text(max_size=60))
def test_any_text_is_answered_and_nothing_of_it_is_lost(text):
    reads = read_line(text)
    kept = "".join("".join(read.text.split()) for read in reads)
    assert (
        kept == "".join(char for char in "".join(text.split()) if char not in ";,") or "," in kept
    )
    for read in reads:
        assert isinstance(read.command, Enter | Clear | Undo | Misread)
        if isinstance(read.command, Enter) and read.command.margin_half is not None:
            assert 0 < read.command.margin_half <= 2500


@given(st.integers(1, 9999), st.integers(0, 99), st.integers(0, 9))
def test_a_comma_between_digits_never_makes_two_entries(board, points, rest):
    assert len(read_line(f"{board} w {points},{rest} b")) == 1
