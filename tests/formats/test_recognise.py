"""A file is known by what is in it, whatever it is called."""

import pytest

from tests.formats.opengotha_files import NAMES, file, game, paths, player
from tests.support.catalogues import french
from tests.support.shared import require_shared
from tournament.formats.aga import write_aga
from tournament.formats.errors import FormatError
from tournament.formats.event_json import write_json
from tournament.formats.h9 import write_h9
from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.formats.players_csv import write_players_csv
from tournament.formats.recognise import Format, read_any, recognise_format
from tournament.formats.tou import write_tou

WRITERS = {
    Format.OPENGOTHA: write_opengotha,
    Format.H9: write_h9,
    Format.TOU: write_tou,
    Format.AGA: write_aga,
    Format.JSON: write_json,
    Format.CSV: write_players_csv,
}


def written(kind: Format) -> bytes:
    games = [game(1, "ALPHAANN", "BETABO"), game(1, "GAMMA-GOCÉ", "D'ELTADEE")]
    return WRITERS[kind](read_opengotha(file(games=games))).data


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", ["", "x.xml.bak", "x.h9", "x.csv"])
def test_what_we_write_is_recognised_under_any_name(kind, name):
    data = written(kind)
    assert recognise_format(data, name) is kind
    event = read_any(data, name)
    assert event.source == ("opengotha" if kind is Format.JSON else kind.value)
    assert len(event.state.players) == len(NAMES)


def test_macmahon_is_told_from_opengotha():
    sample = require_shared("pairing/opengotha/macmahon39-sample.xml").read_bytes()
    assert recognise_format(sample) is Format.MACMAHON
    assert read_any(sample).source == "macmahon"
    assert recognise_format(file()) is Format.OPENGOTHA


@pytest.mark.parametrize("path", paths("corpus/tournaments/exports", "*"), ids=lambda p: p.suffix)
def test_real_result_lists_are_recognised(path):
    assert recognise_format(path.read_bytes()) is Format(path.suffix[1:])
    assert read_any(path.read_bytes()).state.players


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "", "empty"),
        (b"hello", "", "not_recognised"),
        (b"PK\x03\x04" + bytes(20), "cup.xml", "packed"),
        (b'{"a": "\\uD83D"}', "", "not_text"),
        (b'{"\\ude00": 1, "\\ude00": 2}', "", "not_text"),
        (b'{"a": "\\ud83d\\ude00", "b": "\\\\ud83d"}', "", "not_ours"),
        (b"(;GM[1]SZ[19];B[aa])", "game.sgf", "not_recognised"),
        (b"<html/>", "", "not_opengotha"),
        (b"hello", "cup.xml", "not_xml"),
        (b"<Tournament", "", "not_well_formed"),
        (bytes(range(256)), "", None),
    ],
)
def test_what_is_no_tournament_is_refused(data, name, code):
    with pytest.raises(FormatError) as caught:
        read_any(data, name)
    assert code in (None, caught.value.code)


def test_a_list_with_bad_rows_is_refused_and_they_are_named():
    rows = "".join(f"Beta{number};moon\n" for number in range(20))
    with pytest.raises(FormatError) as caught:
        read_any(f"Name;Rank\nAlpha;3k\n{rows}Gamma;2k\n".encode())
    error = caught.value
    assert (error.code, error.line, error.field) == ("bad_rows", 3, "rank")
    assert "Line 12, rank: 'moon' is not a rank" in str(error)
    assert "Line 13" not in str(error)
    assert str(error).endswith("10 more rows have errors.")
    assert "Ligne 12, rank" in french(error.message)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("Name;Rank\nAlpha;moon\n", "bad_rows"),
        ('Name;Rank\nAlpha;3k\n"Beta;2k\nGamma;1k\n', "bad_rows"),
        ('Name;Rank\n"Beta;2k\n', "bad_csv"),
        ('Name;Rank;Club\n"Beta;2k;X\nGamma;1k";X\nAlpha;3k;X\n', "bad_rows"),
        ("Name;Rank\n", "no_players"),
        ("Surname;First name;Rank", "no_players"),
    ],
)
def test_a_table_with_a_column_of_names_is_told_what_is_wrong_with_it(data, code):
    with pytest.raises(FormatError) as caught:
        read_any(data.encode())
    assert caught.value.code == code
    assert caught.value.line


def test_tabs_and_line_breaks_in_names_are_read_as_spaces():
    event = read_any(file([player("Van&#9;der&#10;Doe", "Jo"), player("Roe")]))
    assert [one.name for one in event.state.players] == ["Van der Doe Jo", "Roe"]
    assert any("tabs or line breaks" in str(note) for note in event.notes)
    again = read_any(write_json(event).data)
    assert again.state.players == event.state.players
