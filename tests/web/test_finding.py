"""What would you like to do? Pages, settings, words and players are found by their words."""

import re

import pytest
from django.test import Client

from tests.support.world import World
from tournament.models import Role

PAGE = "/director/coupe/find/"


def found(client: Client, text: str) -> dict[str, list[str]]:
    """Return the addresses that are found, by the titles of their kinds."""
    page = client.get(PAGE, {"q": text}).text.split("data-go-found")[1].split("</main>")[0]
    parts = page.split("<h2 ")[1:]
    return {
        part.split(">")[1].split("<")[0]: re.findall(r'<a href="([^"]+)"', part) for part in parts
    }


@pytest.mark.parametrize(
    ("text", "kind", "first"),
    [
        ("", "Pages", "/director/coupe/"),
        ("pair", "Pages", "/director/coupe/rounds/"),
        ("how do I import a list", "Pages", "/director/coupe/players/"),
        ("apparier", "Pages", "/director/coupe/rounds/"),
        ("KOMI", "Settings", "/director/coupe/settings/system/#komi"),
        ("sosm", "Glossary", "/help/words/#sos"),
        ("bea", "Players", "/director/coupe/players/"),
    ],
)
def test_things_are_found_by_their_words(director: Client, text: str, kind: str, first: str):
    assert found(director, text)[kind][0].startswith(first)


def test_a_page_that_is_found_says_what_is_done_there(director: Client):
    page = director.get(PAGE, {"q": "pair"}).text
    assert "Pair, publish and close rounds; enter results." in page
    assert "exchange players" not in page, "words to be found by are for nobody to read"


def test_nothing_is_found_by_what_nobody_says(director: Client):
    assert found(director, "xyzzy") == {}
    assert "Nothing found." in director.get(PAGE, {"q": "xyzzy"}).text


def test_everybody_finds_only_where_they_may_go(world: World):
    for role in (Role.HELPER, Role.REFEREE, Role.ASSISTANT):
        client = world.client(role)
        for text in ("", "komi", "results", "bea", "staff", "rulings"):
            for addresses in found(client, text).values():
                for address in addresses:
                    assert client.get(address).status_code in (200, 302), (role, address)
