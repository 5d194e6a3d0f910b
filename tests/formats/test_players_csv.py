"""Lists of players: what is guessed, what is refused and why."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.messages import Message
from tests.formats.fuzz import survives
from tests.formats.strategies import states
from tests.support.catalogues import french
from tests.support.environment import times
from tournament.formats.csv_text import escape_formula, unescape_formula
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_PLAYERS
from tournament.formats.player_columns import COLUMNS, Column
from tournament.formats.players_csv import PlayersPreview, read_players_csv, write_players_csv
from tournament.formats.recognise import Format, read_any
from tournament.formats.writers import WRITERS
from tournament.state.event import Details, Event
from tournament.state.people import REGISTERS, Player
from tournament.state.state import TournamentState


def preview(text: str, **how) -> PlayersPreview:
    return read_players_csv(text.encode(how.pop("charset", "utf-8")), **how)


def names(found: PlayersPreview) -> list[tuple[str, str]]:
    return [(player.surname, player.first_name) for player in found.players]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Surname,First name,Rank", "Doe,Jane,5k"),
        ("Last Name;First Name;Level", "Doe;Jane;5 kyu"),
        ("Nom;Prénom;Niveau", "Doe;Jane;5k"),
        ("Name;Vorname;Grad", "Doe;Jane;5k"),
        ("Nachname|Vorname|Rang", "Doe|Jane|5K"),
        ("Prénom\tNom\tNiv", "Jane\tDoe\t5k"),
        ("firstName,name,rank", "Jane,Doe,5K"),
        ("Apellido;Nombre;Rango", "Doe;Jane;5k"),
        ("Cognome;Nome;Grado", "Doe;Jane;5k"),
        ("Nazwisko;Imię;Stopień", "Doe;Jane;5k"),
        ("Name,Rank", '"Doe, Jane",5k'),
        ("Joueur;Force", "DOE Jane;5k"),
        ("Joueur;Force", "Jane DOE;5k"),
        ("Player;Rank", "Doe Jane;5k"),
        ("First name surname;Rank", "Jane Doe;5k"),
        ("Nom;Prénom;GoR", "Doe;Jane;1600"),
        ("Nom;Prénom;Échelle FFG", "Doe;Jane;-450"),
        ("Last,First,AGA rating", "Doe,Jane,-5.5"),
    ],
)
def test_the_words_of_a_header_are_understood(header: str, row: str):
    found = preview(f"{header}\n{row}\n")
    assert found.complete
    assert names(found) == [("Doe", "Jane")] or names(found) == [("DOE", "Jane")]
    assert found.players[0].rank == -5
    assert found.has_header


def test_all_columns():
    found = preview(
        "Pays;Club;PIN;Licence;AGA ID;Grade;Rank;GoR;Absences;Statut licence;Status;Nom;Prénom\n"
        "fr;38Gr;10000001;1234567;77;2p;9d;2730;1 3-4;L;PRE;Doe;Jane\n"
    )
    (player,) = found.players
    card = player.card
    assert (player.country, player.club, player.final) == ("FR", "38Gr", False)
    assert (player.rank, player.rating, player.absent) == (8, 2730, {1, 3, 4})
    assert (card.egf_pin, card.ffg_licence, card.aga_id) == ("10000001", "1234567", "77")
    assert (card.grade, card.ffg_licence_status) == ("2P", "L")


def test_the_rank_of_a_pair_is_the_average_of_its_players_unless_it_is_given():
    found = preview(
        "Name;First name;Rank;Member ranks\n"
        "Ito;Aki & Mori Ren;;2 kyu 5k\nRoux;Ida & Bo;4k;2k, 5k\nFoy;Al & Cy;;2k and 5k\n"
    )
    assert [player.rank for player in found.players] == [-3, -4]
    assert {player.card.member_ranks for player in found.players} == {"2k, 5k"}
    assert len(found.bad_rows) == 1


def test_a_partner_has_a_column_and_is_in_the_name():
    found = preview(
        "Nom;Prénom;Partenaire;Niveaux des joueurs\n"
        'Ito;Aki;Mori  Ren;"2k, 5k"\nRoux;;Bo Ida;"2k, 4k"\nFoy;Al;;"3k, 3k"\n'
    )
    assert [player.name for player in found.players] == [
        "Ito Aki & Mori Ren",
        "Roux & Bo Ida",
        "Foy Al",
    ]
    assert [player.card.partner for player in found.players] == ["Mori Ren", "Bo Ida", ""]
    event = Event(Details(name="Pairs"), TournamentState(players=found.players))
    written = write_players_csv(event)
    assert b"Ito,Aki," in written.data
    assert preview(written.data.decode()).players == found.players
    assert b"Mori" in WRITERS[Format.OPENGOTHA].write(event).data
    for kind in (Format.H9, Format.TOU, Format.OPENGOTHA):
        told = WRITERS[kind].write(event)
        assert not any("partners" in str(lost) for lost in told.lost)


def test_the_ranks_of_both_of_a_pair_may_have_a_column_each():
    found = preview(
        "Name;First name;Rank;Partner;Partner rank\n"
        "Ito;Aki;2 kyu;Mori Ren;5k\nRoux;Ida;1d;Bo;4 Kyu\nFoy;Al;3k;;\n"
        "Lee;Cy;;Day Jo;4k\nKim;Di;2k;Orr Ed;strong\n"
    )
    assert [player.rank for player in found.players] == [-3, -2, -3]
    assert [player.card.member_ranks for player in found.players] == ["2k, 5k", "1d, 4k", ""]
    assert [row.field for row in found.bad_rows] == ["rank", "partner_rank"]
    event = Event(Details(name="Pairs"), TournamentState(players=found.players))
    assert preview(write_players_csv(event).data.decode()).players == found.players


def test_categories_are_read_and_one_that_is_too_long_is_a_bad_cell():
    found = preview(
        "Nom;Prénom;Niveau;Catégories\n"
        'Ito;Aki;2k;"Femme, U12; femme"\nRoux;Ida;3k;\nFoy;Al;4k;' + "x" * 31 + "\n"
    )
    assert [player.card.categories for player in found.players] == ["Femme, U12", ""]
    assert [row.field for row in found.bad_rows] == ["categories"]


@pytest.mark.parametrize(
    ("cell", "absent"),
    [("10110", {2, 5}), ("1,3", {2, 4, 5}), ("1-4", {5}), ("", set()), ("all", set())],
)
def test_participation(cell: str, absent: set[int]):
    found = preview(f"Surname;First name;Rank;Rounds\nDoe;Jane;5k;{cell}\n", rounds=5)
    assert found.players[0].absent == absent


def test_without_a_header_the_content_decides():
    found = preview("Doe;Jane;5k;UK;1600;10000001\nRoe;Rick;3 dan;DE;2300;10000002\n")
    assert not found.has_header
    assert [guess.column for guess in found.columns] == [
        *(
            Column.SURNAME,
            Column.FIRST_NAME,
            Column.RANK,
            Column.COUNTRY,
            Column.RATING,
        ),
        "egf_pin",
    ]
    assert {guess.basis for guess in found.columns} == {"content"}
    assert names(found) == [("Doe", "Jane"), ("Roe", "Rick")]
    assert names(preview('"Doe, Jane";5k\n"Roe, Rick";3d\n')) == [("Doe", "Jane"), ("Roe", "Rick")]


@pytest.mark.parametrize(
    ("pins", "namesakes"),
    [
        (("10100411", "10100548"), {}),  # two people, as the register knows them
        (("10100411", ""), {3: 2}),
        (("", ""), {3: 2}),
    ],
)
def test_two_of_one_name_are_two_people_where_each_has_a_number(pins, namesakes):
    names = ("Dupont;Marie", "dúpont;MARIE")
    rows = "".join(f"{name};4d;{pin}\n" for name, pin in zip(names, pins, strict=True))
    found = preview(f"Nom;Prénom;Niveau;PIN\n{rows}")
    assert len(found.players) == 2
    assert (not found.bad_rows, found.namesakes) == (True, namesakes)
    assert found.complete is not bool(namesakes)
    assert bool(found.refusal()) is bool(namesakes)
    assert any("2, 3" in str(note) for note in found.notes) is not bool(namesakes)
    again = preview("Nom;Niveau;Homonyme\nDupont;4d;1\nDupont;3d;2\nDupont;3d;2\nDupont;3d;\n")
    assert again.namesakes == {4: 3, 5: 4}
    (same,) = preview("Nom;Niveau;PIN\nDupont;4d;10100411\nDurand;3d;10100411\n").bad_rows
    assert (same.line, same.field) == (3, "egf_pin")


def test_ranks_and_countries_beyond_ours_are_refused_with_their_cell():
    found = preview(
        "Surname;Rank;Country\nDoe;45k;FR\nRoe;10d;DE\nPoe;5k;Frankonia\nNoe;2p;France\nFoe;1d;XX\n"
    )
    assert [(row.line, row.field) for row in found.bad_rows] == [
        (2, "rank"),
        (3, "rank"),
        (4, "country"),
    ]
    assert "'Frankonia' is not a country" in str(found.bad_rows[2].why)
    assert [player.country for player in found.players] == ["FR", ""]


def test_every_sign_that_is_no_country_is_told_once():
    found = preview("Surname;Rank;Country\nDoe;5k;XX\nRoe;4k;-\nPoe;3k;XX\nNoe;2p;France\n")
    (note,) = found.notes
    assert "XX, - are" in str(note)
    assert "2, 3, 4" in str(note)
    (note,) = preview("Surname;Rank;Country\nDoe;5k;XX\n").notes
    assert "“XX” is" in str(note)
    assert french(note) != str(note)


@pytest.mark.parametrize("column", COLUMNS)
def test_errors_name_a_column_as_people_call_it(column: str):
    told = FormatError("wrong", Message("Wrong."), field=column).message
    assert column not in str(told)
    assert french(told) != str(told)


def test_the_mapping_given_overrules_the_guess():
    text = "a;b;c\nJane;Doe;5k\n"
    found = preview(
        text,
        has_header=True,
        mapping={0: Column.FIRST_NAME, 1: Column.SURNAME, 2: Column.RANK},
    )
    assert names(found) == [("Doe", "Jane")]
    found = preview("Nom;Niveau\nJane Doe;5k\n", mapping={0: Column.FIRST_LAST})
    assert names(found) == [("Doe", "Jane")]
    assert found.columns[0].basis == "given"
    for mapping, code in (
        ({7: Column.RANK}, "no_such_column"),
        ({0: Column.RANK, 1: Column.RANK}, "column_twice"),
        ({0: None}, "no_names"),
    ):
        with pytest.raises(FormatError) as caught:
            preview("Nom;Niveau\nJane Doe;5k\n", mapping=mapping)
        assert caught.value.code == code


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "iso-8859-15", "cp1252", "utf-16"])
def test_charsets(charset: str):
    text = "Nom;Prénom;Niveau\nGœrtz;Zoé’;5k\n" if charset == "cp1252" else None
    text = text or "Nom;Prénom;Niveau\nGœrtz;Zoé;5k\n"
    found = preview(text, charset=charset)
    assert found.players[0].surname == "Gœrtz"
    assert found.players[0].first_name.startswith("Zoé")


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (";Jane;5k;;", "name"),
        ("Doe;Jane;;;", "rank"),
        ("Doe;Jane;strong;;", "rank"),
        ("Doe;Jane;5k;many;", "rating"),
        ("Doe;Jane;5k;99999;", "rating"),
        ("Doe;Jane;5k;;12x", "egf_pin"),
        ("Roe;Rick;4k;;10000009", "egf_pin"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_field(row: str, field: str):
    found = preview(
        "Nom;Prénom;Niveau;Rating;PIN\nRoe;Ann;3k;1800;10000009\n\n"
        f"{row}\nNoe;Ann;3k;1800;10000010\n"
    )
    assert [(bad.line, bad.field) for bad in found.bad_rows] == [(4, field)]
    assert french(found.bad_rows[0].why) != str(found.bad_rows[0].why)
    assert not found.complete
    assert found.lines == (2, 5)
    assert [player.id for player in found.players] == [1, 2]


@pytest.mark.parametrize(
    "row", ['"Huber;Max;1k', 'Huber;"Max" M;1k', '"Huber;Max;1k"x', '"Huber;"Max";1k']
)
def test_a_bad_quotation_mark_costs_its_own_line_only(row: str):
    found = preview(f"Surname;First name;Rank\nRoe;Ann;3k\n{row}\nLang;Eva;5k\nUhl;Ina;4k\n")
    assert [player.surname for player in found.players] == ["Roe", "Lang", "Uhl"]
    assert [(bad.line, bad.field, bad.cells) for bad in found.bad_rows] == [(3, "", (row,))]
    assert "Line 3: " in str(found.refusal()) or found.refusal().line == 3


def test_a_cell_may_have_several_lines():
    found = preview(
        'Surname;First name;Rank;Club\nRoe;Ann;3k;"Go\nClub"\n"Lang;Eva;5k;\nUhl;Ina;4k;X\n'
    )
    assert found.lines == (2, 5)
    assert [bad.line for bad in found.bad_rows] == [4]


def test_bad_quotation_marks_on_every_line_are_read_in_one_go():
    text = "Surname;Rank\nRoe;3k\n" + '"Huber;1k\n' * 4000
    found = preview(text)
    assert len(found.players) + len(found.bad_rows) == 4001


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\0\1\2", "not_text"),
        (b";;;\n;;\n", "no_names"),
        (b"1;2;3\n4;5;6\n", "no_names"),
        (b"Nom;Niveau\n" + b"x" * 600 + b";5k\n", "too_long"),
        (b"a;" * 200 + b"\n", "too_many"),
        (b"a;5k\n" * 20_001, "too_many"),
        (b'Nom;Niveau\n"' + b"x" * 200_000, "bad_csv"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, code: str):
    with pytest.raises(FormatError) as caught:
        read_players_csv(data)
    assert caught.value.code == code
    assert french(caught.value.message)


def test_what_stands_above_the_header_is_left_out_and_said():
    found = preview("Paris Open 2026\n\nPlayers;Rank\nDoe, Jane;5k\n")
    assert (found.complete, names(found), found.lines) == (True, [("Doe", "Jane")], (4,))
    assert "line 3" in str(found.notes[0])


@pytest.mark.parametrize(("charset", "told"), [("utf-8", 0), ("cp1250", 1)])
def test_a_charset_that_was_guessed_is_said(charset, told):
    found = preview("Name;Rank\nŁąka, Zoé;5k\n", charset=charset)
    assert sum("Western European" in str(note) for note in found.notes) == told


def test_tabs_and_line_breaks_in_names_are_spaces():
    found = preview('Surname;First name;Rank\n"Van\tder\nDoe";Jane;5k\n')
    assert names(found) == [("Van der Doe", "Jane")]


def test_what_a_list_of_players_lacks_is_always_said():
    event = Event(Details(), TournamentState((player(1, "Doe"), player(2, "dóe"))))
    lost = [str(text) for text in write_players_csv(event).lost]
    assert "no games" in lost[0]
    assert lost[1].endswith("entered twice: Doe, dóe.")


def test_our_own_list_with_people_of_one_name_is_read_as_a_file():
    state = TournamentState((player(1, "Doe"), player(2, "Roe"), player(3, "Doe")))
    event = read_any(write_players_csv(Event(Details(), state)).data)
    assert [each.surname for each in event.state.players] == ["Doe", "Roe", "Doe"]
    alone = write_players_csv(Event(Details(), replace(state, players=state.players[:2])))
    assert b"namesake" not in alone.data


def player(number: int, surname: str) -> Player:
    return Player(number, surname, "", -3)


def test_the_limit_of_players_is_the_one_that_is_said():
    row = "\n".join(f"N{'abcdefghij'[n % 10]}{n};5k" for n in range(MAX_PLAYERS + 1))
    with pytest.raises(FormatError, match=f"more than {MAX_PLAYERS} players"):
        preview(f"Name;Rank\n{row}\n")
    with pytest.raises(FormatError, match=f"more than {MAX_PLAYERS} players"):
        preview(f"Name;Rank\n{row}\n{row}\n")


def test_lines_are_counted_through_cells_with_line_breaks():
    found = preview('sep=;\nNom;Niveau\n"Doe\nJane";5k\nRoe;?\n')
    assert found.lines == (3,)
    assert found.bad_rows[0].line == 5


@given(st.text())
def test_no_text_is_taken_for_a_formula(text: str):
    safe = escape_formula(text)
    assert unescape_formula(safe) == text
    assert safe[:1] not in tuple("=@\t\r") or not safe
    if safe[:1] in ("+", "-"):
        float(safe.replace(",", "."))


@given(states())
@settings(max_examples=times(20, long=60), deadline=None)
def test_players_come_back_as_they_were(state: TournamentState):
    written = write_players_csv(Event(Details(), state))
    if not state.players:
        return
    found = read_players_csv(written.data)
    assert [guess.basis for guess in found.columns] == ["header"] * len(found.columns)
    if found.complete:
        assert [plain(player) for player in found.players] == [
            plain(player) for player in state.players
        ]
    else:
        assert {bad.field for bad in found.refused} <= {"name", *REGISTERS}


def plain(player) -> tuple:
    lost = ("id", "uncounted")  # the second is said to be lost
    values = {name: getattr(player, name) for name in player.__slots__ if name not in lost}
    return tuple(values.items())


def test_damaged_lists_are_read_or_refused():
    survives(
        read_players_csv,
        "Nom;Prénom;Niveau;Rating;PIN\nRoe;Ann;3k;1800;10000009\nDoé;Bo;2d;;\n".encode("cp1252"),
        500,
    )
