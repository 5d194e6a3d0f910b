"""Wall lists as they are found: real ones of many hands, variations, and what is refused."""

import re

import pytest

from tests.formats.fuzz import survives
from tests.support.catalogues import french
from tests.support.shared import require_shared
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.h9 import read_h9
from tournament.formats.tou import read_tou
from tournament.formats.wall_tokens import WallCell, outcome_of, read_token
from tournament.state.criteria import Criterion
from tournament.state.results import Decided, Outcome

H9 = """\
; CL[B]
; EV[Open]
; PC[FR,Nice]
; DT[2026-11-21,2026-11-22]
; HA[h1]
; KM[6.5]
; TM[82.5]
; XY[kept]
; Pl Name Rk Co Club MMS SOS
1 Doe Jane 2D FR 06Ni 32 60 0 0 2+/w0 3+!b0 0= |10000001
2 Roe Rick 1K DE Berl 29 60 0 0 1-/b0 0+ 3=/w0
3 Noe Al 3K FR xxxx 27 60 0 0 0- 1-!w0 2=/b0
"""
TOU = """\
;name=open
;date=21/11/2026
;vill=Nice
;comm=Open de Nice
;time=60+b
;ta=82
;size=13
;komi=7.5
;Num Nom Prenom               Niv Licence Club
   1 DOE Jane                  2D 1234567 06Ni    2+w0    3+b2
     ROE Rick                  1K           DE    1-b0    0+
   3 Noe Al_An                12K 7654321 xxxx    0-      1-w2
"""


def real_lists() -> list[str]:
    root = require_shared("corpus/tournaments")
    files = [*root.glob("honte/*/data/*.txt"), *root.glob("exports/*.h9")]
    return sorted(str(path.relative_to(root)) for path in files)


def test_every_real_h9_list_is_read_and_adds_up():
    root = require_shared("corpus/tournaments")
    names = real_lists()
    assert len(names) == 39
    agreeing = 0
    for name in names:
        data = (root / name).read_bytes()
        event = read_h9(data)
        lines = [
            line for line in decode_text(data)[0].splitlines() if line.partition(";")[0].strip()
        ]
        assert len(event.state.players) == len(lines), name
        opponents = sum(
            token is not None and token.opponent > 0
            for line in lines
            for token in map(read_token, line.partition("|")[0].split())
        )
        assert 2 * len(event.state.games) == opponents, name
        agreeing += event.state.parameters.criteria[0] is Criterion.NBW
    assert agreeing == 33


def test_every_real_tou_list_is_read():
    root = require_shared("corpus/tournaments/exports")
    found = {path.name: read_tou(path.read_bytes()) for path in sorted(root.glob("*.tou"))}
    counts = [(len(event.state.players), len(event.state.games)) for event in found.values()]
    assert counts == [(16, 32), (56, 99), (14, 35), (31, 105)]
    for event in found.values():
        assert event.details.begins_on
        assert event.details.clock.adjusted_minutes in (80, 82)
    passow = found["Frioul.tou"].state.players[4]
    assert (passow.club, passow.card.ffg_licence, passow.absent) == ("B", "", {3, 4})
    handicaps = {game.handicap for game in found["Frioul.tou"].state.games}
    assert handicaps == {0, 1, 2, 3}


def test_the_same_tournament_in_both_formats():
    root = require_shared("corpus/tournaments/exports")
    h9 = read_h9((root / "Veterans.h9").read_bytes())
    tou = read_tou((root / "Veterans.tou").read_bytes())
    assert [player.name for player in h9.state.players] == [
        player.name for player in tou.state.players
    ]

    def winners(event):
        return {
            (game.round, frozenset(game.players), game.white)
            if game.result.outcome is Outcome.WHITE
            else (game.round, frozenset(game.players), game.black)
            for game in event.state.games
        }

    assert winners(h9) == winners(tou)
    assert not any(game.colours_known for game in h9.state.games)
    assert all(game.colours_known for game in tou.state.games)


def test_a_list_in_full():
    event = read_h9(H9.encode())
    details, state = event.details, event.state
    assert (details.name, details.location, details.country) == ("Open", "Nice", "FR")
    assert (details.begins_on, details.ends_on) == ("2026-11-21", "2026-11-22")
    assert (details.clock.adjusted_minutes, state.parameters.komi.even_half) == (82, 13)
    assert [extra.path for extra in event.extras] == [("XY",)]
    assert [player.rank for player in state.players] == [1, -1, -3]
    assert [player.absent for player in state.players] == [{3}, frozenset(), frozenset()]
    assert state.players[0].card.egf_pin == "10000001"
    assert [(bye.round, bye.player) for bye in state.byes] == [(2, 2)]
    first, second, third = state.games
    assert (first.white, first.black, first.result.outcome) == (1, 2, Outcome.WHITE)
    assert (second.black, second.result.decided) == (1, Decided.DEFAULT)
    assert (third.white, third.result.outcome, third.handicap) == (2, Outcome.JIGO, 0)
    scoring = state.parameters.scoring
    assert (scoring.rounds, scoring.absent_mms) == (3, 1)
    assert state.parameters.criteria[0] is Criterion.MMS
    assert (scoring.floor, scoring.bar) == (-4, 0) or event.notes


def test_a_tou_list_in_full():
    event = read_tou(TOU.encode("iso-8859-15"))
    details, state = event.details, event.state
    assert (details.name, details.short_name, details.location) == ("Open de Nice", "open", "Nice")
    assert (details.begins_on, details.board_size) == ("2026-11-21", 13)
    assert details.clock.adjusted_minutes == 82
    doe, roe, noe = state.players
    assert (doe.country, doe.club, doe.card.ffg_licence) == ("FR", "06Ni", "1234567")
    assert (roe.country, roe.club, roe.card.ffg_licence) == ("DE", "", "")
    assert (noe.first_name, noe.rank, noe.club, noe.absent) == ("Al An", -12, "", {1})
    assert [game.handicap for game in state.games] == [0, 2]
    assert state.byes[0].player == 2


@pytest.mark.parametrize(
    "vary",
    [
        lambda text: re.sub(r"(?m)^;.*\n", "", text),
        lambda text: re.sub(r"(?m)(?<=\S) (?=\S)", "\t", text),
        lambda text: re.sub(" ", "   ", text),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: re.sub(r" (32|29|27) 60 0 0(.*?)( \||\n)", r"\2 \1 60\3", text),
        lambda text: re.sub(r" (32|29|27) 60 0 0", "", text),
        lambda text: re.sub(r" \|\d+", "", text),
        lambda text: re.sub(r"(?m)^(\d) ", r"\1. ", text),
        lambda text: re.sub(r"(?m)^(\d) ", "", text),
        lambda text: text.replace("2 Roe", "1 Roe"),
        lambda text: text.replace("06Ni", "-").replace("Berl", "xxx"),
        lambda text: text.replace(" 0-", " --").replace("0=", "=") + "\n\n; end\n",
        lambda text: "\ufeff" + text,
    ],
)
def test_variations_of_hands(vary):
    wanted, found = read_h9(H9.encode()).state, read_h9(vary(H9).encode()).state
    assert found.games == wanted.games
    assert found.byes == wanted.byes
    assert [player.name for player in found.players] == [player.name for player in wanted.players]
    assert [player.absent for player in found.players] == [
        player.absent for player in wanted.players
    ]


def test_what_cells_leave_open():
    rows = ["A a 1D FR x 2+", "B b 4K FR x 1-", "C c 10 FR x 4?", "D d 1K FR x ?"]
    plain = read_h9("\n".join(rows).encode())
    assert [(game.handicap, game.colours_known) for game in plain.state.games] == [
        (0, False),
        (0, False),
    ]
    assert plain.state.games[1].result.outcome is Outcome.UNKNOWN
    assert plain.state.players[2].rank == -10
    assert any("lists nobody" in str(note) for note in plain.notes)
    handicapped = read_h9("\n".join(["; HA[h1]", *rows]).encode())
    first, second = handicapped.state.games
    assert (first.handicap, first.black, first.colours_known) == (3, 2, True)
    assert (second.handicap, second.black) == (8, 3)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("12+", WallCell(12, "+")),
        ("12-/b", WallCell(12, "-", "b")),
        ("12=/w3", WallCell(12, "=", "w", 3)),
        ("12+!w0", WallCell(12, "+", "w", 0, True)),
        ("12+!", WallCell(12, "+", "", None, True)),
        ("12+w0", WallCell(12, "+", "w", 0)),
        ("12?/W", WallCell(12, "?", "w")),
        ("0+", WallCell(0, "+")),
        ("?", WallCell(0, "?")),
        ("--", WallCell(0, "-")),
        ("-3", None),
        ("12", None),
        ("12+3", None),
        ("12.5", None),
        ("Lyon", None),
        ("123456+", None),
    ],
)
def test_cells(text: str, token: WallCell | None):
    assert read_token(text) == token


def test_signs_of_two_sides():
    assert outcome_of("+", "-") is Outcome.BLACK
    assert outcome_of("?", "+") is Outcome.WHITE
    assert outcome_of("+", "+") is Outcome.BOTH_WIN
    assert outcome_of("+", "=") is None


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "field"),
    [
        ("1-/b0", "3-/b0", "not_mutual", 10, "round 1"),
        ("1-/b0", "1=/b0", "results_differ", 10, "round 1"),
        ("2+/w0", "7+/w0", "row_unknown", 10, "round 1"),
        ("2+/w0", "1+/w0", "row_unknown", 10, "round 1"),
        (" 2D ", " 0D ", "bad_grade", 10, "grade"),
        (" 2D ", " strong ", "no_grade", 10, "grade"),
        ("2+/w0", "2+/x0", "bad_column", 10, "result"),
        ("Jane", "J" * 600, "too_long", 10, None),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, code: str, line: int, field: str | None):
    with pytest.raises(FormatError) as caught:
        read_h9(H9.replace(old, new).encode())
    assert (caught.value.code, caught.value.line, caught.value.field) == (code, line, field)
    assert french(caught.value.message) != str(caught.value.message)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("2+w0", "3+w0", "not_mutual", 11),
        (" 2D ", " XD ", "no_grade", 10),
        ("2+w0", "2+q0", "bad_result", 10),
        ("1-b0", "word", "bad_result", 11),
    ],
)
def test_what_is_wrong_in_a_tou_list_is_told(old: str, new: str, code: str, line: int):
    with pytest.raises(FormatError) as caught:
        read_tou(TOU.replace(old, new).encode())
    assert (caught.value.code, caught.value.line) == (code, line)


@pytest.mark.parametrize("read", [read_h9, read_tou])
def test_lists_without_players_are_refused(read):
    for data, code in ((b"", "empty"), (b"; EV[x]\n", "no_players"), (b"\0\0\1", "not_text")):
        with pytest.raises(FormatError) as caught:
            read(data)
        assert caught.value.code == code


def test_odd_headers_become_notes():
    event = read_h9(
        b"; DT[soon,2026-02-30]\n; HA[many]\n; KM[x]\n; TM[long]\n1 A a 1D FR x 1 0 0 0 0+\n"
    )
    assert len(event.notes) == 5
    assert read_h9(b"; TM[3h]\n1 A a 1D\n").details.clock.basic_minutes == 180


def test_damaged_lists_are_read_or_refused():
    assert survives(read_h9, H9.encode(), 500)
    assert survives(read_tou, TOU.encode(), 500)


def test_damaged_real_lists_are_read_or_refused():
    root = require_shared("corpus/tournaments/exports")
    survives(read_h9, (root / "Veterans.h9").read_bytes(), 100)
    survives(read_tou, (root / "Frioul.tou").read_bytes(), 100)


@pytest.mark.parametrize("club", ["-", "--", "?", "xxxx"])
def test_a_list_in_which_nobody_has_a_club(club: str):
    event = read_h9(re.sub("06Ni|Berl|xxxx", club, H9).encode())
    assert event.state.games == read_h9(H9.encode()).state.games
    assert {player.club for player in event.state.players} == {""}


@pytest.mark.parametrize("club", ["-   ", "?   ", "3-  ", "0=  "])
def test_a_club_in_its_column_is_no_result(club: str):
    event = read_tou(TOU.replace("06Ni", club).encode())
    assert event.state.games == read_tou(TOU.encode()).state.games


def test_two_lines_that_contradict_each_other_are_both_named():
    with pytest.raises(FormatError, match=r"^line 10, round 1: .* Roe Rick \(line 11\)"):
        read_h9(H9.replace("1-/b0", "1=/b0").encode())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1-/b0", "1+/b0", "both have a win"),
        ("2+/w0", "2-/w0", "both have a loss"),
        ("1-/b0", "1-/b3", "different handicaps; 0 is used"),
        ("1-!w0", "1-/w0", "are not both marked as by default"),
    ],
)
def test_what_two_lines_do_not_agree_on_is_said(old: str, new: str, told: str):
    (note,) = [note for note in read_h9(H9.replace(old, new).encode()).notes if told in str(note)]
    assert "lines 10 and 1" in str(note)
