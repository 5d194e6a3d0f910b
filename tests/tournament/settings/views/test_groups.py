"""A whole event of groups and a knock-out by the director's pages."""

import io

import pytest
from django.test import Client

from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.result_entry.services import enter_result
from tests.support.world import World
from tests.tournament.settings.views.test_setup_pages import form
from tournament.models import Game, Player, Role, Tournament
from tournament.players.services.players import add_players
from tournament.public.selectors.standings import standings_page
from tournament.rounds.selectors.groups import groups_page
from tournament.rounds.services.rounds import finish_round
from tournament.tournaments.selectors.settings import parameters_of
from tournament.tournaments.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PAGE = "/director/coupe/groups/"
SYSTEM = "/director/coupe/settings/system/"


@pytest.fixture
def world() -> World:
    world = World(create_tournament(name="Coupe", slug="coupe", rules="french"))
    director = world.client(Role.DIRECTOR)
    pressed = {"preset_pressed": "groups_knock_out"}
    page = director.post(SYSTEM, form(director.get(SYSTEM).text) | pressed).text
    typed = {"rounds": "5", "group_count": "2", "best": "2", "then": "stay"}
    assert director.post(SYSTEM, form(page) | typed).status_code == 302
    add_players(
        tournament_id=world.tournament.pk,
        entries=[
            Player(surname=f"P{number}", rank=f"{number}k", club="Home" if number < 3 else "")
            for number in range(1, 7)
        ],
    )
    return world


def press(director: Client, button: str, **typed: str) -> int:
    page = groups_page(Tournament.objects.get().pk)
    assert page is not None
    answer = director.post(PAGE, {"do": button, "version": page.version, **typed})
    return answer.status_code


def play_round(director: Client, number: int, wins: dict[frozenset[int], int]) -> None:
    address = f"/director/coupe/rounds/{number}/"
    assert director.post(f"{address}pair/", {}).status_code == 302
    director.post(f"{address}state/", {"step": "publish", "sure": "1"})
    for game in Game.objects.filter(round__number=number).select_related("black", "white"):
        black, white = game.black.number, game.white.number
        winner = wins.get(frozenset((black, white)), min(black, white))
        enter_result(game_id=game.pk, winner="black" if winner == black else "white")
    finish_round(round_id=Tournament.objects.get().rounds.get(number=number).pk)


def test_from_the_settings_to_the_winner(world: World) -> None:
    director, row = world.client(Role.DIRECTOR), world.tournament
    assert director.post("/director/coupe/rounds/1/pair/", {}, follow=True).status_code in (
        200,
        400,
    )
    assert not Game.objects.exists()
    assert director.get(PAGE).status_code == 200
    assert press(director, "draw") == 302
    row.refresh_from_db()
    first, second = parameters_of(row).round_robin.groups
    assert (first, second) == ((1, 4, 5), (2, 3, 6))
    cycle = {frozenset((1, 4)): 1, frozenset((4, 5)): 4, frozenset((1, 5)): 5}
    assert press(director, "start") == 409
    for number in (1, 2, 3):
        play_round(director, number, cycle)
        assert press(director, "draw") == 409
    page = groups_page(row.pk)
    assert page is not None
    assert [{player.number for player in tie.players} for tie in page.ties] == [{1, 4, 5}]
    assert press(director, "start") == 400
    assert press(director, "start", place_1="1", place_4="1", place_5="2") == 400
    assert press(director, "start", place_1="2", place_4="3", place_5="1") == 302
    row.refresh_from_db()
    assert parameters_of(row).knock_out.seeds == (2, 5, 3, 1)
    assert press(director, "back") == 302
    assert press(director, "start", place_1="2", place_4="3", place_5="1") == 302
    play_round(director, 4, {})
    assert press(director, "back") == 409
    play_round(director, 5, {})
    table = standings_page("coupe")
    assert table is not None
    assert [(line.place, line.number) for line in table.lines] == [
        (1, 1), (2, 3), (3, 2), (3, 5), (5, 4), (5, 6),
    ]  # fmt: skip
    stream = io.BytesIO()
    write_archive(tournament_id=row.pk, stream=stream)
    stream.seek(0)
    restored = restore_archive(stream=stream, slug="again")
    again = standings_page("again")
    assert again is not None
    assert parameters_of(restored) == parameters_of(row)
    assert [line.place for line in again.lines] == [line.place for line in table.lines]
    for language in ("en", "fr"):
        page_of = Client().get("/t/coupe/bracket/", headers={"Accept-Language": language})
        assert page_of.status_code == 200
        assert director.get(PAGE, headers={"Accept-Language": language}).status_code == 200


def test_too_few_players_are_not_drawn(world: World) -> None:
    Player.objects.filter(tournament=world.tournament, number__gt=5).delete()
    assert press(world.client(Role.DIRECTOR), "draw") == 400
