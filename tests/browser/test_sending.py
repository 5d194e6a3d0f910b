"""Forms on their way: what a press says, a second one, and a server that is not there."""

import re
from collections.abc import Iterator

import pytest
from django.test import override_settings
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import axe, impatient, signed_in
from tests.support.processes import wait_until
from tests.support.slow import SlowNetwork
from tests.support.world import World
from tournament.models import Role, Round, Tournament
from tournament.players.services.players import add_player
from tournament.tournaments.services import create_tournament

SLOW = 1.5
NOTE = """document.addEventListener("submit", ({ submitter }) => setTimeout(() => {
  const said = document.querySelector("body > p[role=status]").textContent;
  sessionStorage.noted = [submitter.textContent, submitter.ariaDisabled, said].join(" ");
}, 300))"""


@pytest.fixture
def network(live_server: LiveServer) -> Iterator[SlowNetwork]:
    slow = SlowNetwork(live_server.url)
    with slow.running(), override_settings(SHINPAN_ANYBODY_CREATES=True):
        yield slow


def click_in(page: Page, name: str, times: int = 1) -> None:
    """Press with the mouse: Playwright's own clicks wait for the answer to the one before."""
    button = page.get_by_role("button", name=name, exact=True)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for _ in range(times):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_round_is_paired_once_and_the_button_says_so(page: Page, network: SlowNetwork) -> None:
    cup = create_tournament(name="Cup", slug="cup", rules="french")
    for surname in ("Sato", "Li", "Kim", "Ito"):
        add_player(tournament_id=cup.pk, surname=surname, rank="3k")
    signed_in(page.context, World(cup).client(Role.DIRECTOR), network.url)
    page.goto(f"{network.url}/director/cup/rounds/1/")
    expect(page.get_by_role("button", name="Pair this round")).to_be_visible()
    # Playwright does not look at a page that is being left: it notes by itself what it says.
    page.evaluate(NOTE)
    network.seconds, before = SLOW, network.forms
    click_in(page, "Pair this round", times=2)
    expect(page.locator("table.boards")).to_be_visible()
    assert page.evaluate("sessionStorage.noted") == "Pairing… true Pairing…"
    assert network.forms == before + 1
    assert Round.objects.get(number=1).draws.count() == 1
    page.go_back()
    expect(page.get_by_role("button", name=re.compile("^Pair"))).not_to_have_attribute(
        "aria-busy", "true"
    )


def test_a_file_that_takes_long_says_for_how_long_and_is_saved(
    page: Page, network: SlowNetwork
) -> None:
    cup = create_tournament(name="Cup", slug="cup", rules="french")
    for surname in ("Sato", "Li"):
        add_player(tournament_id=cup.pk, surname=surname, rank="3k")
    signed_in(page.context, World(cup).client(Role.DIRECTOR), network.url)
    page.goto(f"{network.url}/director/cup/print/")
    link = page.get_by_role("link", name="PDF Starting list")
    before = link.inner_text()
    network.seconds = 3
    with page.expect_download() as saved:
        link.click()
        expect(page.locator(".under-way")).to_have_text(re.compile("Making the PDF… [12] s"))
        expect(page.locator("body > p[role=status]")).to_have_text("Making the PDF…")
        link.or_(page.locator("a[aria-busy]")).click()  # a second press asks for nothing
        network.seconds = 0
    assert saved.value.suggested_filename.endswith(".pdf")
    expect(page.locator(".under-way")).to_have_count(0)
    expect(page.get_by_role("link", name="PDF Starting list")).to_have_text(before)


def test_what_was_typed_stays_until_the_server_is_there(page: Page, network: SlowNetwork) -> None:
    page.goto(f"{network.url}/new/")
    page.get_by_label("Name of the tournament").fill("Coupe de Brest")
    page.get_by_role("radio", name="French").check()
    page.context.set_offline(True)
    page.get_by_role("button", name="Create the tournament").click()
    lost = page.get_by_role("alert").filter(has_text="The server did not answer")
    expect(lost).to_be_in_viewport()
    expect(page.get_by_label("Name of the tournament")).to_have_value("Coupe de Brest")
    assert not axe(page).response["violations"]
    page.context.set_offline(False)
    # A proxy that answers for a server that is gone.
    page.route("**/healthz", lambda route: route.fulfill(status=502, body="x"))
    page.get_by_role("button", name="Create the tournament").click()
    expect(lost).to_have_count(1)
    expect(page.get_by_label("Name of the tournament")).to_have_value("Coupe de Brest")
    page.unroute("**/healthz")
    asked: list[Route] = []
    page.route("**/healthz", lambda route: asked.append(route))
    impatient(page)
    click_in(page, "Create the tournament", times=2)
    button = page.get_by_role("button", name="Create the tournament")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(lost).to_be_hidden()
    assert not axe(page).response["violations"]
    (only,) = asked
    only.fulfill(status=500, body="there, though not well")
    expect(page.get_by_label("The link", exact=True)).to_be_visible()
    assert Tournament.objects.filter(name="Coupe de Brest").count() == 1


def test_what_was_only_chosen_stays_as_well(page: Page, network: SlowNetwork) -> None:
    page.goto(f"{network.url}/new/")
    name = page.get_by_label("Name of the tournament")
    name.fill("Coupe de Brest")
    name.evaluate("field => field.defaultValue = field.value")  # as if it had come like that
    page.get_by_text("Other rule sets").click()
    page.locator("[name=rules][value=beginner]").check()
    page.route("**/healthz", lambda route: route.fulfill(status=502, body="x"))
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("alert").filter(has_text="The server did not answer")).to_be_visible()
    expect(page.locator("[name=rules][value=beginner]")).to_be_checked()


def test_a_page_that_is_stopped_from_being_left_can_send_again(
    page: Page, network: SlowNetwork
) -> None:
    page.goto(f"{network.url}/new/")
    page.get_by_label("Name of the tournament").fill("Coupe de Brest")
    page.get_by_role("radio", name="French").check()
    impatient(page)
    network.seconds, before = SLOW, network.forms
    click_in(page, "Create the tournament")
    wait_until(lambda: network.forms > before, "the server has answered")
    page.context.new_cdp_session(page).send("Page.stopLoading")
    button = page.get_by_role("button", name="Create the tournament")
    expect(button).not_to_have_attribute("aria-busy", "true")
    network.seconds = 0
    button.click()
    expect(page.get_by_label("The link", exact=True)).to_be_visible()
    assert Tournament.objects.filter(name="Coupe de Brest").count() == 1
