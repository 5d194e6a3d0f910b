"""A player's own pages say whose event they belong to; staff have that in their side bar."""

import pytest

from tests.support.world import filled_world
from tests.web.routes.tables import PAGES

pytestmark = pytest.mark.django_db

EVENT = '<a class="slim-name" href="/t/coupe/">'


def test_the_event_stands_above_the_pages_of_a_player_and_not_of_staff() -> None:
    world = filled_world()

    def shown(name: str) -> str:
        visitor, address = PAGES[name]
        page: str = visitor(world).get(address(world)).text
        return page[: page.index("<main")]

    for name in ("me", "report", "register", "game, to answer", "asked, question", "contest"):
        assert EVENT in shown(name), name
    assert "Round 1" in shown("game, to answer")
    assert EVENT not in shown("game, referee")
