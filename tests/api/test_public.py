"""What everybody may read: the public facts of the pages, and not more."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Api
from tests.support.records import WALLS, sgf
from tests.support.world import World, add_round, judge_all, make_world, report
from tournament.models import Player
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round


def test_tournaments(world: World, anybody: Api) -> None:
    (found,) = anybody.read("/tournaments/")["results"]
    assert found["slug"] == "coupe"
    assert found["players"] == 8
    assert found["latest_round"] == 1
    assert found["komi"] == 6.5
    assert anybody.read("/tournaments/coupe/") == found


def test_a_game_with_its_verdict(world: World, anybody: Api) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    waiting = anybody.read(f"/games/{game.pk}/")
    assert (waiting["state"], waiting["result"]["winner"]) == ("reported", "black")
    assert waiting["black"]["name"] == "Aki"
    assert [verdict["outcome"] for verdict in waiting["verdicts"]] == ["checking"]
    judge_all()
    (verdict,) = anybody.read(f"/games/{game.pk}/")["verdicts"]
    assert (verdict["outcome"], verdict["rules"]) == ("unshown", "japanese")
    assert set(verdict) == {"outcome", "rules", "engine_version", "judged_at"}


def test_a_round_in_preparation_is_hidden(world: World, anybody: Api) -> None:
    draft = create_round(tournament_id=world.tournament.pk)
    game = pair_game(round_id=draft.pk, black_id=world.players[0].pk, white_id=world.players[2].pk)
    assert anybody.get(f"/games/{game.pk}/").status_code == 404


def test_a_hidden_name_is_hidden(world: World, anybody: Api) -> None:
    Player.objects.filter(number=1).update(hidden=True)
    assert "Aki" not in anybody.get(f"/games/{world.games[0].pk}/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/tournaments/nothing/", "/games/1/"])
def test_what_is_not_there(path: str, anybody: Api) -> None:
    assert anybody.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/tournaments/", "/tournaments/coupe/", "/games/{game}/"])
def test_the_number_of_queries_does_not_grow(path: str, anybody: Api) -> None:
    world = make_world()
    address = path.format(game=world.games[0].pk)

    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            anybody.read(address)
        return len(queries)

    report(world.games[0], world.games[0].black, "B+R", sgf(WALLS))
    few = counted()
    report(world.games[0], world.games[0].white, "W+R", sgf(WALLS))
    for _ in range(3):
        add_round(world)
    make_world(name="Another", slug="another")
    assert counted() == few
    assert few <= 8
