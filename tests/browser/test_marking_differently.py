"""The opponent marks other stones dead than the report, and contests it: the game is disputed."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OPPONENT, PLAYER, Demo, Visit
from tests.browser.hands import TOO_WIDE
from tests.browser.test_dead_stones import dead, groups, tap, to_the_board
from tests.support.browser import axe, keep_picture


def test_the_opponent_sees_the_marked_board_and_marks_differently(demo: Demo, visit: Visit) -> None:
    reporter = visit(PLAYER)
    to_the_board(reporter)
    one = next(group for group in groups(reporter) if group[1] == 1)
    reporter.get_by_label("One stone of every dead chain").fill(str(one[0]))
    reporter.keyboard.press("Enter")
    counted = reporter.get_by_role("button", name=re.compile("as counted$"))
    expect(counted).to_be_visible()
    with reporter.expect_navigation():
        counted.click()
    reporter.get_by_role("button", name="Yes, send it").click()
    expect(reporter.get_by_text("Your opponent still has to confirm this.")).to_be_visible()

    page = visit(OPPONENT, narrow=True)
    page.get_by_role("link", name="Confirm or contest").tap()
    expect(page.locator("figure .dead").first).to_be_visible()
    page.get_by_role("link", name="Other stones are dead").tap()
    expect(page.locator("#unchanged")).to_be_visible()
    expect(page.locator("button[value=send]")).to_have_count(0)
    assert dead(page) == {one[0]}
    name, _stones, _dead, column, row = next(group for group in groups(page) if group[0] == one[0])
    tap(page, int(str(column)), int(str(row)))
    expect(page.locator("[data-dead-status]")).to_contain_text(f"{name}, ")
    assert dead(page) == set()
    expect(page.get_by_role("button", name="Yes, confirm it")).to_have_count(0)
    differing = page.locator("#differs tbody").filter(has_text="differs")
    expect(differing).to_have_count(2)
    expect(differing.first).to_contain_text(f"{one[0]} (")
    found = axe(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate(TOO_WIDE) <= 0
    keep_picture(page, "journeys/answering-with-other-stones")
    # What is contested are these marks: they come along, can be changed, and are asked about.
    contested = page.get_by_role("button", name="Contest the dead stones")
    with page.expect_navigation():
        contested.tap()
    expect(page.get_by_role("heading", name="What you report instead")).to_be_visible()
    found = axe(page)
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(TOO_WIDE) <= 0
    keep_picture(page, "journeys/contesting-the-dead-stones")
    with page.expect_navigation():
        page.get_by_role("button", name="Change the marks").tap()
    assert dead(page) == set()
    page.get_by_role("button", name=re.compile("as counted$")).tap()
    expect(page.get_by_text("Sending this locks the game")).to_be_visible()
    sends = page.get_by_role("button", name=re.compile(r"^Send [BW]\+"))
    expect(sends).to_be_visible()
    page.go_back()
    with page.expect_navigation():
        contested.tap()
    contested.dblclick()
    page.locator("#answer-question").tap()
    expect(page.locator("#say-accept")).to_be_visible()
    expect(page.locator("dl.facts")).to_contain_text(str(one[0]))
