"""A tournament for the tests of the pages."""

import pytest

from tests.web.world import World, add_round, fill, make_world


@pytest.fixture
def world(db: None) -> World:
    """Eight players, round 1 with four open games."""
    return make_world()


@pytest.fixture
def filled(world: World) -> World:
    """The same with the games of round 1 in four states, and an open round 2."""
    fill(world)
    add_round(world)
    return world
