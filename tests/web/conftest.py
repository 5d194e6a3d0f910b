"""A tournament for the tests of the pages."""

import pytest
from django.core.cache import cache
from django.test import Client

from adjudication.models import Case
from tests.web.desk_world import referee
from tests.web.life_world import disputed
from tests.web.world import World, filled_world, make_world
from tournament.models import Person, Role, Tournament
from tournament.services.persons import person_of


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


@pytest.fixture
def rita(world: World) -> Client:
    """A referee's browser."""
    return world.client(Role.REFEREE)


@pytest.fixture
def case(world: World) -> Case:
    """A case about a bent four in the corner: each player says the other's stones are dead."""
    return disputed(world)


@pytest.fixture
def person(world: World) -> Person:
    """The referee as the record knows her."""
    found = person_of(world.tournament.pk, referee(world))
    assert found is not None
    return found
