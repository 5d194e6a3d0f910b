"""A tournament, and programs that call the API about it."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.api.client import Api, player_api, staff_api
from tests.support.world import World, make_world
from tournament.models import Role


@pytest.fixture(autouse=True)
def nobody_has_called() -> Iterator[None]:
    """Count every test's calls from the beginning."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    """Eight players, round 1 with four open games."""
    return make_world()


@pytest.fixture
def anybody() -> Api:
    """A program without a token."""
    return Api()


@pytest.fixture
def director(world: World) -> Api:
    """A program of the tournament's owner, with every scope."""
    return staff_api(world, Role.DIRECTOR)


@pytest.fixture
def helper(world: World) -> Api:
    """A program of a helper."""
    return staff_api(world, Role.HELPER)


@pytest.fixture
def player(world: World) -> Api:
    """A program of the first player."""
    return player_api(world, 0)
