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
TAPPING = ("Steinkjarsdóttir Sóley", "Pedrafonda Iolanda")
WITHOUT_SCRIPT = ("Galetnoir Côme", "Kivikoskela Aino-Maaria")
WATCHING = ("Kieselhag Leopold", "Quirovega Ximena")
"""Black and White of three more."""


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
    return director.get_by_label("The link", exact=True).input_value()


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
    winner = "I won (Black)" if mine else f"{OPPONENT} won (White)"
    phone.get_by_role("button", name=winner).tap()
    phone.get_by_label("By points: how many?").fill(result[2].decode())
    phone.get_by_role("button", name="By points").tap()
    phone.get_by_text("Add the game record").tap()
    phone.get_by_label("File").set_input_files(RECORD)
    expect(phone.get_by_text(re.compile("^Record: "))).to_be_visible()
    outcome = "won against" if mine else "lost to"
    sentence = f"As Black, you {outcome} {OPPONENT} by {result[2].decode()} points."
    expect(phone.get_by_text(sentence)).to_be_visible()
    phone.get_by_role("button", name="Yes, send it").click()
    phone.wait_for_url(game)
    mark(phone)

    for page in (phone, opponent):
        expect(page.locator("[data-verdict]")).to_be_visible()
        expect(page.locator("figure[data-board] [role=img]")).to_be_visible()
        assert_never_reloaded(page)
    # The reporter's page may have come with the verdict already, and nothing to tell.
    expect(opponent.locator("[data-live-status]")).to_contain_text("agrees")

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
    reporter.get_by_role("button", name="I won (White)").click()
    reporter.get_by_role("button", name="My opponent resigned").click()
    reporter.get_by_role("button", name="Yes, send it").click()
    expect(reporter.get_by_text("Your opponent still has to confirm this.")).to_be_visible()
    mark(reporter)

    contester.reload()
    contester.get_by_role("link", name="Confirm or contest").click()
    contester.get_by_role("link", name="No, I contest it").click()
    contester.get_by_role("textbox").fill("Nobody resigned.")
    contester.get_by_role("button", name="Contest it and call the referee").click()
    expect(contester.get_by_text("A referee will look at it.")).to_be_visible()
    expect(reporter.get_by_text("A referee will look at it.")).to_be_visible()
    assert_never_reloaded(reporter)

    referee = visit("referee")
    dispute = referee.locator(".queue > li").filter(has_text=f"{BLACK} – {WHITE}")
    expect(dispute.get_by_text("Nobody resigned.")).to_be_visible()
    dispute.get_by_role("link", name="Look at the evidence").click()
    expect(referee.get_by_role("heading", name=f"{WHITE} reported")).to_be_visible()
    expect(referee.get_by_text("Nobody resigned.").first).to_be_visible()


def test_three_taps_on_a_phone_are_a_report(demo: Demo, visit: Visit) -> None:
    director, phone = visit("director"), visit(narrow=True)
    black, white = TAPPING
    enter(phone, new_link(director, demo, black))
    taps = phone.get_by_role("link", name="Report the result")
    taps.tap()
    for button in (f"{white} won (White)", "I resigned", "Yes, send it"):
        found = phone.get_by_role("button", name=button)
        box = found.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844, f"{button} is seen without scrolling"
        found.tap()
    expect(phone.get_by_role("status").first).to_contain_text("Your opponent can confirm it now.")
    sentence = f"As Black, you lost to {white} by resignation."
    expect(phone.get_by_text(sentence).first).to_be_visible()
    phone.locator("#withdraw").tap()
    phone.get_by_role("button", name="Take my report back").tap()
    expect(phone.get_by_text("There is no result at present.")).to_be_visible()


def test_what_the_opponent_reports_appears_on_the_player_s_page_by_itself(
    demo: Demo, visit: Visit
) -> None:
    director, reporter, watcher = visit("director"), visit(narrow=True), visit(narrow=True)
    black, white = WATCHING
    enter(reporter, new_link(director, demo, black))
    enter(watcher, new_link(director, demo, white))
    expect(watcher.get_by_role("link", name="Report the result")).to_be_visible()
    mark(watcher)
    reporter.get_by_role("link", name="Report the result").tap()
    for button in ("I won (Black)", "My opponent resigned", "Yes, send it"):
        reporter.get_by_role("button", name=button).tap()
    answer = watcher.get_by_role("link", name="Confirm or contest")
    expect(answer).to_be_visible(timeout=25_000)
    expect(watcher.get_by_text(f"As White, you lost to {black} by resignation.")).to_be_visible()
    expect(watcher.locator("[data-live-status]")).to_contain_text("to be confirmed")
    assert_never_reloaded(watcher)
    answer.tap()
    watcher.get_by_role("button", name="Yes, this is right").tap()
    expect(watcher.get_by_text("Both players have confirmed.")).to_be_visible()


def test_nothing_typed_is_lost_when_something_is_wrong(demo: Demo, visit: Visit) -> None:
    page = visit(CONFIRMER, narrow=True)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")
    page.get_by_role("button", name=re.compile("^I won")).click()
    margin = page.get_by_label("By points: how many?")
    margin.fill("lots")
    page.get_by_role("button", name="By points").click()
    expect(page.get_by_text("Write the margin in points")).to_be_visible()
    expect(margin).to_have_value("lots")
    margin.fill("3.5")
    page.get_by_role("button", name="By points").click()
    page.get_by_text("Add the game record").click()
    page.get_by_label("Or paste the text of the record").fill("no record at all")
    page.get_by_role("button", name="Add the record").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing has been sent yet.")
    expect(page.get_by_text("by 3.5 points.")).to_be_visible()
    pasted = page.get_by_label("Or paste the text of the record")
    expect(pasted).to_have_value("no record at all")


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
    reporter, answerer = visit(CONFIRMER), visit(narrow=True)
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
    reporter.get_by_role("button", name=re.compile("^I won")).click()
    reporter.get_by_role("button", name="My opponent ran out of time").click()
    reporter.get_by_role("button", name="Yes, send it").click()

    expect(answerer.locator("#replaced")).to_be_focused()
    assert_never_reloaded(answerer)
    answerer.keyboard.press("Enter")
    expect(answerer.locator("[data-live-status]")).to_contain_text("The report has changed.")
    assert answerer.locator(".sentence").last.inner_text() != before
    answerer.get_by_role("button", name="Yes, this is right").click()
    expect(answerer.get_by_role("heading", level=1)).to_have_text("Is this right?")
    expect(answerer.get_by_text("on time")).to_be_visible()
    expect(answerer.get_by_text("Both players have confirmed.")).to_have_count(0)


def test_going_back_loses_nothing(demo: Demo, visit: Visit) -> None:
    page = visit(CONFIRMER, narrow=True)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")
    margin = page.get_by_label("By points: how many?")
    title = page.get_by_role("heading", level=1)
    page.get_by_role("button", name=re.compile("^I won")).click()
    margin.fill("4.5")
    page.get_by_role("button", name="By points").click()
    expect(title).to_have_text("Is this right?")
    page.get_by_text("Add the game record").click()
    pasted = page.get_by_label("Or paste the text of the record")
    pasted.fill("(;GM[1]SZ[19];B[dd])")
    page.get_by_role("button", name="Add the record").click()
    expect(page.get_by_text("Record: 1 move")).to_be_visible()

    page.go_back()
    expect(title).to_have_text("Is this right?")
    expect(page.get_by_text("Record: 1 move")).to_have_count(0)
    expect(pasted).to_have_value("(;GM[1]SZ[19];B[dd])")
    page.go_back()
    expect(title).to_have_text("How did you win?")
    expect(margin).to_have_value("4.5")
    page.go_back()
    expect(title).to_have_text("Who won?")
    for words in ("How did you win?", "Is this right?", "Is this right?"):
        page.go_forward()
        expect(title).to_have_text(words)
    expect(page.get_by_text("Record: 1 move")).to_be_visible()
    page.get_by_role("link", name="My games").first.click()
    page.go_back()
    expect(page.get_by_text("Record: 1 move")).to_be_visible()


def test_a_record_dropped_on_the_page_is_added(demo: Demo, visit: Visit) -> None:
    page = visit(CONFIRMER)
    page.get_by_role("link", name="Confirm or contest").click()
    page.goto(page.url + "report/")
    page.get_by_role("button", name=re.compile("^I won")).click()
    page.get_by_role("button", name="My opponent resigned").click()
    expect(page.get_by_text("No game record.")).to_be_visible()
    page.evaluate(
        """() => {
          const files = new DataTransfer();
          files.items.add(new File(["(;GM[1]SZ[19];B[dd];W[pp])"], "dropped.sgf"));
          const how = { dataTransfer: files, bubbles: true, cancelable: true };
          document.querySelector("h1").dispatchEvent(new DragEvent("drop", how));
        }"""
    )
    expect(page.get_by_text("Record: 2 moves")).to_be_visible()


def test_it_is_reported_without_javascript(demo: Demo, visit: Visit) -> None:
    director, page = visit("director"), visit(narrow=True, script=False)
    black, white = WITHOUT_SCRIPT
    enter(page, new_link(director, demo, white))
    page.get_by_role("link", name="Report the result").click()
    page.get_by_role("button", name="I won (White)").click()
    page.get_by_label("By points: how many?").fill("3,5")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"As White, you won against {black} by 3.5 points.")).to_be_visible()
    page.get_by_text("Add the game record").click()
    page.get_by_label("Or paste the text of the record").fill(
        "(;GM[1]SZ[19]KM[7.5];B[dd];W[pp];B[];W[])"
    )
    page.get_by_role("button", name="Add the record").click()
    page.get_by_label("One stone of every dead chain").fill("Q4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Dead stones: Q4.")).to_be_visible()
    expect(page.get_by_text(re.compile("^Counted: Black 361"))).to_be_visible()
    page.get_by_role("button", name="Yes, send it").click()
    page.locator("#withdraw").click()
    page.get_by_role("button", name="Take my report back").click()
    expect(page.get_by_text("There is no result at present.")).to_be_visible()
