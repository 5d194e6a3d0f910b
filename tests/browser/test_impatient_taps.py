"""Who taps again and again where a button was confirms nothing that they have not read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Finger
from tests.browser.test_case_journeys import Come, come  # noqa: F401
from tests.support.world import make_world, report
from tournament.models import Game, GameState

# Every page that comes taps on at the place and pace that the session says. Chromium itself never
# answers some of the taps that it is told to make while a page is on its way.
TAPPING = """
window.setInterval(() => {
  const told = JSON.parse(sessionStorage.getItem("tapping") ?? "null");
  if (!told || told.left < 1 || Date.now() < told.next) {
    return;
  }
  const { x, y, every, left } = told;
  const next = Date.now() + every;
  sessionStorage.setItem("tapping", JSON.stringify({ ...told, left: left - 1, next }));
  const tap = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y, view: window };
  document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent("click", tap));
}, 20);
"""
TAP = "(told) => sessionStorage.setItem('tapping', JSON.stringify({ ...told, next: 0 }))"
LEFT = "JSON.parse(sessionStorage.getItem('tapping')).left"

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("every", [120, 550])
def test_a_report_that_was_replaced_is_not_confirmed_by_tapping_on(
    come: Come,  # noqa: F811
    every: int,
) -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+0.5")
    player = come(world, "player", player=1, hand=Finger(), language="en")
    page = player.page
    page.route("**/live/**", lambda route: route.abort())  # offline for a moment
    page.add_init_script(TAPPING)
    player.to_game(world)
    # The second time the page has its warning already, and the button stays in its place.
    for claim, taps in (("B+10.5", 1), ("B+20.5", 6)):
        report(game, game.black, claim)
        place = page.locator("#confirm").bounding_box()
        assert place is not None
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        page.evaluate(TAP, {"x": x, "y": y, "every": every, "left": taps})
        page.wait_for_timeout(taps * every + 2_500)
        page.wait_for_load_state()
        assert page.evaluate(LEFT) == 0
    game = Game.objects.get(pk=game.pk)
    assert game.state == GameState.REPORTED
    expect(page.locator("main")).to_contain_text("20.5")
    player.to_game(world)
    page.locator("#confirm").tap()
    player.see("Both players have confirmed. The result is final.")


def test_contesting_twice_in_the_same_place_accepts_nothing(come: Come) -> None:  # noqa: F811
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+R")
    player = come(world, "player", player=1, hand=Finger(), language="en")
    page = player.page
    player.to_game(world)
    page.locator("#contest").tap()
    send = page.locator("main form button[type=submit]").last
    send.scroll_into_view_if_needed()
    place = send.bounding_box()
    assert place is not None
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    accept = page.locator("#accept")
    accept.wait_for()
    assert accept.is_disabled()
    accept.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this right?")
    assert Game.objects.get(pk=game.pk).state == GameState.DISPUTED
    page.locator("main form button[data-read-first]").tap()
    player.see("Both players have confirmed. The result is final.")
