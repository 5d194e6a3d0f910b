"""The staff's way around on a telephone: one bar with the event's name, and all rooms behind it."""

from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import PHONE, profile
from tests.support.world import make_world


def test_the_rooms_open_from_the_bar_and_close_again(
    browser: Browser, live_server: LiveServer
) -> None:
    world = make_world()
    context = profile(browser, viewport=PHONE)
    session = world.client("director").cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": live_server.url}])
    page = context.new_page()
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
    context.close()


def test_a_page_below_a_room_marks_the_room(browser: Browser, live_server: LiveServer) -> None:
    world = make_world()
    context = profile(browser, viewport={"width": 1280, "height": 800})
    session = world.client("director").cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/director/{world.tournament.slug}/players/import/")
    marked = page.locator("nav.rooms [aria-current]")
    expect(marked).to_have_text("Players")
    expect(marked).to_have_attribute("aria-current", "true")
    context.close()
