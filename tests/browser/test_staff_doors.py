"""The staff's way around on a telephone: one bar with the event's name, and all rooms behind it."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import DESKTOP, PHONE, profile, signed_in
from tests.support.world import World, make_world


@pytest.fixture
def world(live_server: LiveServer) -> World:
    return make_world()


def directing(browser: Browser, url: str, world: World, viewport: dict[str, int]) -> Page:
    """Return a page in the director's own browser."""
    context = profile(browser, viewport=viewport)
    signed_in(context, world.client("director"), url)
    return context.new_page()


def test_the_rooms_open_from_the_bar_and_close_again(
    browser: Browser, live_server: LiveServer, world: World
) -> None:
    page = directing(browser, live_server.url, world, PHONE)
    page.goto(f"{live_server.url}/director/{world.tournament.slug}/")
    rooms = page.locator("nav.rooms")
    expect(rooms).to_be_hidden()
    bar = page.locator("header .bar")
    expect(bar).to_contain_text(world.tournament.name)
    box = bar.bounding_box()
    assert box
    assert box["height"] < 60
    bar.get_by_role("button").click()
    here = rooms.get_by_role("link", name="Overview", exact=True)
    expect(here).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(rooms).to_be_hidden()
    bar.get_by_role("button").click()
    rooms.get_by_role("link", name="Players", exact=True).click()
    expect(page).to_have_url(f"{live_server.url}/director/{world.tournament.slug}/players/")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(bar).to_be_in_viewport()
    page.context.close()


def test_a_page_below_a_room_marks_the_room(
    browser: Browser, live_server: LiveServer, world: World
) -> None:
    page = directing(browser, live_server.url, world, DESKTOP)
    page.goto(f"{live_server.url}/director/{world.tournament.slug}/players/import/")
    marked = page.locator("nav.rooms [aria-current]")
    expect(marked).to_have_text("Players")
    expect(marked).to_have_attribute("aria-current", "true")
    page.context.close()


def test_what_is_jumped_to_is_not_behind_the_bar(
    browser: Browser, live_server: LiveServer, world: World
) -> None:
    page = directing(browser, live_server.url, world, {"width": PHONE["width"], "height": 300})
    page.goto(f"{live_server.url}/director/{world.tournament.slug}/players/")
    row = page.locator("tbody tr").nth(1)
    row.evaluate("row => row.scrollIntoView()")
    place, bar = row.bounding_box(), page.locator("header .bar").bounding_box()
    assert place
    assert bar
    assert place["y"] >= bar["y"] + bar["height"]
    page.context.close()
