"""Two players and a referee in real browsers, against the demo as it is started by hand."""

import re
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, expect

from adjudication.demo import plan
from tests.browser.conftest import CONFIRMER, OPPONENT, PLAYER, Demo, Visit

RECORD = Path(settings.BASE_DIR) / "adjudication/demo/records" / plan.READY_RECORD
BLACK, WHITE = "Castelpierre Ambroise", "墨 星河"
"""The players of another board of the demo that is still to be reported."""


def mark(page: Page) -> None:
    """Leave something in the page that a reload would wipe out."""
    page.evaluate("window.neverReloaded = true")


def assert_never_reloaded(page: Page) -> None:
    assert page.evaluate("window.neverReloaded === true")


def new_link(director: Page, demo: Demo, name: str) -> str:
    """Have the director make a player a link, and return it."""
    director.goto(f"{demo.url}/director/clear-stone-cup/links/")
    director.get_by_role("row", name=re.compile(name)).get_by_role(
        "button", name=re.compile("New link")
    ).click()
    return director.locator(".copy").inner_text()


def enter(page: Page, link: str) -> None:
    page.goto(link)
    page.locator("main form button").click()
    page.wait_for_url(re.compile("/me/"))


def test_a_record_sent_from_a_phone_is_judged_before_the_eyes_of_both(
    demo: Demo, visit: Visit
) -> None:
    opponent = visit(OPPONENT)
    opponent.get_by_role("link", name="Report the result").click()
    game = opponent.url.replace("report/", "")
    opponent.goto(game)
    expect(opponent.get_by_text("No result has been reported yet.")).to_be_visible()
    mark(opponent)

    phone = visit(PLAYER, narrow=True)
    phone.get_by_role("link", name="Report the result").click()
    result = re.search(rb"RE\[([BW])\+([\d.]+)\]", RECORD.read_bytes())
    assert result, "the record to send is of a counted game"
    mine = result[1] == b"B"
    phone.get_by_label("I won (Black)" if mine else f"{OPPONENT} won (White)").check()
    phone.get_by_label("By points", exact=True).check()
    phone.get_by_label("Points, if it was by points").fill(result[2].decode())
    phone.get_by_label("File").set_input_files(RECORD)
    phone.get_by_role("button", name="Go on: read it over").click()
    outcome = "won against" if mine else "lost to"
    sentence = f"You, Black, {outcome} {OPPONENT} by {result[2].decode()} points."
    expect(phone.get_by_text(sentence)).to_be_visible()
    phone.get_by_role("button", name="Yes, send it").click()
    phone.wait_for_url(game)
    mark(phone)

    for page in (phone, opponent):
        expect(page.locator("[data-verdict]")).to_be_visible()
        expect(page.locator("figure[data-board] svg")).to_be_visible()
        assert_never_reloaded(page)
    # The reporter's page may have come with the verdict already, and nothing to tell.
    expect(opponent.locator("[data-live-status]")).to_contain_text("record agrees")

    # The report came by itself under the pointer, so it is asked about once more.
    opponent.get_by_role("button", name="Yes, this is right").click()
    expect(opponent.get_by_role("heading", level=1)).to_have_text("Is this right?")
    opponent.get_by_role("button", name="Yes, this is right").click()
    expect(opponent.get_by_text("Both players have confirmed.")).to_be_visible()
    expect(phone.get_by_text("Both players have confirmed.")).to_be_visible()
    assert_never_reloaded(phone)


def test_a_contested_game_reaches_the_referee(demo: Demo, visit: Visit) -> None:
    director = visit("director")
    reporter, contester = visit(), visit(narrow=True)
    enter(reporter, new_link(director, demo, WHITE))
    enter(contester, new_link(director, demo, BLACK))

    reporter.get_by_role("link", name="Report the result").click()
    reporter.get_by_label("I won (White)").check()
    reporter.get_by_label("By resignation").check()
    reporter.get_by_role("button", name="Go on: read it over").click()
    reporter.get_by_role("button", name="Yes, send it").click()
    expect(reporter.get_by_text("Your opponent has still to confirm this.")).to_be_visible()
    mark(reporter)

    contester.reload()
    contester.get_by_role("link", name="Confirm or contest").click()
    contester.get_by_role("link", name="No, I contest it").click()
    contester.get_by_label("What is wrong?").fill("Nobody resigned.")
    contester.get_by_role("button", name="Contest it and call the referee").click()
    expect(contester.get_by_text("The players do not agree on the result.")).to_be_visible()
    expect(reporter.get_by_text("The players do not agree on the result.")).to_be_visible()
    assert_never_reloaded(reporter)

    referee = visit("referee")
    dispute = referee.get_by_role("region", name=f"{BLACK} – {WHITE}")
    expect(dispute.get_by_text("Nobody resigned.")).to_be_visible()
    dispute.get_by_role("link", name="Look at the evidence").click()
    expect(referee.get_by_role("heading", name=f"Report of {WHITE}")).to_be_visible()
    expect(referee.get_by_text("Nobody resigned.")).to_be_visible()


def test_nothing_typed_is_lost_when_something_is_wrong(demo: Demo, visit: Visit) -> None:
    page = visit(CONFIRMER, narrow=True)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")
    page.get_by_label("By points", exact=True).check()
    page.get_by_label("Points, if it was by points").fill("3.5")
    page.get_by_text("Paste the record instead").click()
    page.get_by_label("Text of the record").fill("no record at all")
    page.get_by_role("button", name="Go on: read it over").click()
    expect(page.get_by_role("alert")).to_contain_text("Say who won.")
    expect(page.get_by_label("Points, if it was by points")).to_have_value("3.5")
    expect(page.get_by_label("Text of the record")).to_have_value("no record at all")


def test_it_works_without_javascript(demo: Demo, visit: Visit) -> None:
    page = visit("referee", script=False)
    page.get_by_role("link", name=re.compile("Look at the evidence")).first.click()
    caption = page.locator("[data-caption]").first
    page.get_by_role("link", name="Start", exact=True).first.click()
    expect(caption).to_have_text("Before the first move.")
    page.get_by_role("link", name="Next move").first.click()
    expect(caption).to_contain_text("Board after move 1: Black played")


def test_a_report_replaced_under_the_button_is_read_before_it_is_confirmed(
    demo: Demo, visit: Visit
) -> None:
    director = visit("director")
    reporter, answerer = visit(), visit(narrow=True)
    enter(reporter, new_link(director, demo, re.escape(CONFIRMER)))
    reporter.get_by_role("link", name="Confirm or contest").click()
    opponent = reporter.get_by_role("heading", level=1).inner_text()
    name = next(one for one in opponent.split(" – ") if one != CONFIRMER)
    enter(answerer, new_link(director, demo, re.escape(name)))
    # The demo's report is the confirmer's opponent's own: he is the one who replaces it.
    reporter, answerer = answerer, reporter
    mark(answerer)
    answerer.get_by_role("button", name="Yes, this is right").focus()
    before = answerer.locator(".sentence").last.inner_text()

    reporter.get_by_role("link", name="Send something else instead").click()
    reporter.get_by_label("Draw (jigo)").check()
    reporter.get_by_role("button", name="Go on: read it over").click()
    reporter.get_by_role("button", name="Yes, send it").click()

    expect(answerer.locator("#replaced")).to_be_focused()
    assert_never_reloaded(answerer)
    answerer.keyboard.press("Enter")
    expect(answerer.locator("[data-live-status]")).to_contain_text("The report has changed.")
    assert answerer.locator(".sentence").last.inner_text() != before
    answerer.get_by_role("button", name="Yes, this is right").click()
    expect(answerer.get_by_role("heading", level=1)).to_have_text("Is this right?")
    expect(answerer.get_by_text("drew the game (jigo)")).to_be_visible()
    expect(answerer.get_by_text("Both players have confirmed.")).to_have_count(0)


def test_going_back_loses_nothing(demo: Demo, visit: Visit) -> None:
    page = visit(CONFIRMER, narrow=True)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")
    margin = page.get_by_label("Points, if it was by points")
    go_on = page.get_by_role("button", name="Go on: read it over")
    title = page.get_by_role("heading", level=1)
    margin.fill("4.5")
    go_on.click()
    expect(page.get_by_role("alert")).to_contain_text("Say who won.")
    page.get_by_label(re.compile("^I won")).check()
    page.get_by_label("By points", exact=True).check()
    page.get_by_text("Paste the record instead").click()
    page.get_by_label("Text of the record").fill("(;GM[1]SZ[19];B[dd])")
    go_on.click()
    expect(title).to_have_text("Is this right?")

    page.go_back()
    expect(margin).to_have_value("4.5")
    expect(page.get_by_label("Text of the record")).to_have_value("(;GM[1]SZ[19];B[dd])")
    expect(page.get_by_label("By points", exact=True)).to_be_checked()
    page.go_forward()
    expect(title).to_have_text("Is this right?")
    page.get_by_role("link", name="My games").first.click()
    page.go_back()
    expect(title).to_have_text("Is this right?")
