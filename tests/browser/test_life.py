"""A referee has a disputed group looked into and plays through the proof, in a real browser."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from jobs.worker import run_job
from tests.browser.hands import TOO_WIDE, Keys
from tests.support.browser import PHONE, axe, keep_picture, profile, signed_in
from tests.support.desk_world import at
from tests.support.life_world import BLACK_SEVEN, disputed
from tests.support.world import make_world
from tournament.models import Role

Look = Callable[[str], None]


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A referee's phone, in a tournament with a case about a bent four in the corner."""
    world = make_world()
    address = at(disputed(world))
    context = profile(browser, viewport=PHONE, color_scheme="dark", reduced_motion="reduce")
    signed_in(context, world.client(Role.REFEREE), live_server.url)
    opened = context.new_page()
    opened.goto(live_server.url + address)
    yield opened
    context.close()


def look(page: Page, name: str) -> None:
    """See that a page is sound, and keep its picture for a person where that is asked for."""
    keep_picture(page, f"journeys/life-{name}")
    found = axe(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    assert page.evaluate(TOO_WIDE) <= 0, f"{name} is too wide"


def tap(page: Page, column: int, row: int) -> None:
    """Press a point of the 9x9 board, a little beside its middle."""
    drawing = page.locator("#asked svg")
    box = drawing.bounding_box()
    assert box
    extent = 2 * 30 + 20 * 8
    x, y = ((30 + 20 * one + 4) * box["width"] / extent for one in (column, row))
    drawing.click(position={"x": x, "y": y})


def test_a_group_is_looked_into_and_its_proof_played_through_with_the_keys(page: Page) -> None:
    keys = Keys()
    page.locator("#to-life").click()
    told = page.locator("[data-play-status]")
    dead = page.get_by_label("Which other stones are dead without dispute?")
    # A page that has just been committed has no body yet: a locator waits for it.
    page.locator("body").evaluate("body => { body.dataset.here = 'still'; }")
    tap(page, 8, 7)
    expect(page.locator("#group-J2")).to_have_attribute("aria-current", "true")
    expect(page.locator(".sign.triangle")).to_have_count(3)
    expect(told).to_contain_text("points, 2 of them empty")
    page.locator("#tap-agreed_dead").click()
    expect(page.locator("#tap-agreed_dead")).to_have_attribute("aria-current", "true")
    tap(page, 8, 7)
    expect(dead).to_have_value("J2")
    tap(page, 8, 8)  # another stone of the chain
    expect(dead).to_have_value("none")
    page.locator("#tap-area").click()
    expect(page.locator("#tap-area")).to_have_attribute("aria-current", "true")
    tap(page, 5, 4)
    expect(told).to_contain_text("F5 is one corner of the area")
    tap(page, 8, 8)
    expect(page.locator(".shade")).to_have_count(20)
    expect(page.locator("#area")).to_have_value("F5-J1")
    page.locator("#whole-board").click()
    expect(page.locator("#area")).to_have_value("")

    keys.press(page.locator(f"#group-{BLACK_SEVEN}"))
    expect(page.locator(".sign.triangle")).to_have_count(7)
    expect(page.locator(f"#group-{BLACK_SEVEN}")).to_be_focused()
    look(page, "form")
    expect(page.locator("body[data-here]")).to_have_count(1)  # the page was not loaded anew
    keys.tick(page.get_by_label("500,000 positions a question"))
    keys.press(page.locator("#ask-life"))
    expect(page.get_by_role("heading", name="Waiting for its turn")).to_be_visible()
    look(page, "waiting")
    while run_job():
        pass
    verdict = page.locator("#verdict-1")
    expect(verdict).to_contain_text("The 7 black stones at H4 are dead", timeout=15_000)
    look(page, "verdict")

    keys.press(page.locator("[id^=play-]").nth(1))
    caption = page.locator("[data-play-caption]")
    told = page.locator("[data-play-status]")
    expect(caption).to_have_text("Before the first move.")
    keys.press(page.locator("#step-next"))
    expect(caption).to_contain_text("Move 1: White plays")
    expect(told).to_contain_text("Move 1: White plays")
    expect(page.locator("#step-next")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_text("Here it is over.", exact=True)).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(caption).to_contain_text("Move 1: White plays")
    keys.press(page.locator("#what-pass"))
    expect(page.get_by_role("heading", name="Your own line")).to_be_visible()
    expect(page).to_have_url(re.compile(r"moves=pass"))
    look(page, "what-if")
    keys.press(page.locator("#to-main"))
    expect(page.get_by_role("heading", name="The main line")).to_be_visible()
    page.locator(".board a").first.click()
    expect(page).to_have_url(re.compile("moves="))
    page.go_back()
    expect(page).to_have_url(re.compile("at=1"))


def test_the_board_is_counted_by_tapping_and_goes_into_the_ruling(page: Page) -> None:
    page.locator("#take").click()
    page.locator("#count-board").click()
    score = page.locator("[data-play-caption] strong")
    page.locator("#begin-none").click()
    expect(page).to_have_url(re.compile("begin=none"))
    alive = score.inner_text()
    page.locator("body").evaluate("body => { body.dataset.here = 'still'; }")
    page.locator(".count-board svg a[href*='tap=H4']").click()
    expect(page.locator("[data-play-status]")).to_contain_text("H4 (black, 7 stones): dead.")
    expect(score).not_to_have_text(alive)
    expect(page.locator("body[data-here]")).to_have_count(1)  # the page was not loaded anew
    look(page, "count")

    dead = score.inner_text()
    # The same without a pointer: the arrow keys stand on the point, and Enter taps it.
    status = page.locator("[data-play-status]")
    page.locator("#begin-none").focus()
    for _tab in range(20):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.matches('.count-board svg')"):
            break
    expect(status).to_have_text(re.compile("^E5, "))
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(status).to_have_text("H4, black, dead")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("H4 (black, 7 stones): alive.")
    page.keyboard.press(" ")
    expect(status).to_contain_text("H4 (black, 7 stones): dead.")
    expect(page.locator(".count-board svg")).to_be_focused()
    expect(score).to_have_text(dead)
    look(page, "count-keys")

    box = page.locator(".count-board svg a[href*='tap=H4']").bounding_box()
    assert box is not None
    for _tap in range(2):  # as fast as one likes: alive, dead
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("[data-play-status]")).to_contain_text("H4 (black, 7 stones): dead.")
    expect(score).to_have_text(dead)

    page.locator("#taps-seki").click()
    expect(page.locator("#taps-seki")).to_have_attribute("aria-current", "true")
    page.locator(".count-board svg").focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("H4 (black, 7 stones): in seki.")
    for key in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    expect(status).to_have_text("H4, black, in seki")
    page.locator("#taps-dead").click()
    expect(page.locator("#taps-dead")).to_have_attribute("aria-current", "true")
    page.locator(".count-board svg").focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("H4 (black, 7 stones): dead.")

    page.locator("#set-J2-seki").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#set-J2-seki")).to_have_attribute("aria-current", "true")
    expect(page.locator("#set-J2-seki")).to_be_focused()
    page.locator("#count-fields-summary").click()
    points = page.get_by_label("Empty points that count for nobody")
    points.fill("A9 B9")
    points.press("ArrowLeft")
    page.locator("#count-it").click()
    expect(page.locator(".sign.cross")).to_have_count(2)
    expect(page.locator(".sign.square")).to_have_count(3)  # the stones set to be in seki
    result = score.inner_text()

    page.locator("#use-count").click()
    expect(page.get_by_label("Points on the board, if by points")).to_have_value(
        result.split("+")[1]
    )
    expect(page.locator("[name=effect][value=result]")).to_be_checked()
    look(page, "counted-ruling")
    page.get_by_role("link", name="Back to the board").click()
    expect(score).to_have_text(result)


def test_a_tap_right_after_another_goes_on_from_what_that_led_to(page: Page) -> None:
    page.locator("#to-life").click()
    page.locator("#asked svg").wait_for()
    page.route("**/life/?*", lambda route: (page.wait_for_timeout(400), route.continue_()))
    tap(page, 8, 7)
    tap(page, 7, 5)
    expect(page.locator("#group-J2")).to_have_attribute("aria-current", "true")
    expect(page.locator("#group-H4")).to_have_attribute("aria-current", "true")
    page.wait_for_timeout(300)
    expect(page.locator("#group-J2")).to_have_attribute("aria-current", "true")
