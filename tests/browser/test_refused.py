"""A form comes back with errors on a phone: what is wrong has the focus and is in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import Finger
from tests.browser.test_case_journeys import Come, come  # noqa: F401
from tests.support.world import make_world
from tournament.models import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look_at(page: Page, wrong: Locator) -> None:
    """Expect that this has the focus, can be seen, and that the title speaks of an error."""
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    assert page.title().startswith("Error – ")
    assert not page.title().startswith("Error – Error")


def test_the_summary_of_a_long_form_is_in_view(come: Come) -> None:  # noqa: F811
    director = come(make_world(), "director", role=Role.DIRECTOR, hand=Finger(), language="en")
    page = director.page
    page.goto(f"{director.base}/director/coupe/dates/")
    director.do("#fill summary")
    director.do("button[value=fill]")
    look_at(page, page.locator("main [role=alert]"))
    page.goto(f"{director.base}/director/coupe/settings/further/")
    page.locator("#tables").fill("many")
    page.get_by_role("button", name="Save Tables that are not used").click()
    look_at(page, page.locator("main [role=alert]"))


def test_the_summary_within_a_fold_of_a_page_is_in_view(come: Come) -> None:  # noqa: F811
    world = make_world()
    player = come(world, "player", player=0, hand=Finger(), language="en")
    page = player.page
    page.goto(f"{player.base}/games/{world.games[0].pk}/wrong/")
    player.do("#matter-other summary")
    player.do("#matter-other button.main")
    look_at(page, page.locator("#matter-other [role=alert]"))


def test_what_is_pasted_is_not_cut_and_it_says_how_much_is_too_much(come: Come) -> None:  # noqa: F811
    world = make_world()
    player = come(world, "player", player=0, hand=Finger(), language="en")
    page = player.page
    page.goto(f"{player.base}/games/{world.games[0].pk}/wrong/")
    player.do("#matter-other summary")
    field = page.locator("#matter-other textarea")
    line = page.locator("#matter-other textarea + [aria-live]")
    most = int(field.get_attribute("data-most") or 0)
    field.fill("x" * (most // 2))
    expect(line).to_be_empty()
    field.fill("x" * (most - 7))
    expect(line).to_contain_text("7")
    field.fill("x" * (most + 12))
    expect(line).to_contain_text("over the limit: 12")
    player.do("#matter-other button.main")
    expect(field).to_have_value("x" * (most + 12))
    expect(line).to_contain_text("over the limit: 12")


def test_a_page_without_errors_leaves_the_focus_alone(come: Come) -> None:  # noqa: F811
    director = come(make_world(), "director", role=Role.DIRECTOR, hand=Finger(), language="en")
    page = director.page
    page.goto(f"{director.base}/director/coupe/settings/system/")
    assert page.evaluate("document.activeElement === document.body")
    assert not page.title().startswith("Error")
