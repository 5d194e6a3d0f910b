"""From an empty page to round 1 with few clicks, and to everything else by a key."""

import re
from collections.abc import Iterator

import pytest
from django.test import override_settings
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Demo, Visit
from tests.support.browser import axe
from tournament.models import Game, Player, Round, RoundState, Status, Tournament

MOST = 9
PLAYERS = 64
LIST = "\n".join(
    [
        "Surname;First name;Rank;Club;Country",
        *(f"Name{at:02};Ann;{at % 20 + 1}k;Club {at % 9};FR" for at in range(PLAYERS)),
    ]
)
CUP = "/director/clear-stone-cup/"


class Mouse:
    """A hand with a mouse that counts: typing is free where the page is ready for it."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, role: str, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.clicks += 1

    def type(self, field: Locator, text: str) -> None:
        expect(field).to_be_focused()
        self.page.keyboard.insert_text(text)


@pytest.fixture
def anybody(page: Page, live_server: LiveServer) -> Iterator[Mouse]:
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        page.goto(live_server.url)
        yield Mouse(page)


def test_from_an_empty_page_to_round_1_of_64_players(anybody: Mouse) -> None:
    page = anybody.page
    anybody.click("link", "Create a tournament")
    anybody.type(page.get_by_label("Name of the tournament"), "Coupe de Brest")
    anybody.click("radio", "French")
    anybody.click("button", "Create it and publish it at once")
    anybody.click("link", "Paste or load a list")
    anybody.type(page.get_by_label("Rows, one player each"), LIST)
    anybody.click("button", "Check the list")
    anybody.click("button", re.compile(f"^Enter all {PLAYERS}"))
    anybody.click("link", "Prepare round 1")
    anybody.click("button", "Pair this round")
    anybody.click("button", "Publish")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#publish-tournament")).to_have_count(0)
    assert Tournament.objects.get().status == Status.PUBLIC
    assert Round.objects.get().state == RoundState.PUBLISHED
    assert Player.objects.count() == PLAYERS
    assert Game.objects.count() == PLAYERS // 2
    assert anybody.clicks <= MOST


def test_pages_and_settings_are_found_by_keyboard(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}{CUP}")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="A page, a setting, a word or a player")
    expect(field).to_be_focused()
    page.keyboard.type("komi of even")
    found = page.locator("dialog .go a")
    expect(found.filter(has_text="Komi of even games")).to_be_visible()
    assert not axe(page).response["violations"]
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("undo")
    expect(found).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(found).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{CUP}history/")
    page.goto(f"{demo.url}{CUP}players/")
    page.locator("#q").focus()
    page.keyboard.press("/")  # in a field it is a letter
    expect(page.locator("#q")).to_have_value("/")
    expect(field).to_have_count(0)
    page.get_by_role("link", name="Check-in").first.focus()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("prizes")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{CUP}prizes/")
