"""A director mends a result in a real browser: looks at what it changes, does it, undoes it."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Demo, Visit

CUP = "/director/clear-stone-cup"


def test_a_result_is_corrected_and_undone(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}{CUP}/history/?kind=results")
    entered = page.get_by_role("listitem").filter(has_text="entered the result W+R").first
    entered.get_by_role("link").click()
    page.get_by_role("link", name="Correct this game").click()
    expect(page.get_by_text(re.compile(r"\(White\) won against .* by resignation"))).to_be_visible()

    page.get_by_role("link", name="The result", exact=True).click()
    page.get_by_role("radio", name=re.compile(r"\(Black\)")).check()
    page.get_by_label("How was it won?").select_option("By points")
    page.get_by_label("Points, if it was by points").fill("4.5")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("Say why in a few words")
    page.get_by_label("Reason, kept in the history").fill("Slip read the wrong way round")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("corrected the result from W+R to B+4.5")).to_be_visible()
    expect(page.get_by_text(re.compile(r"from place \d+ to \d+")).first).to_be_visible()

    # The browser's own way back, and the page's: what was typed is there both times.
    page.go_back()
    reason = page.get_by_label("Reason, kept in the history")
    expect(reason).to_have_value("Slip read the wrong way round")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Go back and change something").click()
    expect(page.get_by_label("Points, if it was by points")).to_have_value("4.5")
    page.get_by_label("Points, if it was by points").fill("5.5")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Yes, correct it").click()
    expect(page.get_by_text("B+5.5", exact=True)).to_be_visible()

    page.get_by_role("region", name="Done").get_by_role("button", name="Undo").click()
    undone = page.get_by_role("region", name="Undone")
    expect(undone).to_contain_text("undid this")
    undone.get_by_role("button", name="Undo that again").click()
    expect(page.get_by_role("region", name="Undone")).to_contain_text("redid this")
