"""A tournament, somebody who listens, and servers that take what is sent."""

from collections.abc import Iterator

import pytest

from tests.support.receiver import Receiver, receiving
from tests.web.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    settings.SHINPAN_WEBHOOK_PRIVATE = True
    with receiving() as server:
        yield server
