"""A tournament for the tests of the pages."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.web.world import World, filled_world, make_world
from tournament.models import Role, Tournament


@pytest.fixture
def world(db: None) -> World:
    """Eight players, round 1 with four open games."""
    return make_world()


@pytest.fixture
def filled(db: None) -> World:
    """The same with the games of round 1 in four states, and an open round 2."""
    return filled_world()


@pytest.fixture
def director(world: World) -> Client:
    """The browser of the one whose tournament it is."""
    return world.client(Role.DIRECTOR)


@pytest.fixture
def registration_open(world: World) -> None:
    """Players may register themselves, and none has done so before."""
    cache.clear()
    Tournament.objects.update(registration_open=True)
