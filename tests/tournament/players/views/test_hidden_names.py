"""Names of players under age: nowhere in public, and where they are needed."""

import re
from collections import deque
from dataclasses import replace

import pytest
from django.test import Client

from adjudication.cases.services.opening import open_case
from adjudication.models import Ruling
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import PenaltyGiven
from adjudication.rulings.services.finality import make_final
from tests.adjudication.decisions import BLACK_WINS, ruled, staff, time_is_over
from tests.support.remembered import remembered
from tests.support.world import World, add_round, fill, make_world
from tests.web.routes.tables import PAGES
from tests.web.routes.visitors import anybody
from tournament.exchange.selectors import export
from tournament.formats.recognise import Format
from tournament.models import Player, Role
from tournament.players.services.players import add_players, change_player

pytestmark = pytest.mark.django_db
NAME = "Zbigniewicz"
FILES = (
    "/t/coupe/standings/1/csv/",
    "/t/coupe/standings/1/crosstable/",
    "/t/coupe/standings/1/json/",
    "/t/coupe/rounds/1/csv/",
    "/t/coupe/rounds/1/json/",
)


@pytest.fixture
def young() -> World:
    return young_world()


@remembered
def young_world() -> World:
    """Béa of board 1 is under age; her name is hidden; she also has a bye and a last round."""
    world = make_world()
    player = world.players[1]
    change_player(player_id=player.pk, surname=NAME, first_name="Ola", minor=True)
    fill(world)
    add_round(world)
    hide(world)
    for one in world.players:
        one.refresh_from_db()
    return world


def hide(world: World, wanted: bool = True) -> None:
    owner = world.client(Role.DIRECTOR)
    address = "/director/coupe/settings/results/"
    sent = {
        "reporting": "both",
        "reopening": "never",
        "public_boards": "moves",
        "tie_winner": "rules",
        "rating_scale": "none",
        "rated_for": "none",
    }
    sent |= {"hide_minors": "1"} if wanted else {}
    assert owner.post(address, sent).status_code == 302


def test_the_setting_hides_those_under_age_and_nobody_else(young: World) -> None:
    hidden = Player.objects.filter(hidden=True)
    assert [one.public_name for one in hidden] == ["#2"]
    change_player(player_id=young.players[2].pk, minor=True)
    assert hidden.all().count() == 2
    change_player(player_id=young.players[2].pk, minor=False)
    add_players(tournament_id=young.tournament.pk, entries=[Player(surname="Kid", minor=True)])
    assert sorted(one.number for one in hidden.all()) == [2, 9]
    hide(young, wanted=False)
    assert not hidden.all().exists()
    assert Player.objects.get(number=2).public_name == f"{NAME} Ola"


@pytest.mark.parametrize(
    "name", sorted(name for name, (client, _) in PAGES.items() if client is anybody)
)
def test_no_public_page_has_the_name(young: World, name: str) -> None:
    _, address = PAGES[name]
    answer = Client().get(address(young))
    assert NAME not in answer.content.decode()


def test_nothing_that_the_public_can_reach_has_the_name_not_even_with_cases(young: World) -> None:
    referee = staff(young.tournament)
    for game in young.games[1:3]:
        decision = replace(
            BLACK_WINS,
            reasons=f"Ola {NAME} saw it. {NAME.upper()}!",
            penalties=(PenaltyGiven(game.white.number, "warning", note=f"{NAME} was there"),),
        )
        time_is_over(ruled(young.tournament, referee, game, decision))
    make_final()
    open_case(
        cause=Cause.CONDUCT,
        tournament_id=young.tournament.pk,
        players=[young.players[1]],
        note=f"{NAME} shouted",
    )
    rulings = [f"/rulings/{key}/" for key in Ruling.objects.values_list("pk", flat=True)]
    games = [f"/games/{game.pk}/" for game in young.games]
    seen = {"/", "/rulings/?words=ola", *rulings, *games, *FILES}
    waiting = deque(seen)
    while waiting:
        path = waiting.popleft()
        answer = Client().get(path)
        text = answer.content.decode()
        assert answer.status_code in (200, 302, 403, 404), path
        assert NAME.lower() not in text.lower(), path
        found = re.findall(r'(?:href|data-live)="(/[^"#]*)', text)
        new = {one for one in found if not re.match(r"/static/|.*[?;]move", one)} - seen
        seen |= new
        waiting.extend(new)
    assert len(seen) > 60


def test_no_public_file_has_the_name(young: World) -> None:
    for path in FILES:
        answer = Client().get(path)
        assert answer.status_code == 200, path
        assert NAME not in answer.content.decode(), path
        assert "#2" in answer.content.decode(), path


@pytest.mark.parametrize("rest", ["", "live/"])
def test_her_game_is_shown_without_the_name_to_all_but_its_players_and_the_staff(
    young: World, rest: str
) -> None:
    address = f"/games/{young.games[0].pk}/{rest}"
    for client in (Client(), young.player(4)):
        page = client.get(address).text
        assert NAME not in page
        assert "#2" in page
    inside = [young.player(0), young.player(1)]
    inside += [young.client(role) for role in (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE)]
    for client in inside:
        assert NAME in client.get(address).text or rest


def test_every_place_a_player_can_have_is_without_the_name(young: World) -> None:
    for path in ("/t/coupe/", "/t/coupe/players/", "/t/coupe/players/1/", "/t/coupe/players/2/"):
        page = Client().get(path).text
        assert NAME not in page
        assert "#2" in page


def test_staff_pages_her_own_page_and_rating_lists_keep_the_name(young: World) -> None:
    owner = young.client(Role.DIRECTOR)
    assert NAME in owner.get("/director/coupe/players/").text
    assert NAME in owner.get("/director/coupe/rounds/1/").text
    assert NAME in young.player(1).get("/me/").text
    assert NAME.encode() in export(young.tournament.pk, Format.H9).data


def test_the_entry_form_ticks_who_is_under_age(young: World) -> None:
    owner = young.client(Role.DIRECTOR)
    address = f"/director/coupe/players/{young.players[1].pk}/"
    page = owner.get(address).text
    assert re.search(r'name="minor"[^>]* checked', page)
    assert owner.post(address, {"surname": NAME, "rank": "2k"}).status_code == 302
    assert not Player.objects.get(pk=young.players[1].pk).hidden
