"""A round at work in real browsers: results by keyboard, as they arrive, and players exchanged."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Demo, Visit
from tests.browser.hands import answer_at_once, click_twice

CUP = "/director/clear-stone-cup/"


@pytest.fixture
def running(demo: Demo, visit: Visit) -> Callable[..., Page]:
    """Open the round being played, as its director."""

    def opened(**how: object) -> Page:
        page = visit("director", **how)
        page.goto(f"{demo.url}{CUP}rounds/4/")
        return page

    return opened


def open_boards(page: Page) -> list[str]:
    rows = page.get_by_role("row").filter(has_text="no result yet", has_not_text="disputed")
    return [row.get_by_role("cell").first.inner_text() for row in rows.all()]


def counter(page: Page) -> Locator:
    return page.locator("#counter")


@pytest.fixture
def nine_open(running: Callable[..., Page]) -> Iterator[Page]:
    """Open the round with its nine open boards, which are open again afterwards."""
    page = running()
    boards = open_boards(page)
    assert len(boards) == 9
    yield page
    page.get_by_label("Enter results").fill("; ".join(f"{board} -" for board in boards))
    page.keyboard.press("Enter")
    expect(counter(page)).to_have_text("8 of 21 boards done")


def test_nine_results_are_typed_without_a_hand_on_the_mouse(nine_open: Page) -> None:
    page = nine_open
    field = page.get_by_label("Enter results")
    expect(field).to_be_focused()
    boards = open_boards(page)
    expect(counter(page)).to_have_text("8 of 21 boards done")
    results = ["b", "b 3.5", "w 12.5", "=", "b r", "w t", "b!", "!", "x"]
    said = page.locator("[data-line-answer]")
    for board, result in zip(boards, results, strict=True):
        # As fast as it goes: the answer to the one before may still be on its way.
        page.keyboard.type(f"{board} {result}")
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
    expect(said).to_contain_text(f"Board {boards[-1]}: the game does not count")
    expect(counter(page)).to_have_text("16 of 21 boards done")
    expect(field).to_have_value("")
    # The jigo, which the komi does not allow, is asked about, also on the page loaded again.
    page.reload()
    asked = page.get_by_role("button", name=f"(Board {boards[3]})")
    expect(asked).to_have_count(2)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(asked.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_contain_text(f"Board {boards[3]}: jigo")
    expect(said).to_contain_text("Nothing more to enter: 1 is to be confirmed, 3 are disputed.")
    expect(asked).to_have_count(0)
    expect(field).to_be_focused()
    expect(counter(page)).to_have_text("17 of 21 boards done")
    assert open_boards(page) == []

    page.keyboard.type("77 b; what?")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("there is no board 77")
    expect(field).to_have_value("77 b; what?")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("; ".join("u" * 9))
    page.keyboard.press("Enter")
    expect(counter(page)).to_have_text("8 of 21 boards done")
    expect(field).to_have_value("")
    assert open_boards(page) == boards


def test_a_question_does_not_disturb_who_types_on(nine_open: Page) -> None:
    page = nine_open
    field = page.get_by_label("Enter results")
    first, second, third = open_boards(page)[:3]
    asked = page.get_by_role("button", name=re.compile(r"\(Board"))
    page.keyboard.type(f"{first} =")
    page.keyboard.press("Enter")
    page.keyboard.type(f"{second} b 4")
    page.keyboard.press("Enter")
    page.keyboard.type("half")
    expect(asked).to_have_count(4)
    expect(field).to_be_focused()
    expect(field).to_have_value("half")
    asked.nth(1).dblclick()
    expect(asked).to_have_count(2)
    expect(field).to_have_value("half")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(f"{second} b 4.5; {third} w")
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(counter(page)).to_have_text("10 of 21 boards done")


def test_two_browsers_see_each_others_results_arrive(running: Callable[..., Page]) -> None:
    first, second = running(), running(narrow=True)
    board, other = open_boards(first)[:2]
    first.get_by_label("Enter results").fill(f"{board} b")
    second.get_by_label("Enter results").type("half typed")
    first.keyboard.press("Enter")
    expect(counter(second)).to_have_text("9 of 21 boards done")
    expect(second.get_by_label("Enter results")).to_have_value("half typed")
    expect(second.get_by_label("Enter results")).to_be_focused()
    expect(second.locator("[data-live-status]")).to_have_text(
        re.compile("^9 of 21 boards done: 8 have no")
    )
    second.get_by_label("Enter results").fill(f"{other} w 0.5")
    second.keyboard.press("Enter")
    expect(counter(first)).to_have_text("10 of 21 boards done")
    for page in (second, first):
        page.get_by_label("Enter results").fill("u")
        page.keyboard.press("Enter")
    for page in (second, first):
        expect(counter(page)).to_have_text("8 of 21 boards done")


def test_a_lost_connection_loses_nothing_typed(running: Callable[..., Page]) -> None:
    page = running()
    field = page.get_by_label("Enter results")
    board = open_boards(page)[0]
    page.context.set_offline(True)
    field.fill(f"{board} b")
    page.keyboard.press("Enter")
    expect(page.locator("[data-line-answer]")).to_contain_text("did not answer")
    expect(field).to_have_value(f"{board} b")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(counter(page)).to_have_text("9 of 21 boards done")
    field.fill("u")
    page.keyboard.press("Enter")
    expect(counter(page)).to_have_text("8 of 21 boards done")


def test_without_scripts_the_line_is_sent_and_answered(running: Callable[..., Page]) -> None:
    page = running(script=False)
    field = page.get_by_label("Enter results")
    board = open_boards(page)[0]
    field.fill(f"{board} b")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Board {board}: Black wins")).to_be_visible()
    page.get_by_label("Enter results").fill("u; 99 b")
    page.get_by_role("button", name="Enter", exact=True).first.click()
    expect(page.get_by_label("Enter results")).to_have_value("99 b")
    expect(counter(page)).to_have_text("8 of 21 boards done")


def test_the_clock_counts_and_stands_still(running: Callable[..., Page]) -> None:
    page = running()
    page.get_by_label("Set the round clock").click()
    page.get_by_label("Minutes").fill("61")
    page.get_by_role("button", name="Set", exact=True).click()
    digits = page.get_by_role("timer")
    expect(digits).to_have_text("1:01:00")
    page.get_by_role("button", name="Start the clock").click()
    expect(digits).to_have_text(re.compile(r"1:00:5\d"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("paused")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Set the round clock").click()
    page.get_by_role("button", name="Stop it and set it back").click()
    expect(page.get_by_role("timer")).to_have_count(0)


@pytest.fixture
def draft(demo: Demo, visit: Visit) -> Page:
    """Open round 5, paired anew."""
    page = visit("director")
    page.goto(f"{demo.url}{CUP}rounds/5/")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Pair (this round|again)")).click()
    return page


def seats(page: Page) -> list[str]:
    return page.locator(".boards [data-player]").all_inner_texts()


def test_two_players_are_exchanged_by_keyboard(draft: Page) -> None:
    names = draft.locator(".boards [data-player]")
    before = seats(draft)
    one, other = before[0], before[4]
    status = draft.locator("[data-draft-status]")
    names.nth(0).focus()
    draft.keyboard.press("Enter")
    expect(status).to_contain_text(f"{one} is chosen.")
    expect(names.nth(0)).to_have_attribute("aria-pressed", "true")
    draft.keyboard.press("Escape")
    expect(names.nth(0)).to_have_attribute("aria-pressed", "false")
    draft.keyboard.press(" ")
    draft.keyboard.press("ArrowDown")
    draft.keyboard.press("ArrowDown")
    expect(names.nth(4)).to_be_focused()
    scrolled = draft.evaluate("window.scrollY")
    draft.keyboard.press("Enter")
    expect(status).to_contain_text("changed places")
    after = seats(draft)
    assert {one, other} <= {*after[0:2], *after[4:6]}
    assert one in after[4:6]
    assert other in after[0:2]
    assert draft.evaluate("document.activeElement.textContent") == one
    assert draft.evaluate("window.scrollY") == scrolled
    # What came back can be worked with like what was there.
    draft.keyboard.press("Enter")
    expect(status).to_contain_text(f"{one} is chosen.")


def test_a_name_is_dragged_onto_another(draft: Page) -> None:
    names = draft.locator(".boards [data-player]")
    before = seats(draft)
    names.nth(2).hover()
    draft.mouse.down()
    # A drag begins with a short move, and is over a place with the second one there.
    names.nth(2).hover(position={"x": 5, "y": 5})
    names.nth(7).hover()
    names.nth(7).hover(position={"x": 5, "y": 5})
    draft.mouse.up()
    expect(draft.locator("[data-draft-status]")).to_contain_text("changed places")
    after = seats(draft)
    assert before[2] in after[6:8]
    assert before[7] in after[2:4]


def test_what_another_director_changed_is_shown_instead(
    demo: Demo, visit: Visit, draft: Page
) -> None:
    names = draft.locator(".boards [data-player]")
    other = visit("director")
    other.goto(draft.url)
    other.get_by_label("Board 1", exact=True).check()
    with other.expect_navigation():
        other.get_by_role("button", name="Exchange colours").click()
    fresh = seats(other)
    names.nth(2).click()
    names.nth(7).click()
    expect(draft.locator("[data-draft-status]")).to_contain_text(
        "Somebody else changed this meanwhile"
    )
    assert seats(draft) == fresh


def test_a_double_click_on_a_question_does_not_answer_the_next_one(nine_open: Page) -> None:
    page = nine_open
    first, second = open_boards(page)[:2]
    asked = page.get_by_role("button", name=re.compile(r"\(Board"))
    page.keyboard.type(f"{first} =; {second} b 4")
    page.keyboard.press("Enter")
    expect(asked).to_have_count(4)
    sent = answer_at_once(
        page,
        "/line/",
        """() => `<p data-line-answer></p><div data-line-questions>${
            document.querySelectorAll("[data-line-questions] form")[1].outerHTML}</div>`""",
    )
    click_twice(page, asked.nth(1), lambda: expect(asked).to_have_count(2))
    # Whatever the second click has sent comes before this.
    page.evaluate("() => fetch(document.querySelector('form[data-line]').action, {method: 'POST'})")
    assert len(sent) == 2
    page.unroute("**/line/")
    page.reload()
    for left in (2, 0):
        asked.nth(1).press("Enter")
        expect(asked).to_have_count(left)


def test_what_a_finger_is_on_stays_until_it_is_lifted(running: Callable[..., Page]) -> None:
    page = running()
    live = f"**{page.locator('[data-live]').get_attribute('data-live')}**"
    page.route(live, lambda route: route.fulfill(body="<p id=fresh>Fresh</p>"))
    rows = page.locator("[data-live] table")
    rows.first.hover()
    page.mouse.down()
    with page.expect_response(live):
        page.evaluate(
            "() => document.querySelector('[data-live]').dispatchEvent(new Event('shinpan:stale'))"
        )
    page.evaluate("() => new Promise((go) => window.setTimeout(go, 200))")
    assert rows.count()
    page.mouse.up()
    expect(page.locator("#fresh")).to_be_visible()
    expect(rows).to_have_count(0)
