"""What a tournament makes of ratings, as everybody sees it."""

import re

import pytest
from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.support.world import World
from tournament.models import RatingScale, Tournament

pytestmark = pytest.mark.django_db

PAGE, CARD, API = "/t/coupe/ratings/", "/t/coupe/players/1/", "/api/v1/tournaments/coupe/ratings/"


def text(path: str, language: str = "en") -> str:
    answer = Client(headers={"Accept-Language": language}).get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


@pytest.fixture
def clocked(world: World) -> World:
    """A tournament on 19x19, whose games are rated."""
    Tournament.objects.update(board_size=19)
    return world


def test_only_where_the_director_wants_it(clocked: World) -> None:
    Tournament.objects.update(rating_scale=RatingScale.NONE)
    assert Client().get(PAGE).status_code == 404
    assert Client().get(API).status_code == 404
    assert PAGE not in Client().get("/t/coupe/").text
    assert "after a win" not in text(CARD)


@pytest.mark.parametrize("scale", ["egf", "ffg", "aga"])
def test_winners_have_more_than_before(clocked: World, scale: str) -> None:
    Tournament.objects.update(rating_scale=scale)
    game = clocked.games[0]
    enter_result(game_id=game.pk, winner="black")
    found = Client().get(API).json()
    assert found["scale"] == scale
    by_number = {line["number"]: line for line in found["lines"]}
    winner, loser = by_number[game.black.number], by_number[game.white.number]
    assert winner["now"] > winner["old"]
    assert loser["now"] < loser["old"]
    assert (winner["games"], winner["points"], loser["points"]) == (1, 1.0, 0.0)
    others = [line for number, line in by_number.items() if number not in (1, 2)]
    assert all(line["now"] == line["old"] for line in others)
    assert game.black.name in text(PAGE)


def test_an_open_game_says_what_it_would_make(clocked: World) -> None:
    before = text(CARD)
    assert "after a win" in before
    enter_result(game_id=clocked.games[0].pk, winner="black")
    after = text(CARD)
    assert "after a win" not in after
    won = re.search(r"Round 1: ([\d.,]+) after a win", before)
    assert won is not None
    assert f"{won[1]} now" in re.sub(r"\s+", " ", after)


def test_a_board_that_nobody_rates_changes_nothing(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="black")
    assert "nothing changes" in text(PAGE)
    assert all(line["now"] == line["old"] for line in Client().get(API).json()["lines"])


def test_numbers_are_written_as_the_reader_writes_them(clocked: World) -> None:
    enter_result(game_id=clocked.games[0].pk, winner="black")
    assert re.search(r"\d,\d", text(PAGE, "fr"))
    assert not re.search(r"\d,\d", text(PAGE, "en"))


def test_hidden_names_stay_hidden(clocked: World) -> None:
    player = clocked.players[0]
    player.hidden = True
    player.save()
    enter_result(game_id=clocked.games[0].pk, winner="black")
    assert player.name not in text(PAGE)
