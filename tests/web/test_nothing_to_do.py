"""Pages where there is nothing to do say why and where to go, and ask nothing."""

import re

import pytest

from tests.support.world import filled_world
from tests.web.routes.tables import PAGES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "heading", "onward"),
    [
        ("asked, question", "Nothing to answer", r"/games/\d+/"),
        ("registration closed", "Registration is closed", "/t/coupe/event/"),
        ("reopen", "Coupe d’été is open", "/director/coupe/closing/"),
        ("date of a game", "No date to agree on", r"/games/\d+/"),
    ],
)
def test_it_says_so_and_leads_on(page: str, heading: str, onward: str) -> None:
    world = filled_world()
    visitor, address = PAGES[page]
    shown = visitor(world).get(address(world)).text
    (title,) = re.findall(r"<h1[^>]*>(.*?)</h1>", shown, re.DOTALL)
    assert title.strip() == heading
    (leads,) = re.findall(r'<a class="button main"[^>]* href="([^"]+)"', shown)
    assert re.fullmatch(onward, leads)
