"""How a page says what is wrong in a form: its title, its words, in English and in French."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client, override_settings

from tests.support.world import World, make_world
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db

SETTINGS = "/director/coupe/settings/"
PAGES = (
    (SETTINGS + "event/", {"name": ""}),
    (SETTINGS + "further/", {"do": "tables", "tables": "many"}),
    ("/director/coupe/mails/", {"remind_hours": "-1"}),
    ("/director/coupe/dates/", {"step": "fill"}),
    ("/director/coupe/webhooks/", {"url": ""}),
)


@pytest.fixture
def world() -> World:
    return make_world()


def title(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page, re.S)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize(("address", "sent"), PAGES)
def test_the_title_of_a_page_with_errors_says_so_first(
    world: World, address: str, sent: dict[str, str]
) -> None:
    director = world.client(Role.DIRECTOR)
    assert not title(director.get(address).content.decode()).startswith("Error")
    answer = director.post(address, sent)
    assert answer.status_code == 400
    assert title(answer.content.decode()).startswith("Error – ")
    assert title(answer.content.decode()).count("Error") == 1


@pytest.mark.parametrize(
    ("address", "sent", "said"),
    [
        ("/director/coupe/mails/", {"remind_hours": "-1"}, "Write a whole number from 0 to 336."),
        ("/director/coupe/dates/", {"step": "fill", "every": "0"}, "a whole number from 1 to 366."),
        ("/director/coupe/webhooks/", {"url": ""}, "Fill this in."),
    ],
)
def test_what_is_refused_is_said_in_words_of_ours(
    world: World, address: str, sent: dict[str, str], said: str
) -> None:
    page = unescape(world.client(Role.DIRECTOR).post(address, sent).content.decode())
    assert said in page
    for words in ("Ensure this value", "This field is required", "underscores", "valid “slug”"):
        assert words not in page


@override_settings(SHINPAN_ANYBODY_CREATES=True)
def test_a_bad_address_is_answered_as_its_hint_says() -> None:
    sent = {"name": "Coupe", "director_name": "Aki", "rules": "french", "slug": "no way!"}
    page = unescape(Client().post("/new/", sent).content.decode())
    assert "Write the address with letters a to z, digits and hyphens." in page


def test_what_is_no_country_is_answered_with_what_to_write(world: World) -> None:
    Tournament.objects.update(registration_open=True)
    page = Client().post("/t/coupe/register/", {"country": "Frankonia"}).content.decode()
    assert "Write the name of a country or its code, such as France or FR." in page
    assert "characters" not in page


def test_french_sets_a_space_before_the_colon_of_a_summary(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    french = {"HTTP_ACCEPT_LANGUAGE": "fr"}
    page = director.post(SETTINGS + "event/", {"name": ""}, **french).content.decode()
    assert re.search(r"<li><a href=\"#\w+\">[^<]+</a>\u00a0: ", page)
    assert not re.search(r"</a>: ", page)


def test_french_has_two_words_for_the_boards_of_a_hall_and_the_size_of_one(world: World) -> None:
    page = world.client(Role.DIRECTOR).get(SETTINGS + "event/", HTTP_ACCEPT_LANGUAGE="fr")
    assert "Taille du plateau" in page.content.decode()


def test_a_time_without_its_day_is_answered_at_its_inputs(world: World) -> None:
    sent = {"step": "save", "opens_at_3_time": "18:00"}
    page = world.client(Role.DIRECTOR).post("/director/coupe/dates/", sent).content.decode()
    assert "Choose the day, too." in page
    tag = re.search(r'<input[^>]*name="opens_at_3_day"[^>]*>', page)
    assert tag is not None
    described = re.search(r'aria-describedby="([^"]+)"', tag[0])
    assert described is not None
    assert all(f'id="{name}"' in page for name in described[1].split())
