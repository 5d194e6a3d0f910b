"""A result chosen from the list of a round: for the game as the director saw it."""

import re

from django.test import Client

from adjudication.corrections.services.corrections import correct_colours
from adjudication.result_entry.services import clear_result, enter_result
from tests.support.world import World, report
from tournament.models import Game

PAGE = "/director/coupe/rounds/1/"
RESULT = f"{PAGE}result/"


def option(client: Client, game: Game) -> str:
    """Return what the list on the page sends for a game."""
    (value,) = re.findall(rf'<option value="({game.pk}-[^"]*)"', client.get(PAGE).text)
    return str(value)


def winner(game: Game) -> str:
    game.refresh_from_db()
    return game.winner


def test_colours_corrected_meanwhile_give_nobody_the_others_win(
    world: World, director: Client
) -> None:
    game = world.games[0]
    stale = option(director, game)
    correct_colours(game_id=game.pk, note="They sat the other way round.")
    page = director.post(RESULT, {"game": stale, "result": "white!"})
    assert page.status_code == 400
    assert winner(game) == ""
    assert "now Béa (Black) against Aki (White): no result yet" in page.text
    assert re.search(r'<option value="white!" selected>', page.text)
    assert re.search(rf'<option value="{game.pk}-[^"]*" selected>', page.text)
    assert '<details class="act" id="choose-result" open>' in page.text
    again = {"game": option(director, game), "result": "black"}
    assert director.post(RESULT, again).status_code == 302
    assert winner(game) == "black"


def test_what_another_entered_meanwhile_is_not_written_over(world: World, director: Client) -> None:
    game = world.games[0]
    stale = option(director, game)
    enter_result(game_id=game.pk, winner="white", reason="resignation")
    for chosen in ("black", "clear"):
        page = director.post(RESULT, {"game": stale, "result": chosen})
        assert "nothing was entered" in page.text
        assert "White wins by resignation" in page.text
        assert winner(game) == "white"
    report(world.games[1], world.games[1].black, "B+R")
    page = director.post(RESULT, {"game": f"{world.games[1].pk}", "result": "white"})
    assert page.status_code == 400
    assert winner(world.games[1]) == "black"


def test_what_was_there_before_is_told(world: World, director: Client) -> None:
    game = world.games[0]
    enter_result(game_id=game.pk, winner="white", reason="resignation")
    form = {"game": option(director, game), "result": "black"}
    page = director.post(RESULT, form, follow=True).text
    assert "The result of board 1 is noted. Before: White wins by resignation." in page


def test_a_round_whose_results_were_taken_back_is_not_offered_to_be_withdrawn(
    world: World, director: Client
) -> None:
    assert "Take it back into preparation" in director.get(PAGE).text
    enter_result(game_id=world.games[0].pk, winner="white")
    clear_result(game_id=world.games[0].pk)
    assert "Take it back into preparation" not in director.get(PAGE).text
