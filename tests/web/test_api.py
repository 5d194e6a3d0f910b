"""The read-only API: the public facts of the pages as JSON, and not more."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.records import WALLS, sgf
from tests.web.world import World, add_round, judge_all, make_world, report
from tournament.services.games import pair_game
from tournament.services.rounds import create_round


def read(path: str) -> dict[str, object]:
    response = Client().get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    found: dict[str, object] = json.loads(response.content)
    return found


def test_tournaments(world: World) -> None:
    (found,) = json.loads(Client().get("/api/v1/tournaments/").content)
    assert found["slug"] == "coupe"
    assert found["players"] == 8
    assert found["latest_round"] == 1


def test_one_tournament(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+3.5")
    found = read("/api/v1/tournaments/coupe/")
    assert found["komi"] == 6.5
    ((round_,), players) = (found["rounds"], found["players"])
    game = round_["games"][0]
    assert game["black"]["name"] == "Aki"
    assert (game["state"], game["winner"], game["margin"]) == ("reported", "black", 3.5)
    assert len(players) == 8


def test_a_game_with_its_verdict(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    waiting = read(f"/api/v1/games/{game.pk}/")
    assert [verdict["state"] for verdict in waiting["verdicts"]] == ["checking"]
    judge_all()
    judged = read(f"/api/v1/games/{game.pk}/")
    (verdict,) = judged["verdicts"]
    assert (verdict["state"], verdict["rules"]) == ("confirmed", "japanese")
    assert set(verdict) == {"state", "rules", "engine_version", "judged_at"}


def test_a_round_in_preparation_is_hidden(world: World) -> None:
    draft = create_round(tournament_id=world.tournament.pk)
    game = pair_game(round_id=draft.pk, black_id=world.players[0].pk, white_id=world.players[2].pk)
    assert Client().get(f"/api/v1/games/{game.pk}/").status_code == 404
    assert len(read("/api/v1/tournaments/coupe/")["rounds"]) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["tournaments/nothing/", "games/1/"])
def test_what_is_not_there(path: str) -> None:
    response = Client().get(f"/api/v1/{path}")
    assert response.status_code == 404
    assert "detail" in json.loads(response.content)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["tournaments/", "tournaments/coupe/", "games/{game}/"])
def test_the_number_of_queries_does_not_grow(path: str) -> None:
    world = make_world()
    address = "/api/v1/" + path.format(game=world.games[0].pk)

    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            read_any(address)
        return len(queries)

    def read_any(where: str) -> None:
        assert Client().get(where).status_code == 200

    report(world.games[0], world.games[0].black, "B+R", sgf(WALLS))
    few = counted()
    report(world.games[0], world.games[0].white, "W+R", sgf(WALLS))
    for _ in range(3):
        add_round(world)
    make_world(name="Another", slug="another")
    assert counted() == few
    assert few <= 8
