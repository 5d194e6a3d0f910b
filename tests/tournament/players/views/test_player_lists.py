"""Players from rating lists, pasted tables and files of tournaments."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.formats import opengotha_files
from tests.support.forms import said
from tests.support.world import World
from tournament.models import (
    Absence,
    AuditEvent,
    ListedPlayer,
    Player,
    RatingList,
    Role,
    Status,
    Tournament,
    Verb,
)
from tournament.players.services.rating_lists import import_rating_list
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db
LIST = "/director/coupe/players/"
FOUND, LISTS, IMPORT = f"{LIST}found/", f"{LIST}lists/", f"{LIST}import/"
AGA = "\n".join(
    f"{name}\t{number}\tFull\t{rating}\t1/1/2027\tXXXX\tNY\t0.5\t1/1/2026"
    for number, (name, rating) in enumerate(
        [("Łąkowa, Żófia", "3.4"), ("Lakov, Bo", "-5.2"), ("Skog, Øyvind", "1.1")], start=1
    )
).encode()
TABLE = """Name;Vorname;Rang;Verein;Land;EGF PIN
Łąka;Zoé;3k;Ber;DE;12345678
Smith;Jo;best;Lon;UK;
O'Neill;Kim;1d;;IE;
"""


def file(data: bytes, name: str = "list.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_listed_player_is_found_and_entered_with_one_press(director: Client):
    import_rating_list(data=AGA)
    page = director.get(FOUND, {"name": "lakow"}).content.decode()
    assert "1 player found" in page
    key = ListedPlayer.objects.get(surname="Łąkowa").pk
    assert f'value="{key}"' in page
    page = said(director, FOUND, {"listed": key, "name": "lakow", "from_round": "2"})
    assert "Łąkowa Żófia is entered from round 2 on" in page
    player = Player.objects.get(surname="Łąkowa")
    assert (player.aga_id, player.rank, player.rating_origin) == ("1", "3d", "AGA")
    assert player.absences.count() == 1
    # The next one is looked for in the same place.
    assert re.search(r'<input[^>]* id="name"[^>]* autofocus', page)
    assert re.search(r'<details id="add"[^>]* open>', page)


def test_htmx_gets_the_hits_alone(director: Client):
    import_rating_list(data=AGA)
    headers = {"HX-Request": "true", "HX-Target": "div#hits"}
    answer = director.get(FOUND, {"name": "skog"}, headers=headers).content.decode()
    assert answer.lstrip().startswith('<div id="hits"')
    assert "Skog Øyvind" in answer
    answer = director.get(FOUND, {"name": "nobody at all"}, headers=headers).content.decode()
    assert "Nobody with this name" in answer


def test_pressing_twice_asks_whether_it_is_the_same_person(director: Client):
    import_rating_list(data=AGA)
    form = {"listed": ListedPlayer.objects.get(surname="Skog").pk, "name": "skog"}
    said(director, FOUND, form)
    answer = director.post(FOUND, form)
    assert answer.status_code == 400
    assert "with the same number in a register" in answer.content.decode()
    assert Player.objects.filter(surname="Skog").count() == 1
    said(director, FOUND, {**form, "anyway": "1"})
    assert Player.objects.filter(surname="Skog").count() == 2


def test_a_player_of_a_list_that_was_replaced_is_searched_again(director: Client):
    answer = director.post(FOUND, {"listed": "12345", "name": "skog"})
    assert answer.status_code == 400
    assert "Search again" in answer.content.decode()


def test_the_owner_loads_a_list_through_the_page(director: Client, world: World):
    assert "list with 3 players is here" in said(
        director, LISTS, {"file": file(AGA + b"\nnobody\n")}
    )
    assert RatingList.objects.get().entries == 3
    answer = director.post(LISTS, {"file": file(b"hello\n")})
    assert answer.status_code == 400
    assert ListedPlayer.objects.count() == 3
    assert world.client(Role.ASSISTANT).get(LISTS).status_code == 403


def test_where_anybody_may_be_an_owner_the_operator_alone_loads_lists(
    director: Client, world: World, settings, caplog
):
    settings.SHINPAN_ANYBODY_CREATES = True
    assert director.get(LISTS).status_code == 403
    assert director.post(LISTS, {"file": file(AGA)}).status_code == 403
    page = director.get(LIST).text
    assert f'href="{LISTS}"' not in page
    assert "ask the owner or the operator of this installation" in page
    operator = Client()
    operator.force_login(User.objects.create_superuser("operator"))
    assert f'href="{LISTS}"' in operator.get(LIST).text
    with caplog.at_level("INFO"):
        assert operator.post(LISTS, {"file": file(AGA)}).status_code == 302
    assert "Rating list replaced: aga, 3 entries, through tournament coupe, by superuser" in (
        caplog.text
    )
    settings.SHINPAN_ANYBODY_CREATES = False
    token = issue_link(tournament_id=world.tournament.pk, role=Role.DIRECTOR, label="Ana")
    owner = Client()
    owner.post(f"/l/{token}/")
    with caplog.at_level("INFO"):
        assert owner.post(LISTS, {"file": file(AGA)}).status_code == 302
    assert "by director Ana" in caplog.text


def test_a_large_list_is_taken_and_a_larger_one_is_not(director: Client, settings):
    settings.SHINPAN_MAX_BODY_BYTES = 1000
    large = AGA + b"\n#" + b"x" * 5000
    assert RatingList.objects.count() == 0
    assert director.post(LISTS, {"file": file(large)}).status_code == 302
    assert RatingList.objects.get().entries == 3
    # Everywhere else the limit holds, and here there is one too.
    assert director.post(IMPORT, {"file": file(large)}).status_code == 413
    much = str(25 * 1024 * 1024)
    assert director.generic("POST", LISTS, CONTENT_LENGTH=much).status_code == 413


def test_a_large_body_is_not_read_for_a_stranger_and_not_without_its_token(world: World):
    class Unread:
        def read(self, *_size: int) -> bytes:
            raise AssertionError("the body was read")

        readline = read

    stranger = Client(enforce_csrf_checks=True)
    body = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(10 * 1024 * 1024)}
    answer = stranger.generic("POST", LISTS, content_type="multipart/form-data; boundary=x", **body)
    assert answer.status_code == 403
    owner = world.client(Role.DIRECTOR)
    owner.handler.enforce_csrf_checks = True
    assert owner.post(LISTS, {"file": file(AGA)}).status_code == 403
    assert not RatingList.objects.exists()


def test_a_pasted_table_is_looked_at_before_anybody_is_entered(director: Client):
    page = director.post(IMPORT, {"text": TABLE, "check": "1"}).content.decode()
    assert "2 players understood" in page
    assert "Line 3 (Rank)" in page
    assert "&#x27;best&#x27; is not a rank" in page
    assert "Łąka;Zoé;3k" in page
    assert Player.objects.count() == 8
    page = said(director, IMPORT, {"text": TABLE, "enter": "1"})
    assert "2 players are entered" in page
    assert "1 row was left out" in page
    # It is in the field again, below its titles, with the reason.
    assert "&#x27;best&#x27; is not a rank" in page
    field = unescape(page.partition("<textarea")[2].partition("</textarea>")[0])
    titles, __, wrong, *__ = TABLE.splitlines()
    assert field.partition(">")[2].strip().splitlines() == [titles, wrong]
    mended = f"{titles}\n{wrong.replace('best', '4d')}\n"
    assert "1 player is entered" in said(director, IMPORT, {"text": mended, "enter": "1"})
    assert "is not a rank" not in director.get(IMPORT).content.decode()
    player = Player.objects.get(surname="Łąka")
    assert (player.first_name, player.level, player.egf_pin) == ("Zoé", -3, "12345678")
    assert Player.objects.filter(surname="O'Neill", level=0).exists()


def test_the_addresses_of_a_list_come_in(director: Client):
    table = "Surname;Rank;E-mail;Phone\nMüller;3k;mia@example.org;12\n"
    page = director.post(IMPORT, {"text": table, "check": "1"}).content.decode()
    assert "Nothing is taken from these columns: Phone." in page
    director.post(IMPORT, {"text": table, "enter": "1"})
    assert Player.objects.get(surname="Müller").email == "mia@example.org"


def test_a_bad_address_of_a_list_is_said_by_the_name_of_the_column(director: Client):
    table = "Surname;Rank;E-mail\nMüller;3k;mia\n"
    page = director.post(IMPORT, {"text": table, "check": "1"}).content.decode()
    assert "Line 2 (E-mail)" in page


def test_surplus_cells_are_said_and_empty_ones_are_not(director: Client):
    page = director.post(IMPORT, {"text": "Surname;Rank\nMüller;3k;;late\n", "check": "1"})
    assert "Nothing is taken from these columns: Column 4." in page.content.decode()
    page = director.post(IMPORT, {"text": "Surname;Rank\nMüller;3k;;\n", "check": "1"})
    assert "Nothing is taken from" not in page.content.decode()


def test_rows_that_are_left_out_are_counted_as_such(director: Client, world: World):
    known = world.players[0]
    table = f"Surname;First name;Rank\n{known.surname};{known.first_name};3k\nMüller;Mia;3k\n"
    page = director.post(IMPORT, {"text": table, "check": "1"}).content.decode()
    assert "1 player understood, 1 row left out" in page


def test_an_empty_list_is_answered_at_the_field_for_it(director: Client):
    page = director.post(IMPORT, {"text": " ", "check": "1"}).content.decode()
    assert "The list is empty: paste its rows here, or choose a file." in page
    assert "Export the tournament" not in page


@pytest.mark.parametrize(
    "data",
    [
        "Surname;Rank\r\nMüller;3k\r\n".encode(),
        b"\xef\xbb\xbf" + "Surname\tRank\nMüller\t3k\n".encode(),
        "Surname,Rank\rMüller,3k\r".encode("latin-1"),
        "Surname;Rank\nMüller;3k\n".encode("utf-16"),
    ],
)
def test_files_of_any_spreadsheet_are_read(director: Client, data: bytes):
    page = director.post(IMPORT, {"file": file(data, "players.csv")}).content.decode()
    assert "1 player understood" in page
    assert "Müller" in page
    assert Player.objects.count() == 8


def test_a_formula_is_a_text(director: Client):
    page = director.post(IMPORT, {"text": "Surname;Rank\n'=cmd|x;3k\n"}).content.decode()
    assert "=cmd|x" in page
    said(director, IMPORT, {"text": "Surname;Rank\n'=cmd|x;3k\n", "enter": "1"})
    assert Player.objects.filter(surname="=cmd|x").exists()


def test_rows_that_look_like_somebody_are_entered_only_knowingly(director: Client):
    text = "Surname;Rank\nAKI;3k\nNewman;2k\n"
    page = director.post(IMPORT, {"text": text, "check": "1"}).content.decode()
    assert "1 row looks like somebody" in page
    said(director, IMPORT, {"text": text, "enter": "1"})
    assert Player.objects.count() == 9
    page = said(director, IMPORT, {"text": text, "enter": "1", "anyway": ["2"]})
    assert "1 player is entered" in page
    assert Player.objects.filter(surname="AKI").exists()
    answer = director.post(IMPORT, {"text": text, "enter": "1"})
    assert answer.status_code == 400
    assert "nobody to enter" in answer.content.decode()
    assert text.splitlines()[1] in answer.content.decode()


def test_who_was_entered_meanwhile_stops_everything(director: Client, monkeypatch):
    from tournament.players.selectors.duplicates import Twins

    of, calls = Twins.of, []

    def blind_at_first(self, person, *, but=None):
        calls.append(person)
        return () if len(calls) == 1 else of(self, person, but=but)

    monkeypatch.setattr(Twins, "of", blind_at_first)
    answer = director.post(IMPORT, {"text": "Surname;Rank\nAki;3k\n", "enter": "1"})
    assert answer.status_code == 400
    assert "Look at the entry below" in answer.content.decode()
    assert Player.objects.count() == 8


def test_columns_are_chosen_by_hand(director: Client):
    text = "Zoé;Łąka;3k\nKim;Smith;2k\n"
    form = {"text": text, "column0": "first_name", "guess0": "surname"}
    form |= {"column1": "surname", "guess1": "first_name", "column2": "rank", "guess2": "rank"}
    page = director.post(IMPORT, {**form, "check": "1"}).content.decode()
    assert 'name="guess0" value="?"' in page
    said(director, IMPORT, {**form, "enter": "1"})
    assert Player.objects.filter(surname="Smith", first_name="Kim").exists()
    form["column1"] = "first_name"
    answer = director.post(IMPORT, {**form, "check": "1"})
    assert answer.status_code == 400
    assert "Zoé;Łąka;3k" in answer.content.decode()


def test_a_text_that_is_no_list_says_why_and_stays(director: Client):
    for text in ("", "12;34", 'Surname;Rank\n"open;3k', "Surname;Rank\n" + "Roe;3k\n" * 5001):
        answer = director.post(IMPORT, {"text": text, "check": "1"})
        assert answer.status_code == 400
        assert text.replace('"', "&quot;") in answer.content.decode()


def test_a_list_that_is_too_long_says_so_on_its_page_in_every_script(director: Client):
    row = f"李明,3k,{'囲碁' * 30}\n"
    long = "姓名,段,クラブ\n" + row * 3200
    answer = director.post(IMPORT, {"text": long})
    assert answer.status_code == 400
    assert "enter the players in two parts" in answer.text
    assert row * 5 in answer.text
    # What is larger than a form is not read at all; the browser keeps it.
    answer = director.post(IMPORT, {"text": long * 2})
    assert answer.status_code == 400
    assert "enter the players in two parts" in answer.text
    assert "Go back" in answer.text
    assert "no-store" not in answer.headers["Cache-Control"]
    assert Client().post(IMPORT, {"text": long * 2}).status_code == 403
    director.handler.enforce_csrf_checks = True
    assert director.post(IMPORT, {"text": "Name;Rank\nA B;3k\n", "enter": "1"}).status_code == 403
    assert Player.objects.count() == 8


def test_the_players_of_a_tournament_file_are_taken(director: Client):
    data = opengotha_files.file(games=[opengotha_files.game(1, "AlphaAnn", "BetaBo")])
    page = director.post(IMPORT, {"file": file(data, "event.xml")}).content.decode()
    assert "4 players understood" in page
    assert "was played: only its players are imported" in page


def test_a_late_list_misses_the_rounds_before(director: Client):
    said(director, IMPORT, {"text": "Surname;Rank\nNew;3k\n", "enter": "1", "from_round": "3"})
    rounds = Absence.objects.filter(player__surname="New").values_list("round_number", flat=True)
    assert sorted(rounds) == [1, 2]


def test_many_rows_cost_no_more_queries(director: Client, django_assert_max_num_queries):
    rows = "".join(f"Player{n} Number{n};{n % 20 + 1}k\n" for n in range(400))
    with django_assert_max_num_queries(25):
        page = director.post(IMPORT, {"text": f"Name;Rank\n{rows}", "check": "1"})
    assert "400 players understood" in page.content.decode()
    assert "400 players are entered" in said(
        director, IMPORT, {"text": f"Name;Rank\n{rows}", "enter": "1"}
    )


def test_a_tournament_is_taken_over_and_belongs_to_who_brought_it(settings):
    settings.SHINPAN_ANYBODY_CREATES = True
    client = Client()
    assert "Import the tournament" in client.get("/new/file/").content.decode()
    data = opengotha_files.file(games=[opengotha_files.game(1, "AlphaAnn", "BetaBo")])
    sent = {"file": file(data, "event.xml"), "rules": "japanese"}
    page = client.post("/new/file/", sent, follow=True)
    assert "4 players, 1 game" in page.content.decode()
    tournament = Tournament.objects.get()
    assert (tournament.rules, tournament.players.count()) == ("japanese", 4)
    assert client.get(f"/director/{tournament.slug}/").status_code == 200
    assert tournament.status == Status.DRAFT
    assert Client().get(f"/director/{tournament.slug}/").status_code == 404
    event = AuditEvent.objects.get(verb=Verb.IMPORTED)
    assert (event.tournament_id, event.actor_role) == (tournament.pk, Role.DIRECTOR)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "Choose a file"),
        (b"", "empty"),
        (b"hello", "not a tournament file that can be read here"),
        (b"Surname;Rank\nSmith;3k\n", "a list of players, not a tournament"),
        (
            opengotha_files.file().replace(b'rating="2300"', b'rating="x"', 1),
            "line 4, Player@rating",
        ),
    ],
)
def test_a_file_that_is_no_tournament_says_where(settings, data, text):
    settings.SHINPAN_ANYBODY_CREATES = True
    form = {} if data is None else {"file": file(data, "event.xml" if b"<" in data else "event")}
    answer = Client().post("/new/file/", form)
    assert answer.status_code == 400
    assert text in answer.content.decode()
    assert not Tournament.objects.exists()


def test_who_may_not_create_is_sent_to_the_operators_door(settings):
    settings.SHINPAN_ANYBODY_CREATES = False
    answer = Client().post("/new/file/", {"file": file(opengotha_files.file())})
    assert answer.headers["Location"] == "/operator/?next=%2Fnew%2Ffile%2F"
    assert not Tournament.objects.exists()


def test_addresses_that_are_understood_are_seen_before_anybody_is_entered(
    director: Client,
) -> None:
    table = "Name;Vorname;Rang;E-mail\nSkog;Bo;3k;bo@example.org\nSkog;Jo;4k;\n"
    page = director.post(IMPORT, {"text": table, "check": "1"}).text
    entries = page[page.index('class="entries"') :]
    assert "bo@example.org" in entries[: entries.index("</table>")]
