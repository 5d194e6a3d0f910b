"""Deleting a tournament by keyboard, which nobody sees any more, and bringing it back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands import Keys
from tests.support.browser import DESKTOP, PHONE, axe, profile, ready, signed_in
from tests.support.environment import times
from tests.support.world import make_world
from tournament.models import Role

SCREENS = {"1280": DESKTOP, "390": PHONE}


@pytest.fixture(params=list(SCREENS)[: times(1, long=2)])
def page(
    browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[Page]:
    context = profile(browser, viewport=SCREENS[request.param], color_scheme="dark")
    page = context.new_page()
    world = make_world()
    signed_in(context, world.client(Role.DIRECTOR), live_server.url)
    page.goto(f"{live_server.url}/director/coupe/")
    yield page
    context.close()


def clean(page: Page) -> None:
    results = axe(ready(page))
    assert results.violations_count == 0, results.generate_report()


def press(page: Page, name: str, role: str = "button") -> None:
    Keys().press(page.get_by_role(role, name=name, exact=True).first)  # type: ignore[arg-type]


def test_it_is_deleted_and_brought_back(
    browser: Browser, live_server: LiveServer, page: Page
) -> None:
    stranger = profile(browser).new_page()
    page.goto(f"{live_server.url}/director/coupe/settings/")
    press(page, "Visibility and end", "link")
    clean(page)
    press(page, "Delete the tournament …", "link")
    Keys().write(page.get_by_label("Type the name of the tournament"), "Coupe")
    press(page, "Delete")
    expect(page.get_by_label("Type the name of the tournament")).to_have_attribute(
        "aria-invalid", "true"
    )
    clean(page)
    Keys().write(page.get_by_label("Type the name of the tournament"), "Coupe d’été")
    press(page, "Delete")
    expect(page.get_by_role("heading", level=1)).to_have_text("Coupe d’été is deleted")
    clean(page)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    assert stranger.goto(f"{live_server.url}/t/coupe/").status == 404  # type: ignore[union-attr]
    with page.expect_download() as kept:
        press(page, "Download the archive", "link")
    assert kept.value.suggested_filename == "coupe-archive.zip"
    press(page, "Bring it back")
    expect(page.get_by_role("heading", level=1)).to_have_text("Visibility and end")
    expect(page.locator("main")).to_contain_text(re.compile("back as it was"))
    assert stranger.goto(f"{live_server.url}/t/coupe/").status == 200  # type: ignore[union-attr]
    stranger.context.close()
