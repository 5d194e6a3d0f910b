"""Tournaments and their people, for the tests of services and pages."""

import pytest
from django.core.cache import cache
from django.test import Client

from adjudication import SPEED
from adjudication.models import Case
from speed import SpeedState
from tests.support.desk_world import referee
from tests.support.life_world import disputed
from tests.support.remembered import remembered
from tests.support.world import World, filled_world, make_world
from tournament.audit.services.persons import person_of
from tournament.models import Person, Role, Tournament
from tournament.rounds.services.draws import draw_round


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


@pytest.fixture
def uncompiled() -> None:
    """Leave a test out that changes constants or functions which the compiled kernel has inside."""
    if SPEED.state is SpeedState.COMPILED:
        pytest.skip("it changes what is compiled in")
