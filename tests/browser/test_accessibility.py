"""axe finds nothing on any page: light and dark, narrow and wide, and nothing runs off the side."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CONFIRMER, Demo, Visit
from tests.support.browser import axe
from tests.support.environment import times

CUP = "clear-stone-cup"
# In short two look, each on one screen; every page of the tables is looked at anyway.
LOOKS = [
    (who, narrow, narrow)
    for who in [CONFIRMER, "referee", "", "director"][: times(2, long=4)]
    for narrow in (True, False)
    if times(int(narrow == (who == CONFIRMER)), long=1)
]


def addresses(page: Page, demo: Demo, who: str) -> list[str]:
    """Return the pages somebody has, after looking for the ids of games."""
    if who == "":
        page.goto(f"{demo.url}/t/{CUP}/")
        games = page.locator("table.games a").evaluate_all("all => all.map(a => a.href)")
        return ["/", f"/t/{CUP}/", f"/t/{CUP}/standings/", games[0], games[-1], "/nowhere",
                "/me/", "/l/nothing/", demo.links["referee"]]  # fmt: skip
    if who == "referee":
        evidence = page.get_by_role("link", name=re.compile("Look at the evidence")).first
        return [f"/referee/{CUP}/", str(evidence.get_attribute("href"))]
    if who == "director":
        page.goto(f"{demo.url}/director/{CUP}/links/")
        revoke = page.get_by_role("link", name=re.compile("Revoke")).first.get_attribute("href")
        page.goto(f"{demo.url}/director/{CUP}/players/")
        player = page.locator("tbody a").first.get_attribute("href") or ""
        rounds = f"/director/{CUP}/rounds"
        return [f"/director/{CUP}/", f"/director/{CUP}/links/", str(revoke), f"{rounds}/4/",
                f"{rounds}/5/", f"{rounds}/4/why/1/", f"/director/{CUP}/players/", player,
                f"{player}withdraw/", f"/director/{CUP}/files/"]  # fmt: skip
    game = page.locator('main a[href^="/games/"]').first.get_attribute("href") or ""
    game = game.removesuffix("report/")
    return ["/me/", game, f"{game}report/", f"{game}contest/"]


@pytest.mark.parametrize(("who", "narrow", "dark"), LOOKS)
def test_axe_finds_nothing(demo: Demo, visit: Visit, who: str, dark: bool, narrow: bool) -> None:
    page = visit(who, narrow=narrow, dark=dark)
    found = {}
    for address in addresses(page, demo, who):
        page.goto(address if address.startswith("http") else demo.url + address)
        results = axe(page)
        if results.violations_count:
            found[address] = results.generate_report()
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if too_wide > 0:
            found[address] = f"{too_wide} px too wide"
    assert not found, "\n".join(found.values())


@pytest.mark.parametrize("address", ["rounds/4/", "players/"])
def test_names_in_the_director_s_lists_are_large_enough_for_a_finger(
    demo: Demo, visit: Visit, address: str
) -> None:
    page = visit("director", narrow=True)
    page.goto(f"{demo.url}/director/{CUP}/{address}")
    # Where a link takes the presses of its whole row, that is what is pressed.
    sides = page.locator("main td a").evaluate_all(
        """links => links.map((link) => {
          const whole = getComputedStyle(link, "::after").position === "absolute";
          const box = (whole ? link.closest("tr") : link).getBoundingClientRect();
          return Math.min(box.width, box.height);
        })"""
    )
    assert sides
    assert min(sides) >= 44


@pytest.mark.parametrize("narrow", [True, False][: times(1, long=2)])
def test_axe_finds_nothing_on_forms_with_errors_and_the_review(
    demo: Demo, visit: Visit, narrow: bool
) -> None:
    page = visit(CONFIRMER, narrow=narrow)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")

    def look(heading: str) -> None:
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        found = axe(page)
        assert found.violations_count == 0, found.generate_report()

    look("Who won?")
    page.get_by_role("button", name=re.compile("^I won")).click()
    look("How did you win?")
    page.get_by_role("button", name="By points").click()
    expect(page.locator("main")).to_contain_text("Write the margin in points")
    look("How did you win?")
    page.get_by_role("button", name="My opponent resigned").click()
    look("Is this right?")
    page.get_by_text("Add the game record").click()
    page.get_by_role("button", name="Change something").click()
    page.get_by_text("Paste the record instead").click()
    page.get_by_label("Text of the record").fill("no record at all")
    page.get_by_role("button", name="Continue: review it").click()
    expect(page.locator("main")).to_contain_text("Nothing has been sent yet.")
    look("Is this right?")
