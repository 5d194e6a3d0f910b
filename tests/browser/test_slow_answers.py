"""Forms that make something, on a slow network: pressed twice, reloaded meanwhile, gone back to."""

import re
from collections.abc import Iterator

import pytest
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import profile
from tests.support.processes import wait_until
from tests.support.slow import SlowNetwork
from tournament.models import AccessLink, Player, Role, Tournament
from tournament.staff.services import issue_link
from tournament.tournaments.services import create_tournament

SLOW = 1.5
LINK = re.compile(r"/l/.+")


@pytest.fixture
def network(live_server: LiveServer) -> Iterator[SlowNetwork]:
    slow = SlowNetwork(live_server.url)
    with slow.running(), override_settings(SHINPAN_ANYBODY_CREATES=True):
        yield slow


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """Open a tab without scripts: with them the second of two presses does nothing."""
    context = profile(browser, java_script_enabled=False)
    yield context.new_page()
    context.close()


def directing(page: Page, network: SlowNetwork, *slugs: str) -> None:
    """Make tournaments, and open their directors' links on this device."""
    for slug in slugs:
        made = create_tournament(name=slug.title(), slug=slug, rules="french")
        token = issue_link(tournament_id=made.pk, role=Role.DIRECTOR, label="Aki")
        page.goto(f"{network.url}/l/{token}/")
        page.locator("main form button").click()
        page.wait_for_url("**/director/**")


def pressed(page: Page, network: SlowNetwork, name: str, times: int = 1) -> None:
    """Press a button so many times; after each wait until the server has done what it asks for.

    With the mouse, for Playwright's own clicks wait for the answer to the one before.
    """
    button = page.get_by_role("button", name=name, exact=True)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for _ in range(times):
        before = network.forms
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_until(lambda before=before: network.forms > before, "the server has answered")


def filled_in(page: Page, network: SlowNetwork) -> None:
    page.goto(f"{network.url}/new/")
    page.get_by_label("Name of the tournament").fill("Coupe de Brest")
    page.get_by_label("Time zone").select_option("Europe/Paris")
    page.get_by_role("radio", name="French").check()
    network.seconds = SLOW


def the_link(page: Page) -> str:
    field = page.get_by_label("The link", exact=True)
    expect(field).to_have_value(LINK)
    return field.input_value()


def directs(page: Page, network: SlowNetwork, *slugs: str) -> None:
    for slug in slugs:
        page.goto(f"{network.url}/director/{slug}/settings/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


@pytest.mark.parametrize("others", [(), ("one", "two")])
def test_create_pressed_twice_shows_the_link_and_loses_nothing(
    plain: Page, network: SlowNetwork, others: tuple[str, ...]
) -> None:
    directing(plain, network, *others)
    filled_in(plain, network)
    pressed(plain, network, "Create the tournament", times=2)
    link = the_link(plain)
    network.seconds = 0
    assert Tournament.objects.filter(name="Coupe de Brest").count() == 1
    plain.reload()
    assert the_link(plain) == link
    directs(plain, network, *others, "coupe-de-brest")
    plain.goto(link.replace(re.match(r"http://[^/]+", link).group(), network.url))  # type: ignore[union-attr]
    expect(plain.get_by_role("button", name="Continue as director")).to_be_visible()


@pytest.mark.parametrize("others", [(), ("one", "two")])
def test_create_and_a_reload_meanwhile_still_lead_to_the_link(
    page: Page, network: SlowNetwork, others: tuple[str, ...]
) -> None:
    directing(page, network, *others)
    filled_in(page, network)
    pressed(page, network, "Create the tournament")
    page.context.new_cdp_session(page).send("Page.reload")  # as the key does: at once
    network.seconds = 0
    page.get_by_role("link", name="See it now").click()
    the_link(page)
    assert Tournament.objects.filter(name="Coupe de Brest").count() == 1
    directs(page, network, *others, "coupe-de-brest")


def test_tournaments_whose_answers_were_lost_wait_in_sight(
    page: Page, network: SlowNetwork
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    filled_in(page, network)
    pressed(page, network, "Create the tournament")
    page.context.new_cdp_session(page).send("Page.reload")
    expect(page.get_by_role("link", name="See it now (Coupe de Brest)")).to_be_in_viewport()
    # Believed to be lost, it is typed again, and that answer is lost as well.
    filled_in(page, network)
    pressed(page, network, "Create the tournament")
    page.context.new_cdp_session(page).send("Page.reload")
    waiting = page.get_by_role("link", name="See it now (Coupe de Brest)")
    expect(waiting).to_have_count(2)
    for shown in waiting.all():
        expect(shown).to_be_in_viewport()
    network.seconds = 0
    page.goto(f"{network.url}/director/coupe-de-brest/settings/")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    for left in (1, 0):
        waiting.first.click()
        the_link(page)
        expect(waiting).to_have_count(left)
    directs(page, network, "coupe-de-brest", "coupe-de-brest-2")


def test_the_link_is_gone_once_its_page_is_left(page: Page, network: SlowNetwork) -> None:
    filled_in(page, network)
    network.seconds = 0
    page.get_by_role("button", name="Create the tournament").click()
    the_link(page)
    shown = page.url
    page.get_by_role("link", name="Next: 2 System").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("System")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(shown)
    expect(page.get_by_label("The link", exact=True)).to_have_count(0)
    directs(page, network, "coupe-de-brest")


def test_gone_back_and_sent_again_unchanged_makes_one_tournament(
    page: Page, network: SlowNetwork
) -> None:
    filled_in(page, network)
    page.get_by_label("Address of its pages").fill("brest")
    network.seconds = 0
    page.get_by_role("button", name="Create the tournament").click()
    the_link(page)
    page.go_back()
    if page.get_by_label("Name of the tournament").input_value():
        page.get_by_role("button", name="Create the tournament").click()
        the_link(page)
    assert Tournament.objects.filter(name="Coupe de Brest").count() == 1


def test_a_helper_invited_with_two_presses_has_one_link(plain: Page, network: SlowNetwork) -> None:
    directing(plain, network, "one")
    plain.goto(f"{network.url}/director/one/staff/")
    plain.get_by_label("For whom").fill("Béa")
    plain.get_by_role("radio", name=re.compile("^Helper")).check()
    network.seconds = SLOW
    pressed(plain, network, "Make the link", times=2)
    link = the_link(plain)
    network.seconds = 0
    assert AccessLink.objects.usable().filter(role=Role.HELPER).count() == 1
    plain.reload()
    assert the_link(plain) == link


def test_a_player_entered_with_two_presses_is_there_once(plain: Page, network: SlowNetwork) -> None:
    directing(plain, network, "one")
    plain.goto(f"{network.url}/director/one/players/")
    plain.get_by_label("Surname").fill("Sato")
    plain.get_by_label("Rank", exact=False).first.fill("3k")
    network.seconds = SLOW
    pressed(plain, network, "Enter", times=2)
    expect(plain).to_have_url(re.compile(r"/players/\?entered=1$"))
    expect(plain.locator("#players-list")).to_contain_text("Sato")
    expect(plain.get_by_role("alert")).to_have_count(0)
    assert Player.objects.filter(surname="Sato").count() == 1


def test_a_private_link_opened_with_two_presses_loses_no_other(
    plain: Page, network: SlowNetwork
) -> None:
    directing(plain, network, "one", "two")
    made = create_tournament(name="Three", slug="three", rules="french")
    token = issue_link(tournament_id=made.pk, role=Role.DIRECTOR, label="Aki")
    plain.goto(f"{network.url}/l/{token}/")
    network.seconds = SLOW
    pressed(plain, network, "Continue as director", times=2)
    network.seconds = 0
    expect(plain).to_have_url(re.compile("/director/three/$"))
    directs(plain, network, "one", "two", "three")
