"""Players register themselves; nobody sees them before the director approves."""

import re
from io import BytesIO

import pytest
from django.test import Client

from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.closing.services import close_tournament
from tests.support.forms import hidden
from tests.support.world import World, make_world
from tournament.models import ASKED_COLUMNS, Absence, AuditEvent, Player, Role, Tournament, Verb
from tournament.players.api import serializers
from tournament.players.forms import SignUpForm
from tournament.players.selectors import requests
from tournament.players.selectors.requests import requests_of
from tournament.players.services import requests as services
from tournament.players.services.players import add_player
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round
from tournament.staff.selectors import player_links

pytestmark = pytest.mark.usefixtures("registration_open")
PAGE = "/t/coupe/register/"
LIST = "/director/coupe/players/requests/"
FORM = {
    "surname": "Newman",
    "first_name": "Zoé",
    "rank": "4k",
    "club": "38Gr",
    "rounds": ["2", "3"],
}


def asked(**form: object) -> Player:
    """A registration sent in by somebody."""
    client = Client()
    answer = client.post(PAGE, {**FORM, **form})
    assert answer.status_code == 302, answer.content.decode()
    return Player.everybody.latest("pk")


def test_somebody_registers_and_sees_what_happens_next(world: World):
    client = Client()
    page = client.get(PAGE).content.decode()
    assert "What happens next: the organisers look at every registration." in page
    assert "Without it, get your link at the desk." in page
    assert 'href="/t/coupe/event/"' in page
    page = client.post(PAGE, {**FORM, "email": "zoe@example.org"}, follow=True).content.decode()
    assert "Your registration has arrived" in page
    assert "waiting for the organisers" in page
    player = Player.everybody.get(surname="Newman")
    assert (player.registration, player.level, player.email) == (
        "requested",
        -4,
        "zoe@example.org",
    )
    assert sorted(player.absences.values_list("round_number", flat=True)) == [1, 4, 5]
    services.approve_requests(tournament_id=world.tournament.pk, player_ids=[player.pk])
    assert "you are in the list of players" in client.get(PAGE).content.decode()
    assert "Newman" not in Client().get(PAGE).content.decode()
    event = AuditEvent.objects.get(verb=Verb.PLAYER_REQUESTED)
    assert "Newman" not in str((event.before, event.after))


def test_who_waits_is_nowhere_else(world: World, director: Client):
    player = asked(surname="Hidden", rounds=["2"])
    tournament = Tournament.objects.get(slug="coupe")
    for path in (
        "/",
        "/t/coupe/",
        "/t/coupe/standings/",
        "/director/coupe/",
        "/director/coupe/players/",
        "/director/coupe/rounds/2/",
        "/director/coupe/links/",
        "/director/coupe/checkin/2/",
    ):
        assert "Hidden" not in director.get(path).content.decode(), path
    assert "8 players" in Client().get("/").content.decode()
    assert len(event_of(tournament).state.players) == 8
    assert len(player_links(tournament.pk)) == 8
    assert tournament.players.count() == 8
    assert not draw_round(tournament_id=tournament.pk, round_number=2).bye_number
    # What the director says of a round leaves alone what the other one asked for.
    director.post("/director/coupe/checkin/2/missing/", {"missing": ""})
    assert set(player.absences.values_list("round_number", flat=True)) == {1, 3, 4, 5}
    for path in (
        f"/director/coupe/players/{player.pk}/",
        f"/director/coupe/players/{player.pk}/link/",
    ):
        assert director.post(path, {"surname": "X"}).status_code == 404


def test_an_archive_keeps_who_waits(world: World):
    asked(rounds=["2"])
    stream = BytesIO()
    write_archive(tournament_id=world.tournament.pk, stream=stream)
    again = restore_archive(stream=stream, slug="again")
    assert again.players.count() == 8
    waiting = Player.everybody.get(tournament=again, registration="requested")
    assert waiting.absences.count() == 4


@pytest.mark.parametrize(
    ("form", "text", "status"),
    [
        ({"surname": ""}, "Give the player", 400),
        ({"rank": ""}, "Write your rank", 400),
        ({"rank": "best"}, "Write a rank such as", 400),
        ({"email": "here"}, "name@example.org", 400),
        ({"rounds": []}, "at least one round", 400),
        ({"surname": "aki", "first_name": ""}, "already registered", 409),
    ],
)
def test_what_is_wrong_is_told_and_nothing_typed_is_lost(world, form, text, status):
    answer = Client().post(PAGE, {**FORM, "club": "My Club", **form})
    assert answer.status_code == status
    assert text in answer.content.decode()
    assert "My Club" in answer.content.decode()
    assert not Player.everybody.filter(registration="requested").exists()


def test_a_namesake_may_register(world: World):
    assert asked(surname="AKI", first_name="", anyway="1").name == "AKI"


def test_pressing_twice_asks_once(world: World):
    client = Client()
    for _press in range(2):
        assert client.post(PAGE, FORM).status_code == 302
    assert Player.everybody.filter(registration="requested").count() == 1
    # From another browser it is somebody else until the director says so.
    asked()
    assert Player.everybody.filter(registration="requested").count() == 2


def waiting() -> list[tuple[str, str, str]]:
    rows = Player.everybody.filter(registration="requested").order_by("pk")
    return [(player.name, player.rank, player.email) for player in rows]


def test_what_is_sent_again_corrects_what_waits(world: World):
    client = Client()
    client.post(PAGE, FORM)
    player = Player.everybody.get(surname="Newman")
    Player.everybody.filter(pk=player.pk).update(rating=1850, egf_pin="12345678")
    again = {**FORM, "rank": "2d", "email": "right@example.org", "rounds": ["3"]}
    page = client.post(PAGE, again, follow=True).text
    assert "it now has what you just sent" in page
    assert waiting() == [("Newman Zoé", "2d", "right@example.org")]
    player = Player.everybody.get(pk=player.pk)
    assert sorted(player.absences.values_list("round_number", flat=True)) == [1, 2, 4, 5]
    assert (player.level, player.rating, player.egf_pin) == (1, 1850, "12345678")
    # What waits for another browser stays as it is.
    Client().post(PAGE, FORM)
    assert waiting()[0] == ("Newman Zoé", "2d", "right@example.org")
    history = world.client(Role.DIRECTOR).get("/director/coupe/history/").text
    assert "Somebody corrected their registration." in history


def test_somebody_else_of_the_same_name_registers_from_the_same_browser(world: World):
    client = Client()
    client.post(PAGE, FORM)
    page = client.get(PAGE).text
    assert 'name="anyway"' in page
    client.post(PAGE, {**FORM, "rank": "12k", "anyway": "1"})
    assert waiting() == [("Newman Zoé", "4k", ""), ("Newman Zoé", "12k", "")]


def test_one_form_sends_one_request_however_often_it_is_pressed(world: World):
    key = hidden(Client().get(PAGE).text)["key"]
    # The second press leaves before the first answer: it knows nothing of it.
    for form in ({}, {"anyway": "1"}, {"surname": "Other"}):
        for _press in range(2):
            assert Client().post(PAGE, {**FORM, **form, "key": key}).status_code == 302
    assert [name for name, _rank, _email in waiting()] == ["Newman Zoé", "Newman Zoé", "Other Zoé"]
    services.refuse_requests(
        tournament_id=world.tournament.pk,
        player_ids=Player.everybody.filter(registration="requested").values_list("pk", flat=True),
    )
    Client().post(PAGE, {**FORM, "surname": "Third", "key": "another"})
    answer = Client().post(PAGE, {**FORM, "key": key})
    assert answer.status_code == 409
    assert "have already decided on this registration" in answer.text
    assert len(waiting()) == 1


def test_the_key_stays_while_the_form_is_mended(world: World):
    client = Client()
    answer = client.post(PAGE, {**FORM, "rank": "best", "key": "mine"})
    assert hidden(answer.text)["key"] == "mine"
    assert hidden(client.get(PAGE).text)["key"] != "mine"


def test_a_browser_that_sent_as_many_as_it_may_can_still_correct(world: World, monkeypatch):
    monkeypatch.setattr("tournament.players.views.requests.MOST_A_SESSION", 1)
    client = Client()
    client.post(PAGE, FORM)
    assert client.post(PAGE, {**FORM, "rank": "3k"}).status_code == 302
    assert client.post(PAGE, {**FORM, "surname": "Second"}).status_code == 409
    assert waiting() == [("Newman Zoé", "3k", "")]


def test_an_old_form_of_a_closed_tournament_sends_nobody_to_its_owner(world: World):
    close_tournament(tournament_id=world.tournament.pk)
    answer = Client().post(PAGE, FORM)
    assert answer.status_code == 409
    assert "Registration is closed" in answer.text
    assert "its owner" not in answer.text


def test_registration_that_is_closed_says_so(world: World):
    Tournament.objects.update(registration_open=False)
    assert "Registration is closed" in Client().get(PAGE).content.decode()
    answer = Client().post(PAGE, FORM)
    assert answer.status_code == 409
    assert "Registration is closed" in answer.content.decode()
    assert Client().get("/t/nowhere/register/").status_code == 404
    assert not Player.everybody.filter(registration="requested").exists()


def test_a_robot_that_fills_the_trap_writes_nothing(world: World):
    assert Client().post(PAGE, {**FORM, "website": "https://spam"}).status_code == 302
    assert Player.everybody.count() == 8


def test_one_browser_cannot_flood_the_table(world: World, monkeypatch):
    monkeypatch.setattr("tournament.players.views.requests.MOST_A_SESSION", 2)
    client = Client()
    seen = [client.post(PAGE, {**FORM, "surname": f"Robot {n}"}).status_code for n in range(3)]
    assert seen == [302, 302, 409]


def test_one_address_cannot_flood_the_table(world: World, monkeypatch):
    monkeypatch.setattr("tournament.players.views.requests.MOST_AN_ADDRESS", 2)
    seen = [Client().post(PAGE, {**FORM, "surname": f"R {n}"}).status_code for n in range(3)]
    assert seen == [302, 302, 409]
    other = Client(REMOTE_ADDR="192.0.2.7").post(PAGE, {**FORM, "surname": "R 9"})
    assert other.status_code == 302


def test_behind_a_proxy_the_address_is_the_one_the_proxy_saw(world, monkeypatch, settings):
    settings.SHINPAN_BEHIND_PROXY = True
    monkeypatch.setattr("tournament.players.views.requests.MOST_AN_ADDRESS", 1)
    seen = [
        Client(headers={"X-Forwarded-For": f"made.up.{n}, 192.0.2.{last}"})
        .post(PAGE, {**FORM, "surname": f"R {n}"}, secure=True)
        .status_code
        for n, last in enumerate((1, 1, 2))
    ]
    assert seen == [302, 409, 302]


def test_only_so_many_wait(world: World, monkeypatch):
    monkeypatch.setattr(services, "MOST_WAITING", 1)
    asked()
    answer = Client().post(PAGE, {**FORM, "surname": "Second"})
    assert answer.status_code == 409
    assert "waiting for the organisers just now" in answer.content.decode()


def told(world: World, player: Player) -> tuple[str, dict[str, object]]:
    """The list of requests as a director's page, and a request as a program of theirs reads it."""
    page = world.client(Role.DIRECTOR).get(LIST).content.decode()
    (request,) = [
        request
        for request in serializers.RequestShown(requests_of(world.tournament.pk), many=True).data
        if request["id"] == player.pk
    ]
    return page, request


def test_the_list_of_requests_shows_all_that_the_form_asks_for(world: World):
    values = {name: f"the {name}" for name in SignUpForm.Meta.fields}
    values |= {"rank": "7k", "country": "DE", "email": "zoe@example.org"}
    values |= {"egf_pin": "10000001", "ffg_licence": "7654321"}
    for federation, other in (("egf", "ffg_licence"), ("ffg", "egf_pin")):
        Tournament.objects.update(rated_for=federation)
        sent = {**values, "surname": f"Of {federation}"}
        shown = sent | {other: "", "partner": ""}
        page, request = told(world, asked(**sent))
        for name, value in shown.items():
            assert value in page, name
            assert request.get(name) == value, name


def test_a_further_column_that_is_asked_for_is_listed_with_its_word(world: World, monkeypatch):
    monkeypatch.setattr(requests, "ASKED_COLUMNS", (*ASKED_COLUMNS, "aga_id"))
    player = asked()
    Player.everybody.filter(pk=player.pk).update(aga_id="4711")
    assert "AGA number: 4711" in told(world, player)[0]


PAIR = {"partner": "Kim  Bo", "partner_rank": "8 kyu", "partner_club": "75Pa"}


def test_both_of_a_pair_are_asked_for_where_players_register_in_pairs(world: World):
    Tournament.objects.update(register_pairs=True)
    page = Client().get(PAGE).text
    assert all(f'name="{name}"' in page for name in PAIR)
    client = Client()
    for missing in ("partner", "partner_rank"):
        answer = client.post(PAGE, {**FORM, **PAIR, missing: ""})
        assert answer.status_code == 400
        assert list(answer.context["form"].errors) == [missing]
    answer = client.post(PAGE, {**FORM, **PAIR, "partner_rank": "strong"})
    assert list(answer.context["form"].errors) == ["partner_rank"]
    assert not Player.everybody.filter(surname="Newman").exists()
    for __ in range(2):
        assert client.post(PAGE, {**FORM, **PAIR}).status_code == 302
    entry = Player.everybody.get(surname="Newman")
    assert (entry.name, entry.rank, entry.level) == ("Newman Zoé & Kim Bo", "6k", -6)
    assert (entry.member_ranks, entry.club) == ("4k, 8k", "38Gr / 75Pa")
    page, request = told(world, entry)
    assert "Partner (pair go): Kim Bo" in page
    assert (request["partner"], request["member_ranks"]) == ("Kim Bo", "4k, 8k")
    client.post(PAGE, {**FORM, **PAIR, "partner": "Kim Bae"})
    assert [one.partner for one in Player.everybody.filter(surname="Newman")] == ["Kim Bae"]


def test_a_pair_of_one_club_has_it_once_and_nobody_else_is_asked_for_a_partner(world: World):
    assert asked(**PAIR).partner == ""
    assert not any(f'name="{name}"' in Client().get(PAGE).text for name in PAIR)
    Tournament.objects.update(register_pairs=True)
    assert asked(**PAIR, surname="Other", club="75Pa").club == "75Pa"
    assert asked(**{**PAIR, "partner_club": ""}, surname="Third").club == "38Gr"


def test_a_partner_whom_the_director_added_stays_where_none_is_asked_for(world: World):
    client = Client()
    client.post(PAGE, FORM)
    Player.everybody.filter(surname="Newman").update(partner="Kim Bo", member_ranks="4k, 4k")
    client.post(PAGE, {**FORM, "club": "75Pa"})
    entry = Player.everybody.get(surname="Newman")
    assert (entry.partner, entry.member_ranks, entry.club) == ("Kim Bo", "4k, 4k", "75Pa")


def test_the_director_approves_and_refuses(world: World, director: Client):
    first, second, third = (asked(surname=f"Player {letter}") for letter in "XYZ")
    page = director.get("/director/coupe/players/").content.decode()
    assert "3 people ask to take part" in page
    assert (
        "1 registration is approved"
        in director.post(LIST, {"preliminary": second.pk}, follow=True).content.decode()
    )
    second.refresh_from_db(from_queryset=Player.everybody.all())
    assert (second.number, second.registration) == (9, "preliminary")
    director.post(LIST, {"refuse": first.pk})
    assert not Player.everybody.filter(pk=first.pk).exists()
    director.post(LIST, {"approve": third.pk})
    assert Player.objects.get(pk=third.pk).number == 10
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-3:] == [
        Verb.PLAYER_APPROVED,
        Verb.PLAYER_REFUSED,
        Verb.PLAYER_APPROVED,
    ]
    # Whoever decides later on an old page is told so, and nothing happens twice.
    answer = director.post(LIST, {"refuse": third.pk}, follow=True).content.decode()
    assert "in the meantime" in answer
    assert Player.objects.filter(pk=third.pk).exists()


def test_all_are_approved_but_those_who_look_like_somebody(world: World, director: Client):
    players = [asked(surname=f"Player {letter}") for letter in ("Ulm", "Bonn", "Graz")]
    twin = asked(surname="aki", first_name="", anyway="1")
    page = director.get(LIST).content.decode()
    assert "Approve all 3 that look like nobody else" in page
    assert "Is this the same person?" in page
    ids = " ".join(str(player.pk) for player in players)
    director.post(LIST, {"all": ids})
    assert Player.objects.count() == 11
    assert Player.everybody.get(pk=twin.pk).registration == "requested"


def test_a_flood_is_refused_with_one_press(world: World, director: Client):
    players = [asked(surname=f"Robot {letter}") for letter in "XYZ"]
    assert "Refuse all 3" in director.get(LIST).content.decode()
    ids = " ".join(str(player.pk) for player in players)
    page = director.post(LIST, {"refuse_all": ids}, follow=True).content.decode()
    assert "3 registrations are refused" in page
    assert Player.everybody.count() == 8


def test_a_registration_is_mended_before_it_is_approved(world: World, director: Client):
    player = asked(email="zoe@example.org")
    address = f"{LIST}{player.pk}/"
    assert "zoe@example.org" in director.get(address).content.decode()
    wrong = {"surname": "Newman", "rank": "??", "club": "My Club"}
    answer = director.post(address, wrong)
    assert answer.status_code == 400
    assert "My Club" in answer.content.decode()
    director.post(address, {"surname": "Newman", "rank": "3k", "rating": "1850", "local": "1"})
    page = director.get(address).content.decode()
    assert 'value="1850"' in page
    assert re.search(r'name="local"[^>]* checked', page)
    form = {"surname": "Neumann", "rank": "3k", "rounds": ["1", "2", "3"], "approve": "1"}
    director.post(address, form)
    found = Player.objects.get(pk=player.pk)
    assert (found.surname, found.level, found.registration) == ("Neumann", -3, "final")
    absent = Absence.objects.filter(player=found).values_list("round_number", flat=True)
    assert sorted(absent) == [4, 5]
    assert director.get(address).status_code == 404


def test_a_request_of_another_tournament_is_not_decided_here(world: World):
    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    player = asked()
    other = elsewhere.client(Role.DIRECTOR)
    assert other.get(f"/director/elsewhere/players/requests/{player.pk}/").status_code == 404
    for button in ("approve", "refuse"):
        other.post("/director/elsewhere/players/requests/", {button: player.pk})
    assert Player.everybody.get(pk=player.pk).registration == "requested"


def test_numbers_of_players_have_no_gaps_for_requests(world: World):
    asked(surname="Robot")
    assert add_player(tournament_id=world.tournament.pk, surname="Human").number == 9


def test_a_rated_event_asks_for_the_number_of_its_register(world: World, director: Client):
    Tournament.objects.update(rated_for="egf")
    player = asked(egf_pin="10000001", ffg_licence="1234567")
    assert (player.egf_pin, player.ffg_licence) == ("10000001", "")
    missing = Client().post(PAGE, {**FORM, "surname": "Other"}, follow=True)
    assert "EGF PIN" in " ".join(map(str, missing.context["messages"]))
    page = director.get("/director/coupe/players/").context["form"]
    (in_sight, *folded) = page.groups()
    assert "egf_pin" in [field.name for field in in_sight.fields]
    assert all("egf_pin" not in [field.name for field in group.fields] for group in folded)
