"""A tournament from the empty page to its settings, by keyboard alone; the preview while typing."""

import re
from collections.abc import Iterator

import pytest
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands import Keys
from tests.support.browser import DESKTOP, PHONE, axe, kept_back, profile, ready, signed_in
from tests.support.environment import times
from tests.support.world import World
from tournament.models import Role, Tournament
from tournament.players.services.players import add_player
from tournament.settings.selectors import setup_of
from tournament.tournaments.services import create_tournament

SCREENS = {"1280": DESKTOP, "390": PHONE}
LOOKED_AT = list(SCREENS)[: times(1, long=2)]
"""With keys alone and on a phone it is tried in the long form."""


@pytest.fixture(params=LOOKED_AT)
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = profile(
        browser, viewport=SCREENS[request.param], reduced_motion="reduce", color_scheme="dark"
    )
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        yield context.new_page()
    context.close()


def press(page: Page, name: str | re.Pattern[str], role: str = "button") -> None:
    Keys().press(page.get_by_role(role, name=name).first)  # type: ignore[arg-type]


def write(page: Page, label: str, text: str) -> None:
    Keys().reach(page.get_by_label(label, exact=True))
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def clean(page: Page) -> None:
    """Look at a page that no address leads to."""
    results = axe(ready(page))
    assert results.violations_count == 0, results.generate_report()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def test_from_the_empty_page_through_all_steps_by_keyboard(
    live_server: LiveServer, page: Page
) -> None:
    page.goto(live_server.url)
    press(page, "Create a tournament", "link")
    write(page, "Name of the tournament", "Coupe de Brest")
    write(page, "Director", "Aki Sato")
    Keys().reach(page.get_by_role("radio", name=re.compile(r"^French rules \(text\)")))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("“Coupe de Brest” is created")
    expect(page.get_by_label("The link", exact=True)).to_have_value(re.compile("/l/.+"))
    clean(page)

    press(page, "Next: 2 System", "link")
    press(page, re.compile("^McMahon with handicap"))
    write(page, "Number of rounds", "6")
    write(page, "Bar", "3d")
    press(page, "Save and continue: 3 Tie-breaks")
    press(page, "Remove SOSOSM")
    Keys().reach(page.get_by_label("Add a criterion"))
    page.keyboard.type("DC:")
    press(page, re.compile("^Add$"))
    press(page, "Move DC up")
    press(page, "Save and continue: 4 Time")
    press(page, re.compile("^45 min \\+ 20 s byo-yomi"))
    # Enter in a field saves and goes on, as a press on the first button would.
    write(page, "Round clock, in minutes", "100")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Results")
    Keys().reach(page.get_by_role("radio", name=re.compile("^Players and staff")))
    page.keyboard.press("ArrowDown")
    press(page, "Save and continue: 6 Disputes")
    press(page, "Save and finish")
    expect(page.get_by_role("heading", name="Next: register players")).to_be_visible()
    press(page, "Register players", "link")
    expect(page).to_have_url(re.compile("/players/$"))

    made = setup_of(Tournament.objects.get(slug="coupe-de-brest").pk)
    parameters = made.system.parameters
    assert made.event.rules == "japanese"
    assert (parameters.scoring.rounds, parameters.scoring.bar) == (6, 2)
    assert made.system.handicap_policy == "rule"
    assert parameters.criteria == ("MMS", "DC", "SOSM")
    assert (made.time.clock.basic_minutes, made.time.round_minutes) == (45, 100)
    assert made.results.reporting == "players"


def test_the_groups_follow_what_is_typed(live_server: LiveServer, page: Page) -> None:
    tournament = create_tournament(name="Cup", slug="cup", rules="french")
    for number, rank in enumerate(["4d", "3d", "3d", "1k", "8k", "9k"], 1):
        add_player(tournament_id=tournament.pk, surname=f"P{number}", rank=rank)
    signed_in(page.context, World(tournament).client(Role.DIRECTOR), live_server.url)
    groups = page.get_by_role("table", name="Groups at the start")
    # On a slow network somebody types before what listens to it has come.
    with kept_back(page, "htmx-4"):
        page.goto(f"{live_server.url}/director/cup/settings/system/", wait_until="commit")
        expect(groups.get_by_role("row").nth(1)).to_contain_text("4d and stronger")
        page.get_by_label("Bar", exact=True).fill("3d")
    expect(groups.get_by_role("row").nth(1)).to_contain_text("3d and stronger")
    expect(page.locator("#preview")).to_contain_text("3 players start at the bar.")
    page.get_by_label("Floor", exact=True).fill("8k")
    expect(groups.get_by_role("row").last).to_contain_text("8k and weaker")
    assert setup_of(tournament.pk).system.parameters.scoring.bar == 3

    expect(page.get_by_label("Most stones")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^By the difference")).check()
    expect(page.get_by_label("Most stones")).to_be_visible()


def test_an_invitation_is_shown_as_a_code(live_server: LiveServer, page: Page) -> None:
    tournament = create_tournament(name="Cup", slug="cup", rules="french")
    signed_in(page.context, World(tournament).client(Role.DIRECTOR), live_server.url)
    page.goto(f"{live_server.url}/director/cup/staff/")
    write(page, "For whom", "Béa")
    Keys().reach(page.get_by_role("radio", name=re.compile("^Assistant")))
    page.keyboard.press("ArrowDown")
    press(page, "Make the link")
    expect(page.get_by_role("heading", level=1)).to_have_text("New link for Béa")
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    press(page, "Copy the link")
    expect(
        page.get_by_role("status").filter(has_text=re.compile("Copied|Selected"))
    ).to_be_visible()
    selected = page.evaluate("document.activeElement.selectionEnd")
    assert selected == len(page.get_by_label("The link", exact=True).input_value())
    clean(page)


@pytest.mark.parametrize(
    ("zone", "proposed"), [("America/Bogota", "America/Bogota"), ("Etc/GMT+9", "")]
)
def test_the_zone_of_the_device_is_proposed_for_the_first_tournament(
    browser: Browser, live_server: LiveServer, zone: str, proposed: str
) -> None:
    context = profile(browser, timezone_id=zone)
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        page = context.new_page()
        page.goto(f"{live_server.url}/new/")
        expect(page.get_by_label("Time zone")).to_have_value(proposed)
    context.close()
