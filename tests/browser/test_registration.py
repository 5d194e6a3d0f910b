"""Entering players while typing, who plays when by keyboard, and the list at the door by touch."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo, Visit
from tests.browser.hands import answer_at_once, click_twice
from tests.support.browser import kept_back

DIRECTOR = "/director/clear-stone-cup"
AGA = "\n".join(
    f"{name}\t{number}\tFull\t{rating}\t1/1/2027\tXXXX\tNY\t0.5\t1/1/2026"
    for number, (name, rating) in enumerate(
        [("Łąkotowska, Żófia", "3.4"), ("Lakotin, Bo", "-5.2"), ("Skog, Øyvind", "1.1")], start=1
    )
).encode()


def load_list(page: Page, demo: Demo) -> None:
    page.goto(f"{demo.url}{DIRECTOR}/players/lists/")
    page.set_input_files("#file", {"name": "list.txt", "mimeType": "text/plain", "buffer": AGA})
    page.locator("main form button.main").click()
    expect(page.get_by_text("list with 3 players is here")).to_be_visible()


def test_typing_finds_a_listed_player_and_one_press_enters_him(demo: Demo, visit: Visit) -> None:
    page = visit("director", narrow=True)
    load_list(page, demo)
    hits = page.locator("#hits tbody tr")
    # On a slow network somebody types before what listens to it has come.
    with kept_back(page, "htmx-4"):
        page.goto(f"{demo.url}{DIRECTOR}/players/", wait_until="commit")
        page.locator("#add > summary").tap()
        page.locator("#name").press_sequentially("lakot")
    expect(hits).to_have_count(2)
    page.locator("#name").press_sequentially("ow")
    expect(hits).to_have_count(1)
    # What is typed stays, and so does the place to type on.
    expect(page.locator("#name")).to_be_focused()
    page.locator("#from-round-list").select_option("5")
    expect(page.locator("#hits caption")).to_contain_text("plays from round 5")
    page.get_by_role("button", name="Enter Łąkotowska Żófia").tap()
    expect(page.locator("#name")).to_be_focused()
    expect(page.get_by_text("Łąkotowska Żófia is entered from round 5 on")).to_be_visible()
    # A second press asks first.
    page.locator("#name").press_sequentially("lakotow")
    page.get_by_role("button", name="Enter Łąkotowska Żófia").tap()
    expect(page.get_by_text("Is this the same person?")).to_be_visible()
    page.get_by_role("link", name="Do not enter").tap()
    page.wait_for_url(lambda url: url.endswith("/players/"))


def test_one_player_after_the_other_is_entered_by_keyboard(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}{DIRECTOR}/players/")
    page.locator("#add > summary").click()
    page.locator("#surname").focus()
    for surname, country in (("Quibble", "France"), ("Wexford", "germany"), ("Jaxby", "UK")):
        expect(page.locator("#surname")).to_be_focused()
        expect(page.locator("#surname")).to_have_value("")
        page.keyboard.type(surname)
        page.locator("#rank").fill("5k")
        page.locator("#club").fill("Zyg")
        page.locator("#country").fill(country)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{surname} is entered")).to_be_visible()
    page.goto(f"{demo.url}{DIRECTOR}/players/?q=zyg&sort=country")
    shown = page.locator(".attendance tbody th a")
    expect(shown).to_have_text(["Wexford", "Quibble", "Jaxby"])


ROWS_IN_SIGHT = """() => [...document.querySelectorAll(".attendance tbody tr")]
    .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length"""


def test_twenty_five_players_are_in_sight_and_their_heads_stay(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{demo.url}{DIRECTOR}/players/")
    rows = page.locator(".attendance tbody tr")
    expect(rows.nth(30)).to_be_attached()
    assert page.evaluate(ROWS_IN_SIGHT) >= 25
    rows.last.scroll_into_view_if_needed()
    head = page.get_by_role("columnheader", name="Name")
    expect(head).to_be_in_viewport()
    head.get_by_role("link").click()
    page.wait_for_url("**/players/?sort=name")
    expect(head).to_have_attribute("aria-sort", "ascending")


def test_who_plays_when_is_changed_by_keyboard(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}{DIRECTOR}/players/")
    page.locator("#q").press_sequentially("steinreich")
    rows = page.locator(".attendance tbody tr")
    expect(rows).to_have_count(3)
    first, second = (rows.nth(at).locator("button[name=part]").last for at in (0, 1))
    told = page.locator("#players-list [role=status]")
    expect(told).to_contain_text("found")
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "false")
    # The list was exchanged beneath the focus, which goes on from where it was.
    expect(second).to_be_focused()
    expect(rows).to_have_count(3)
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "true")


def test_a_double_click_on_a_round_does_not_take_itself_back(demo: Demo, visit: Visit) -> None:
    page = visit("director")
    page.goto(f"{demo.url}{DIRECTOR}/players/")
    button = page.locator(".attendance button[name=part][aria-pressed=true]").last
    identity, value = button.get_attribute("id"), button.get_attribute("value")
    assert value
    assert value.endswith("-0")
    button.scroll_into_view_if_needed()
    sent = answer_at_once(
        page,
        "/players/part/",
        f"""() => {{
            const list = document.getElementById("players-list").cloneNode(true);
            const button = list.querySelector("#{identity}");
            button.setAttribute("value", "{value[:-1]}1");
            button.setAttribute("aria-pressed", "false");
            return list.outerHTML;
        }}""",
    )
    stays = page.locator(f"#{identity}")
    click_twice(page, stays, lambda: expect(stays).to_have_attribute("aria-pressed", "false"))
    page.evaluate("() => fetch('part/', {method: 'POST'})")
    assert len(sent) == 2


def test_checking_in_by_touch_on_two_tablets(demo: Demo, visit: Visit) -> None:
    page, other = visit("director", narrow=True), visit("director", narrow=True)
    for tablet in (page, other):
        tablet.goto(f"{demo.url}{DIRECTOR}/checkin/5/")
    count = page.locator("[data-door-count]")
    expect(count).to_contain_text(re.compile(r"0 of \d+ here"))
    first, second, third = (page.locator(".door button").nth(at) for at in range(3))
    assert all(
        box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 390
        for box in (first.bounding_box(), second.bounding_box())
    )
    first.tap()
    second.tap()
    third.tap()
    expect(count).to_contain_text("3 of")
    third.tap()
    expect(count).to_contain_text("2 of")
    expect(first).to_have_attribute("aria-pressed", "true")
    # The other tablet sees it without being touched, and adds its own.
    expect(other.locator("[data-door-count]")).to_contain_text("2 of")
    other.locator("#q").press_sequentially("ngozi")
    expect(other.locator(".door button")).to_have_count(1)
    expect(other.locator(".door button")).to_have_attribute("aria-pressed", "true")
    other.locator("#q").fill("marchebois")
    expect(other.locator(".door button")).to_contain_text("Marchebois")
    other.locator(".door button").tap()
    expect(other.locator("[data-door-count]")).to_contain_text("3 of")
    expect(count).to_contain_text("3 of")
    page.get_by_role("link", name="Who is not here…").tap()
    expect(page.locator("main li").filter(has_text="Montefosco")).to_have_count(1)
    expect(page.locator("main li").filter(has_text="Marchebois")).to_have_count(0)


def test_a_tap_that_does_not_arrive_is_said(demo: Demo, visit: Visit) -> None:
    page = visit("director", narrow=True)
    page.goto(f"{demo.url}{DIRECTOR}/checkin/6/")
    page.context.set_offline(True)
    page.locator(".door button").first.tap()
    expect(page.get_by_text("No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("No connection")).to_be_hidden()
    expect(page.locator(".door button").first).to_have_attribute("aria-pressed", "false")


def test_checking_in_works_without_script(demo: Demo, visit: Visit) -> None:
    page = visit("director", narrow=True, script=False)
    page.goto(f"{demo.url}{DIRECTOR}/checkin/7/")
    page.locator(".door button").first.tap()
    expect(page.locator("[data-door-count]")).to_contain_text("1 of")
    page.locator("#q").fill("montefosco")
    page.get_by_role("button", name="Find").tap()
    expect(page.locator(".door button")).to_have_count(1)
