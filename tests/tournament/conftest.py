"""A tournament for the tests of what directors do."""

import pytest

from tests.support.remembered import remembered
from tests.web.world import World, make_world
from tournament.services.draws import draw_round


@pytest.fixture
def world(db: None) -> World:
    """Eight players, round 1 with four open games."""
    return make_world()


@pytest.fixture
def drafted(db: None) -> World:
    """The same with round 2 paired and not published; ``games`` are those of round 2."""
    return drafted_world()


@remembered
def drafted_world() -> World:
    world = make_world()
    draw_round(tournament_id=world.tournament.pk, seed=1)
    round_ = world.tournament.rounds.get(number=2)
    world.games = list(round_.games.order_by("board_number"))
    return world
