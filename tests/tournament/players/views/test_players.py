"""The director's list of players."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.api.client import staff_api
from tests.support.forms import said
from tests.support.world import World, make_world
from tournament.models import Absence, AuditEvent, Player, Role, Seat, Tournament, Verb
from tournament.players.selectors.players import players_grid
from tournament.players.services.players import add_player, add_players, set_participation
from tournament.rounds.selectors.drafts import left_out_of_draft
from tournament.rounds.services.draws import draw_round
from tournament.state.codec import to_json
from tournament.tournaments.selectors.settings import parameters_of

pytestmark = pytest.mark.django_db
LIST = "/director/coupe/players/"


def test_a_player_is_entered_and_mended(director: Client):
    page = said(director, LIST, {"surname": "Łąka", "first_name": "Zoé", "rank": "3k"})
    assert "Łąka Zoé is entered." in page
    player = Player.objects.get(surname="Łąka")
    assert (player.level, player.registration, player.number) == (-3, "final", 9)
    address = f"{LIST}{player.pk}/"
    assert "Zoé" in director.get(address).content.decode()
    said(
        director,
        address,
        {
            "surname": "Łąka",
            "rank": "2k",
            "rating": "1900",
            "smms_correction": "-1",
            "preliminary": "1",
            "no_handicap": "1",
        },
    )
    player.refresh_from_db()
    assert (player.first_name, player.level, player.rating) == ("", -2, 1900)
    assert (player.smms_correction, player.registration) == (-1, "preliminary")
    assert (player.no_handicap, player.local) == (True, False)


def test_after_one_player_the_next_follows(director: Client):
    address = director.post(LIST, {"surname": "Pin", "first_name": "Ann"})["Location"]
    page = director.get(address).text
    assert page.count("Pin Ann is entered.") == 1
    # Said beside the form, which is open and waits for the next surname.
    said_at, form_at = page.index("Pin Ann is entered."), page.index("By hand")
    assert page.index('id="add"') < said_at < form_at
    assert re.search(r'<details id="add"[^>]* open>', page)
    assert re.search(r'<input[^>]* name="surname"[^>]* autofocus', page)
    assert not re.search(r"<details[^>]* open>", director.get(LIST).text)


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("", "Zed Ann Łoś Ida"),
        ("rank", "Łoś Ann Zed Ida"),
        ("name", "Ann Ida Łoś Zed"),
        ("-name", "Zed Łoś Ida Ann"),
        ("rating", "Łoś Zed Ann Ida"),
        ("-club", "Zed Ann Ida Łoś"),
        ("country", "Łoś Ann Ida Zed"),
        ("-number", "Ida Łoś Zed Ann"),
        ("round-2", "Ida Ann Łoś Zed"),
        ("nothing", "Zed Ann Łoś Ida"),
    ],
)
def test_the_list_is_sorted_by_every_column(director: Client, world: World, order, names):
    entries = [
        Player(surname="Ann", rank="2k", rating=1900, club="Lyon", country="FR"),
        Player(surname="Zed", rank="3d", rating=1800, club="Metz"),
        Player(surname="Łoś", rank="9k", rating=1200, country="DE"),
        Player(surname="Ida"),
    ]
    *_others, ida = add_players(tournament_id=world.tournament.pk, entries=entries)
    Absence.objects.create(player=ida, round_number=2)
    page = director.get(LIST, {"sort": order} if order else {}).text
    assert re.findall(r"<bdi>(Ann|Zed|Łoś|Ida)</bdi></a>", page) == names.split()


def test_a_head_says_by_what_the_list_is_sorted_and_turns_it_round(director: Client):
    def head(page: str, title: str) -> tuple[str, str]:
        found = re.search(rf'aria-sort="(\w+)"><a href="\?([^"]+)">{title}</a>', page)
        assert found
        return found[1], found[2].replace("&amp;", "&")

    page = director.get(LIST, {"q": "a"}).text
    assert head(page, "Rank") == ("descending", "q=a&sort=rank")
    assert head(page, "Name") == ("none", "q=a&sort=name")
    page = director.get(LIST, {"sort": "name"}).text
    assert head(page, "Name") == ("ascending", "sort=-name")
    assert head(page, "Rank") == ("none", "sort=-rank")


def test_a_column_in_which_nobody_has_anything_is_left_out(director: Client, world: World):
    page, heads = "/director/coupe/players/", {}
    Player.objects.update(rating=None, country="", club="Lyon")
    for country in ("", "FR"):
        Player.objects.filter(number=1).update(country=country)
        heads[country] = set(re.findall(r"[?&;]sort=-?(\w+)", director.get(page).text))
    assert {"name", "rank", "club"} <= heads[""]
    assert not {"rating", "country"} & heads[""]
    assert heads["FR"] == heads[""] | {"country"}
    assert "sort=country" in director.get(f"{page}?columns=&columns=country").text


def test_a_press_keeps_the_order(director: Client, world: World):
    press = {"part": f"{world.players[0].pk}-2-0", "sort": "-name", "q": "a"}
    assert director.post(f"{LIST}part/", press)["Location"] == f"{LIST}?q=a&sort=-name"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ({"surname": "", "club": "My Club"}, "Give the player"),
        ({"surname": "A", "rank": "best", "club": "My Club"}, "Write a rank such as"),
        ({"surname": "A", "rating": "x", "club": "My Club"}, "Write a whole number"),
        ({"surname": "A", "smms_correction": "99", "club": "My Club"}, "from -60 to 60"),
        ({"surname": "A\x00", "club": "My Club"}, "control characters"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_typed_is_lost(director, world, form, text):
    page = said(director, LIST, form)
    assert text in page
    assert "My Club" in page
    assert Player.objects.count() == 8
    address = f"{LIST}{world.players[0].pk}/"
    page = said(director, address, form)
    assert text in page
    assert "My Club" in page


def test_a_press_says_who_plays_in_which_round(director: Client, world: World):
    first, second = world.players[0].pk, world.players[1].pk
    page = said(director, f"{LIST}part/", {"part": f"{first}-2-0"})
    assert "7 of 8 play in round 2" in page
    # Another director's older page says the same once more: nothing is undone.
    assert "7 of 8" in said(director, f"{LIST}part/", {"part": f"{first}-2-0"})
    assert "6 of 8" in said(director, f"{LIST}part/", {"part": f"{second}-2-0"})
    assert "7 of 8" in said(director, f"{LIST}part/", {"part": f"{first}-2-1"})
    assert Absence.objects.get().player_id == second
    assert "already paired" in said(director, f"{LIST}part/", {"part": f"{first}-1-0"})
    draw_round(tournament_id=world.tournament.pk)
    assert 'aria-label="paired"' in director.get(LIST).content.decode()
    for odd in ("", "1", "x-2-0", f"{first}-0-0", f"{first}-2"):
        assert director.post(f"{LIST}part/", {"part": odd}).status_code == 302


def test_htmx_gets_the_list_alone(director: Client, world: World):
    headers = {"HX-Request": "true", "HX-Target": "div#players-list"}
    page = director.get(LIST, {"q": "béa"}, headers=headers).content.decode()
    assert page.lstrip().startswith('<div id="players-list">')
    assert "1 of 8 found" in page
    press = {"part": f"{world.players[0].pk}-2-0", "q": "béa"}
    page = director.post(f"{LIST}part/", press, headers=headers).content.decode()
    assert "1 of 8 found" in page
    assert Absence.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "found"), [("BEA", 1), ("38gr", 8), ("38gr ak", 1), ("nobody", 0), ("  ", 8)]
)
def test_a_part_of_a_name_or_club_finds(director: Client, text: str, found: int):
    page = director.get(LIST, {"q": text}).content.decode()
    assert page.count('<th scope="row"') == found


def test_many_players_are_shown_page_by_page(director: Client, world: World):
    entries = [Player(surname=f"Extra {number:03}") for number in range(392)]
    add_players(tournament_id=world.tournament.pk, entries=entries)
    shown = [
        re.findall(r"Extra \d{3}</bdi>", director.get(LIST, {"page": page}).content.decode())
        for page in (1, 2, 3, 4)
    ]
    assert [len(page) for page in shown] == [92, 100, 100, 100]
    assert len({name for page in shown for name in page}) == 392
    assert "Page 4 of 4" in director.get(LIST, {"page": 99}).content.decode()


def test_who_comes_late_is_absent_before_and_told_the_score(director: Client):
    page = director.get(LIST).content.decode()
    assert "each counts half a point" in page
    form = {"surname": "Late", "rank": "5k", "from_round": "3"}
    # 25 points of a 5 kyu, and two rounds missed at half a point each.
    assert "from round 3 on, with a score of 26." in said(director, LIST, form)
    late = Player.objects.get(surname="Late")
    assert sorted(late.absences.values_list("round_number", flat=True)) == [1, 2]


@pytest.mark.parametrize("page", ["players/", "players/requests/", "checkin/2/"])
def test_whoever_comes_after_the_next_round_was_paired_is_named_where_they_are_added(
    director: Client, world: World, page: str
):
    def left_out() -> str:
        found = re.findall(r'<p class="notice warn"[^>]*>(.*?)</p>', director.get(shown).text)
        return " ".join(text for text in found if "/director/coupe/rounds/2/" in text)

    shown = f"/director/coupe/{page}"
    said(director, LIST, {"surname": "Early", "rank": "5k"})
    assert not left_out()
    draw_round(tournament_id=world.tournament.pk)
    assert not left_out()
    for surname in ("Late", "Later", "Waits"):
        waits = {"preliminary": "1"} if surname == "Waits" else {}
        said(director, LIST, {"surname": surname, "rank": "5k", "from_round": "2", **waits})
    assert "Late, Later" in left_out()
    assert "Waits" not in left_out()
    late, later = (Player.objects.get(surname=surname) for surname in ("Late", "Later"))
    set_participation(player_id=late.pk, round_number=2, plays=False)
    assert "Late," not in left_out()
    assert "Later" in left_out()
    draw_round(tournament_id=world.tournament.pk)
    assert Seat.objects.filter(player=later, round__number=2).exists()
    assert not left_out()


def test_a_pair_is_listed_with_both_names_both_ranks_and_its_own(director: Client, world: World):
    pair = {"surname": "Łąka", "first_name": "Zoé", "partner": "Kim Bo", "member_ranks": "2k, 5k"}
    said(director, LIST, pair)
    number = Player.objects.get(surname="Łąka").number
    own = Player.objects.get(surname="Łąka").rank
    assert own in ("3k", "4k")
    for page in (director.get(LIST, {"q": "kim"}).text, Client().get("/t/coupe/players/").text):
        (row,) = [line for line in page.split("<tr") if "Łąka Zoé" in line]
        text = re.sub("<[^>]*>", " ", row)
        assert "Kim Bo" in text
        assert own in text
        assert "2k, 5k" in text
    Player.objects.filter(number=number).update(hidden=True)
    assert "2k, 5k" not in Client().get("/t/coupe/players/").text


def test_nobody_is_left_out_of_a_bracket_or_a_line_up(director: Client, world: World):
    draw_round(tournament_id=world.tournament.pk)
    said(director, LIST, {"surname": "Late", "rank": "5k", "from_round": "2"})
    assert left_out_of_draft(world.tournament.pk) is not None
    for changed in ({"method": "knock_out"}, {"method": "weights", "by_teams": True}):
        Tournament.objects.filter(pk=world.tournament.pk).update(**changed)
        assert left_out_of_draft(world.tournament.pk) is None


def test_a_twin_is_asked_about_and_can_be_entered_knowingly(director: Client, world: World):
    Player.objects.filter(pk=world.players[0].pk).update(
        surname="Łąkowska", first_name="Zoé", egf_pin="12345678"
    )
    for form in (
        {"surname": "lakowska", "first_name": "ZOE"},
        {"surname": "Zoé", "first_name": "Łąkowska"},
        {"surname": "Lakovska", "first_name": "Zoe"},
        {"surname": "Somebody", "egf_pin": "12345678"},
    ):
        page = director.post(LIST, {**form, "club": "My Club"})
        assert page.status_code == 400
        text = page.content.decode()
        assert "Is this the same person?" in text
        assert f'{world.players[0].pk}/"><bdi>Łąkowska Zoé</bdi></a>' in text
        assert "My Club" in text
    assert Player.objects.count() == 8
    said(director, LIST, {"surname": "lakowska", "first_name": "ZOE", "anyway": "1"})
    assert Player.objects.count() == 9
    assert "is entered" in said(director, LIST, {"surname": "Lakowska", "first_name": "Max"})


def test_who_was_never_paired_can_be_removed_and_others_not(director: Client, world: World):
    added = add_player(tournament_id=world.tournament.pk, surname="Mistake")
    assert "Remove Mistake?" in director.get(f"{LIST}{added.pk}/remove/").content.decode()
    assert "Mistake is removed" in said(director, f"{LIST}{added.pk}/remove/", {})
    assert not Player.objects.filter(pk=added.pk).exists()
    event = AuditEvent.objects.get(verb=Verb.PLAYER_REMOVED)
    assert (event.players, event.actor_role) == ([added.number], Role.DIRECTOR)
    page = said(director, f"{LIST}{world.players[0].pk}/remove/", {})
    assert "Withdraw the player instead" in page
    assert Player.objects.count() == 8


def test_removing_is_not_offered_for_a_player_who_was_paired(director: Client, world: World):
    added = add_player(tournament_id=world.tournament.pk, surname="Mistake")
    assert f"{LIST}{added.pk}/remove/" in director.get(f"{LIST}{added.pk}/").text
    paired = f"{LIST}{world.players[0].pk}/"
    assert f"{paired}remove/" not in director.get(paired).text
    asked = director.get(f"{paired}remove/").text
    assert "already been paired" in asked
    assert "Remove Aki?" not in asked
    assert f"{paired}withdraw/" in asked


def test_preliminary_registrations_become_final_one_by_one_or_all(director: Client, world: World):
    entries = [Player(surname=f"Maybe {n}", registration="preliminary") for n in range(3)]
    first, *_others = add_players(tournament_id=world.tournament.pk, entries=entries)
    assert "Make all 3 preliminary" in director.get(LIST).content.decode()
    assert "Maybe 0 is registered" in said(director, f"{LIST}final/", {"player": first.pk})
    assert Player.objects.filter(registration="preliminary").count() == 2
    assert "2 registrations are final now" in said(director, f"{LIST}final/", {})
    assert not Player.objects.filter(registration="preliminary").exists()


def test_an_address_is_kept_for_the_staff_alone(director: Client, world: World):
    page = said(director, LIST, {"surname": "Mail", "email": "no address"})
    assert "name@example.org" in page
    said(director, LIST, {"surname": "Mail", "email": "mail@example.org"})
    player = Player.objects.get(email="mail@example.org")
    assert "mail@example.org" in director.get(f"{LIST}{player.pk}/").content.decode()
    assert "mail@example.org" not in Client().get("/t/coupe/").content.decode()


@pytest.mark.parametrize(
    ("halves", "says"), [(0, "bring no point"), (1, "half a point"), (2, "a whole point")]
)
def test_the_question_says_what_rounds_without_a_player_count(
    director: Client, world: World, halves: int, says: str
):
    before = parameters_of(world.tournament)
    scoring = replace(before.scoring, absent_mms=halves, absent_nbw=halves)
    world.tournament.parameters = to_json(replace(before, scoring=scoring))
    world.tournament.save()
    assert says in director.get(f"{LIST}{world.players[3].pk}/withdraw/").text


def test_a_player_leaves_after_a_question(director: Client, world: World):
    player = world.players[3].pk
    assert "Withdraw Dora?" in director.get(f"{LIST}{player}/withdraw/").content.decode()
    assert "Dora has withdrawn" in said(director, f"{LIST}{player}/withdraw/", {})
    assert Absence.objects.filter(player_id=player).count() == 98
    assert "6 players" not in director.get("/director/coupe/rounds/2/").content.decode()


def test_whoever_left_without_a_word_gets_nothing_for_the_rounds_without_them(
    director: Client, world: World
):
    player = world.players[3]
    question = f"{LIST}{player.pk}/withdraw/"
    assert 'value="nothing"' in director.get(question).text
    assert director.post(question, {"absences": "perhaps"}).status_code == 400
    assert not Absence.objects.exists()
    said(director, question, {"absences": "nothing"})
    assert not Absence.objects.filter(player=player).exclude(counts=False).exists()
    (line,) = (line for line in players_grid(world.tournament.pk).lines if line.id == player.pk)
    assert line.withdrawn
    assert line.left_for_nothing
    parameters = parameters_of(world.tournament)
    scoring = replace(parameters.scoring, absent_mms=0, absent_nbw=0)
    Tournament.objects.update(parameters=to_json(replace(parameters, scoring=scoring)))
    assert 'value="nothing"' not in director.get(question).text


def test_a_player_of_another_tournament_is_not_there(director: Client):
    elsewhere = make_world(name="Elsewhere", slug="elsewhere").players[0].pk
    for rest in ("", "withdraw/", "remove/"):
        path = f"{LIST}{elsewhere}/{rest}"
        assert director.get(path).status_code == 404
        assert director.post(path, {"surname": "X"}).status_code == 404
    said(director, f"{LIST}part/", {"part": f"{elsewhere}-2-0"})
    assert director.post(f"{LIST}final/", {"player": elsewhere}).status_code == 404
    assert not Absence.objects.exists()


def test_an_imported_strength_stays_when_something_else_is_mended(director: Client, world: World):
    player = world.players[0]
    Player.objects.filter(pk=player.pk).update(level=-1, rank="3d", grade="3D")
    form = {"surname": player.surname, "rank": "3d", "club": "Elsewhere"}
    said(director, f"{LIST}{player.pk}/", form)
    player.refresh_from_db()
    assert (player.level, player.grade, player.club) == (-1, "3D", "Elsewhere")


@pytest.mark.parametrize(
    ("entry", "said_of_it"),
    [
        ({"rank": "45k"}, "from 30k to 9d"),
        ({"rank": "5k", "country": "Frankonia"}, "the name of a country or its code"),
    ],
)
def test_a_rank_and_a_country_have_one_limit_by_hand_and_by_a_program(
    director: Client, world: World, entry, said_of_it
):
    Tournament.objects.update(registration_open=True)
    sent = {"surname": "Limit", **entry}
    assert said_of_it in director.post(LIST, sent).text
    assert said_of_it in Client().post("/t/coupe/register/", {**sent, "rounds": "2"}).text
    answer = staff_api(world, Role.DIRECTOR).post("/tournaments/coupe/players/", sent)
    assert (answer.status_code, said_of_it in str(answer.json())) == (400, True)
    assert not Player.everybody.filter(surname="Limit").exists()


def test_a_country_is_written_by_its_name_everywhere(director: Client, world: World):
    Tournament.objects.update(registration_open=True)
    said(director, LIST, {"surname": "Ann", "rank": "5k", "country": "Deutschland"})
    asked = {"surname": "Bob", "rank": "5k", "country": "France", "rounds": "2"}
    said(Client(), "/t/coupe/register/", asked)
    program = staff_api(world, Role.DIRECTOR)
    program.done("POST", "/tournaments/coupe/players/", {"surname": "Cid", "country": "Espagne"})
    rows = "Name;Rank;Country\nDon;5k;UK\nEve;5k;United Kingdom\n"
    said(director, f"{LIST}import/", {"text": rows, "enter": "1"})
    entered = Player.everybody.exclude(country="").order_by("surname")
    assert list(entered.values_list("surname", "country")) == [
        *(("Ann", "DE"), ("Bob", "FR"), ("Cid", "ES"), ("Don", "GB"), ("Eve", "GB")),
    ]


def test_two_of_one_name_in_a_list_are_asked_about_or_told_apart_by_their_numbers(
    director: Client,
):
    address = f"{LIST}import/"
    apart = "Name;Rank;PIN\nDupont Marie;4d;10100411\nDupont Marie;4d;10100548\n"
    said(director, address, {"text": apart, "enter": "1"})
    pins = Player.objects.filter(surname="Dupont").order_by("egf_pin")
    assert list(pins.values_list("egf_pin", flat=True)) == ["10100411", "10100548"]
    asked = {"text": "Name;Rank\nRoe Ann;3k\nRoe Ann;3k\n", "enter": "1"}
    kept = director.post(address, asked, follow=True).context["preview"]
    assert [row.line for row in kept.rows if row.doubtful] == [2]
    assert Player.objects.filter(surname="Roe").count() == 1
    both = {"text": "Name;Rank\nKowal Eva;3k\nKowal Eva;3k\n", "enter": "1", "anyway": "3"}
    said(director, address, both)
    assert Player.objects.filter(surname="Kowal").count() == 2


def test_a_list_of_pairs_counts_pairs(director: Client) -> None:
    def of_pairs(text: str) -> bool:
        preview = director.post(f"{LIST}import/", {"text": text, "check": "1"}).context["preview"]
        found: bool = preview.of_pairs
        return found

    assert of_pairs("Surname;Rank;Partner\nRoe;3k;Kowal Eva\n")
    assert not of_pairs("Surname;Rank;Partner\nRoe;3k;Kowal Eva\nDon;5k;\n")


def test_a_country_that_a_file_brought_stays_when_something_else_is_mended(
    director: Client, world: World
):
    player = world.players[0]
    Player.objects.filter(pk=player.pk).update(country="UR")
    form = {"surname": player.surname, "rank": "1k", "country": "UR", "club": "Elsewhere"}
    said(director, f"{LIST}{player.pk}/", form)
    player.refresh_from_db()
    assert (player.country, player.club) == ("UR", "Elsewhere")


@pytest.mark.parametrize(("halves", "rounded"), [(1, True), (1, False), (2, True), (0, True)])
def test_what_missed_rounds_count_is_told_as_it_is_added_up(
    world: World, director: Client, halves: int, rounded: bool
):
    parameters = parameters_of(world.tournament)
    scoring = replace(parameters.scoring, absent_mms=halves, absent_nbw=halves, round_down=rounded)
    Tournament.objects.update(parameters=to_json(replace(parameters, scoring=scoring)))
    leaving = f"/director/coupe/players/{world.players[0].pk}/withdraw/"
    told = [director.get(LIST).text, director.get(leaving).text]
    # A single half point is none where the sum is rounded down.
    single = ["a single one is none" in text for text in told]
    assert single == [halves == 1 and rounded] * 2
