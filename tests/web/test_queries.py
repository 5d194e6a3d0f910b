"""No page asks the database more often because there is more to show."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.records import WALLS, sgf
from tests.web.routes.tables import PAGES, STAFF_PAGES
from tests.web.world import NAMES, World, add_round, fill, judge_all, make_world, report

MOST_PUBLIC, MOST_STAFF = 8, 16


def counted(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return len(queries)


def grow(world: World) -> None:
    """Add rounds, reports, links, players and a dispute."""
    for _ in range(3):
        add_round(world)
        for game in world.games[-len(NAMES) // 2 :]:
            report(game, game.black, "B+R", sgf(WALLS))
            report(game, game.white, "W+R", sgf(WALLS))
    for index in range(len(NAMES)):
        world.player(index)
    # A record that waits costs one more query, however many wait.
    judge_all()


@pytest.mark.parametrize("name", PAGES)
def test_the_number_of_queries_does_not_grow(db: None, name: str) -> None:
    world = make_world()
    fill(world)
    add_round(world)
    client, address = PAGES[name]
    visitor, path = client(world), address(world)
    few = counted(visitor, path)
    grow(world)
    make_world(name="Another", slug="another")
    assert counted(visitor, path) == few
    assert few <= (MOST_STAFF if name in STAFF_PAGES else MOST_PUBLIC + 4)


def test_public_pages_ask_little(filled: World) -> None:
    for path in ("/", "/t/coupe/", f"/games/{filled.games[0].pk}/"):
        assert counted(Client(), path) <= MOST_PUBLIC
