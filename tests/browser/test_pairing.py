"""A director pairs a round in a real browser, changes it, asks why, and takes it back."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Demo, Visit

ROUND = "/director/clear-stone-cup/rounds/5/"


def test_a_round_is_paired_changed_explained_and_taken_away(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}/director/clear-stone-cup/")
    page.get_by_role("link", name="Prepare round 5").click()
    page.get_by_role("button", name="Pair this round").click()
    boards = page.locator("table.boards tbody tr")
    expect(boards).to_have_count(21)

    page.get_by_role("button", name="Check the draw").click()
    expect(page.locator("main > .notice", has_text="comes out the same")).to_be_visible()

    page.get_by_label("Board 1", exact=True).check()
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_text("locked", exact=True)).to_have_count(1)
    page.get_by_label("Board 3", exact=True).check()
    page.get_by_role("button", name="Unpair", exact=True).click()
    expect(boards).to_have_count(20)
    expect(page.get_by_role("heading", name="Without a board")).to_be_visible()
    page.get_by_role("button", name="Pair the players without a board").click()
    expect(boards).to_have_count(21)

    boards.nth(9).get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Why .* meets "))
    expect(page.get_by_text("First game between them.")).to_be_visible()
    page.go_back()

    page.get_by_role("button", name="Publish").click()
    # Round 4 is still being played: that is asked about.
    expect(page.get_by_text("13 games of earlier rounds are not done")).to_be_visible()
    page.get_by_role("button", name="Publish anyway").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("being played")
    page.go_back()  # what asked leads to the round as it is now
    expect(page.get_by_role("heading", level=1)).to_contain_text("being played")
    page.get_by_role("button", name="Take it back into preparation").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("in preparation")
    expect(boards).to_have_count(21)
    everything = page.get_by_label("Choose all boards")
    everything.check()
    page.get_by_label("Board 2", exact=True).uncheck()
    expect(everything).not_to_be_checked()
    page.get_by_role("button", name="Unpair", exact=True).click()
    expect(boards).to_have_count(1)
    everything.check()
    page.get_by_role("button", name="Unpair", exact=True).click()
    expect(boards).to_have_count(0)


def test_standings_are_read_round_by_round(demo: Demo, visit: Visit) -> None:
    page = visit("")
    page.goto(f"{demo.url}/t/clear-stone-cup/")
    page.get_by_role("link", name="Standings").first.click()
    page.get_by_role("link", name="After round 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 2")
    table = page.get_by_role("table", name="Standings")
    expect(table.get_by_role("row")).to_have_count(44)
    tip = page.get_by_role("button", name="What does “SOSM” mean?")
    tip.press("Enter")
    expect(page.locator("#tip-standings-SOSM")).to_contain_text("Sum of")
    page.keyboard.press("Escape")
    expect(page.locator("#tip-standings-SOSM")).to_be_hidden()
