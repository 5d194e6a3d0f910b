"""The page of a case: what was found is said once, and every way leads on once."""

import pytest

from tests.support.world import filled_world
from tests.web.routes.tables import PAGES

pytestmark = pytest.mark.django_db


def test_a_finding_and_the_steps_of_its_articles_stand_there_once() -> None:
    world = filled_world()
    visitor, address = PAGES["case, taken"]
    page = visitor(world).get(address(world)).text
    assert page.count("retakes the ko on the very next move") == 1
    assert page.count("/steps/illegal_move/") == 1
    assert page.count("Similar precedents") == 1
    ruling, at = PAGES["ruling"]
    assert "/steps/" not in ruling(world).get(at(world)).text
