"""The side bar marks the room that a page of the staff belongs to."""

import re

import pytest

from tests.support.world import World
from tournament.models import Role

ROOM = re.compile(r'<a href="([^"]*)"[^>]* aria-current="(page|true)"')


@pytest.mark.parametrize(
    ("page", "room", "marked"),
    [
        ("", "", "page"),
        ("players/", "players/", "page"),
        ("players/import/", "players/", "true"),
        ("dates/", "settings/", "true"),
        ("mails/", "settings/", "true"),
        ("webhooks/", "settings/", "true"),
        ("records/", "files/", "true"),
        ("tokens/", "staff/", "true"),
        ("rounds/1/correct/", "rounds/", "true"),
        ("find/", None, ""),
    ],
)
def test_the_room_of_a_page_is_marked(
    filled: World, page: str, room: str | None, marked: str
) -> None:
    answer = filled.client(Role.DIRECTOR).get(f"/director/coupe/{page}")
    rooms = answer.text.partition('class="rooms"')[2].partition("</nav>")[0]
    expected = [] if room is None else [(f"/director/coupe/{room}", marked)]
    assert ROOM.findall(rooms) == expected
