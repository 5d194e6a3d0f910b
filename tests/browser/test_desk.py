"""Referees in a real browser: a disagreement becomes a case, a ruling, an appeal, and is final."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo, Visit
from tests.browser.hands import TOO_WIDE, Keys
from tests.browser.test_reporting import BLACK, TAPPING, WATCHING, WHITE, enter, new_link
from tests.support.browser import axe, keep_picture

CUP = "clear-stone-cup"
UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"
CAUSES = "Illegal move|The same position came back"


def look(page: Page, name: str) -> None:
    """See that a page is sound: nothing for axe, nothing off the side; and take its picture."""
    keep_picture(page, f"journeys/desk-{name}")
    found = axe(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    assert page.evaluate(TOO_WIDE) <= 0, f"{name} is too wide"


def case_address(demo: Demo, page: Page, title: str) -> str:
    """Return the address of the first case of the queue with such a title."""
    page.goto(f"{demo.url}/referee/{CUP}/")
    link = page.get_by_role("link", name=re.compile(title)).first
    return f"{demo.url}{link.get_attribute('href')}"


@pytest.mark.parametrize(
    ("narrow", "dark"), [(True, True), (False, False)], ids=["390-dark", "1280-light"]
)
def test_axe_finds_nothing_on_the_referee_s_pages(
    demo: Demo, visit: Visit, narrow: bool, dark: bool
) -> None:
    page = visit("referee", narrow=narrow, dark=dark)
    size = "390" if narrow else "1280"
    address = case_address(demo, page, CAUSES)
    look(page, f"queue-{size}")
    page.goto(address)
    look(page, f"case-{size}")
    page.locator("#take").click()
    page.evaluate(UNFOLD)
    look(page, f"case-taken-{size}")
    page.goto(f"{address}ruling/")
    page.evaluate(UNFOLD)
    look(page, f"ruling-{size}")
    page.locator("#reasons").fill("")
    page.get_by_role("button", name="Continue: see what changes").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing has been saved yet")
    look(page, f"ruling-errors-{size}")
    page.goto(f"{address}ruling/")
    page.locator("#use-proposal").click()
    page.locator("#reasons").fill("White took the ko back at once.")
    page.get_by_role("button", name="Continue: see what changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What this changes")
    look(page, f"preview-{size}")
    page.goto(f"{address}steps/displaced_stone/")
    look(page, f"guide-{size}")
    page.goto(f"{demo.url}/referee/{CUP}/new/")
    look(page, f"new-{size}")
    page.goto(address)
    page.locator("#return").click()
    expect(page.get_by_role("status").first).to_contain_text("is given back.")


def test_the_queue_tells_of_a_new_case_by_itself(demo: Demo, visit: Visit) -> None:
    watcher, other = visit("referee"), visit("director")
    watcher.evaluate("window.neverReloaded = true")
    other.goto(f"{demo.url}/referee/{CUP}/new/")
    other.get_by_label("Conduct").check()
    other.get_by_label(re.compile(rf"^\s*{TAPPING[0]}")).check()
    other.get_by_label("What happened, in a few words").fill("Loud talking in the corridor.")
    other.get_by_role("button", name="Open the case").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("Conduct")
    expect(watcher.get_by_text("Loud talking in the corridor.")).to_be_visible(timeout=30_000)
    assert watcher.evaluate("window.neverReloaded === true")


def test_only_what_goes_with_the_effect_is_asked(demo: Demo, visit: Visit) -> None:
    page = visit("referee")
    address = case_address(demo, page, CAUSES)
    page.goto(address)
    page.locator("#take").click()
    page.locator("#rule").click()
    page.get_by_label("It is played again from the beginning").check()
    expect(page.get_by_label("Both lose")).to_be_hidden()
    expect(page.get_by_label(re.compile("last move that stands"))).to_be_hidden()
    page.get_by_label("It goes on from an earlier position").check()
    expect(page.get_by_label(re.compile("last move that stands"))).to_be_visible()
    page.get_by_label("It gets a result").check()
    page.locator("#other-results-summary").click()
    expect(page.get_by_label("Both lose")).to_be_visible()
    page.goto(address)
    page.locator("#return").click()


def test_a_ruling_is_made_with_the_keys_alone_and_without_javascript(
    demo: Demo, visit: Visit
) -> None:
    page = visit("referee", script=False)
    keys = Keys()
    page.goto(case_address(demo, page, "Two different results"))
    keys.press(page.locator("#take"))
    page.wait_for_load_state()
    keys.press(page.locator("#rule"))
    keys.tick(page.locator("[name=effect][value=result]"))
    keys.press(page.locator("#other-results-summary"))
    keys.tick(page.locator("[name=winner][value=both]"))
    keys.press(page.get_by_role("button", name="Continue: see what changes"))
    expect(page.locator(".sentence").first).to_contain_text("both lost the game.")
    keys.press(page.locator("#confirm"))
    expect(page.get_by_role("status").first).to_contain_text("The ruling is made.")
    expect(page.locator("#rulings + .ruled")).to_contain_text("both lost the game.")


def contested(demo: Demo, visit: Visit) -> tuple[Page, Page]:
    """Let White report a win and Black contest it; return their browsers, Black's first."""
    director = visit("director")
    black, white = visit(), visit(narrow=True)
    enter(white, new_link(director, demo, WHITE))
    enter(black, new_link(director, demo, BLACK))
    white.get_by_role("link", name="Report the result").click()
    white.get_by_role("button", name="I won (White)").click()
    white.get_by_role("button", name="My opponent resigned").click()
    white.get_by_role("button", name="Yes, send it").click()
    black.reload()
    black.get_by_role("link", name="Confirm or contest").click()
    black.get_by_role("link", name="No, I contest it").click()
    black.get_by_role("textbox").fill("I asked for a count.")
    black.get_by_role("button", name="Contest it and call the referee").click()
    return black, white


def states(page: Page, text: str) -> None:
    """Write a statement on one's own page of the case."""
    page.locator("#see-case").click()
    page.get_by_label("In your own words").fill(text)
    page.locator("#send-statement").click()
    expect(page.get_by_text(text).first).to_be_visible()


def test_from_the_contest_to_the_final_ruling(demo: Demo, visit: Visit) -> None:
    black, white = contested(demo, visit)
    states(black, "I put no stone down and said: count.")
    states(white, "He said that he had lost.")

    referee = visit("referee")
    card = referee.locator(".queue > li").filter(has_text=f"{BLACK} – {WHITE}")
    expect(card).to_contain_text("2 statements")
    card.get_by_role("button", name=re.compile("Take it")).click()
    case = referee.url
    people = referee.get_by_role("region", name="What people say")
    expect(people).to_contain_text("I put no stone down")
    expect(people).to_contain_text("He said that he had lost.")
    referee.locator("#rule").click()
    referee.get_by_label("It gets a result").check()
    referee.get_by_label(f"{WHITE} (White) wins").check()
    referee.locator("#reasons").fill("White was told that Black resigns, a witness heard it.")
    referee.get_by_role("button", name="Continue: see what changes").click()
    expect(referee.get_by_role("heading", name="Standings")).to_be_visible()
    referee.locator("#confirm").click()
    expect(referee.get_by_role("status").first).to_contain_text("The ruling is made.")

    black.reload()
    expect(black.locator("main")).to_contain_text("a witness heard it.")
    black.locator("#appeal-it > summary").click()
    black.get_by_label("Why should the committee").fill("The witness sat three boards away.")
    black.get_by_role("button", name="Send the appeal").click()
    expect(black.get_by_role("button", name="Send the appeal")).to_be_hidden()

    director = visit("director")
    director.goto(f"{case}appeal/")
    look(director, "appeal-empty-1280")
    director.get_by_role("link", name="Appoint the committee").click()
    expect(director.get_by_label(re.compile(rf"^\s*{re.escape(BLACK)}"))).to_be_disabled()
    look(director, "committee-1280")
    members = (*TAPPING, WATCHING[0])
    for name in members:
        director.get_by_label(re.compile(rf"^\s*{re.escape(name)}")).check()
    director.get_by_role("button", name="Appoint them").click()
    expect(director.get_by_role("status").first).to_contain_text("The committee is appointed.")

    first, second, third = visit(narrow=True), visit(), visit()
    for page, name in zip((first, second, third), members, strict=True):
        enter(page, new_link(director, demo, name))
        page.goto(f"{case}appeal/")
    look(first, "appeal-390")
    first.get_by_role("link", name="Propose another decision").tap()
    first.get_by_label("It is played again from the beginning").check()
    first.locator("#reasons").fill("Nobody can know who is right.")
    first.get_by_role("button", name="Continue: see what changes").tap()
    first.locator("#confirm").tap()
    first.locator("#vote-1").tap()
    expect(first.get_by_role("status").first).to_contain_text("Your vote is counted.")
    look(first, "appeal-motions-390")
    second.reload()
    second.locator("#vote-1").click()
    expect(second.locator("main")).to_contain_text("until everybody has voted")
    third.reload()
    third.locator("#vote-1").click()
    expect(third.locator("main")).to_contain_text("The committee has voted: this is final.")
    look(third, "appeal-decided-1280")
    referee.goto(case)
    expect(referee.locator("main")).to_contain_text("This case is over.")
    look(referee, "case-final-1280")
    white.goto(f"{demo.url}/me/")
    expect(white.get_by_role("link", name="Report the result")).to_be_visible()
