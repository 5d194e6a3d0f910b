"""The staff's doors on a telephone: one line, pushed sideways, that shows that there is more."""

from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import PHONE, profile
from tests.support.world import make_world

# How much is off the side, and how many doors the veil at the right edge lies on.
EDGE = """nav => {
  const line = nav.getBoundingClientRect();
  const style = getComputedStyle(nav, "::after");
  const veil = style.position === "sticky" ? parseFloat(style.inlineSize) : 0;
  const doors = [...nav.querySelectorAll("a")].map((door) => door.getBoundingClientRect());
  return {
    more: nav.scrollWidth - nav.clientWidth,
    veiled: doors.filter((door) => door.left < line.right && door.right > line.right - veil).length,
    tall: line.height,
  };
}"""


def test_doors_off_the_side_are_hinted_at_until_the_last_is_there(
    browser: Browser, live_server: LiveServer
) -> None:
    world = make_world()
    context = profile(browser, viewport=PHONE)
    session = world.client("director").cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/director/{world.tournament.slug}/")
    doors = page.locator("nav.rooms")
    start = doors.evaluate(EDGE)
    assert start["more"] > 0
    assert start["veiled"] > 0
    assert start["tall"] < 60
    doors.evaluate("nav => nav.scrollTo(nav.scrollWidth, 0)")
    assert doors.evaluate(EDGE)["veiled"] == 0
    context.close()
