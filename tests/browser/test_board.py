"""The board in the browser: keys, buttons, and the same positions as the server draws."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import CONFIRMER, Demo, Visit


def stones(page: Page) -> set[tuple[str, str, str]]:
    """Return the stones on the first board as colour and place."""
    found = page.locator("figure[data-board]").first.locator("[data-layer=stones] circle")
    return {
        tuple(stone)
        for stone in found.evaluate_all(
            "all => all.map(c => [c.getAttribute('class'), c.getAttribute('cx'),"
            " c.getAttribute('cy')])"
        )
    }


def open_dispute(visit: Visit, **options: bool) -> Page:
    page = visit("referee", **options)
    page.get_by_role("link", name=re.compile("Contested result")).first.click()
    expect(page.locator("figure[data-started]").first).to_be_visible()
    return page


def test_keys_step_through_the_game(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit)
    board = page.locator("figure[data-board]").first
    caption = board.locator("[data-caption]")
    last = caption.inner_text()
    board.focus()
    for key, words in (
        ("Home", "Before the first move."),
        ("ArrowRight", "Board after move 1: Black"),
        ("PageDown", "Board after move 11: Black"),
        ("PageUp", "Board after move 1: Black"),
        ("ArrowLeft", "Before the first move."),
        ("ArrowLeft", "Before the first move."),
    ):
        page.keyboard.press(key)
        expect(caption).to_contain_text(words)
    assert stones(page) == set()
    assert re.search(r"[?&]move-\d+=0", page.url)
    page.keyboard.press("End")
    expect(caption).to_have_text(last)
    expect(board.locator("svg")).to_have_attribute("aria-label", last)
    expect(caption).to_have_attribute("aria-live", "polite")


def test_the_module_shows_what_the_server_draws(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit)
    board = page.locator("figure[data-board]").first
    forward = board.get_by_role("link", name="10 moves on")
    board.get_by_role("link", name="Start", exact=True).click()
    for _ in range(4):
        forward.click()
    expect(board.locator("[data-caption]")).to_contain_text("Board after move 40:")
    by_module, caption = stones(page), board.locator("[data-caption]").inner_text()
    marks = board.locator("[data-layer=marks]").inner_html()
    page.reload()
    expect(board.locator("[data-caption]")).to_have_text(caption)
    assert stones(page) == by_module
    assert board.locator("[data-layer=marks] *").count() == marks.count("<circle")


def test_buttons_are_large_enough_for_fingers(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit, narrow=True)
    for step in page.locator(".steps").first.locator("a").all():
        box = step.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_the_refresh_keeps_the_move_and_the_focus_and_tells_the_state(
    demo: Demo, visit: Visit
) -> None:
    player, referee = visit(CONFIRMER), visit("referee")
    player.get_by_role("link", name="Confirm or contest").click()
    referee.goto(player.url)
    referee.get_by_role("link", name="Start", exact=True).click()
    step = referee.get_by_role("link", name="Next move")
    step.click()
    step.click()
    step.focus()
    caption = referee.locator("[data-caption]")
    expect(caption).to_contain_text("Board after move 2")
    shown = caption.inner_text()
    referee.evaluate("window.neverReloaded = true")

    player.get_by_role("button", name="Yes, this is right").click()
    expect(referee.locator("[data-live-status]")).to_contain_text("confirmed")
    expect(caption).to_have_text(shown)
    expect(step).to_be_focused()
    assert referee.evaluate("window.neverReloaded === true")


def test_a_finding_leads_to_its_move(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit, narrow=True)
    link = page.locator("a[data-jump]").first
    number = (link.get_attribute("data-step") or "").removeprefix("=")
    board = page.locator(f'figure[data-board="{link.get_attribute("data-jump")}"]')
    board.get_by_role("link", name="Start", exact=True).click()
    expect(board.locator("[data-caption]")).to_have_text("Before the first move.")
    page.wait_for_timeout(600)  # a press on the same spot sooner is one with the last: press.js
    link.click()
    expect(board.locator("[data-caption]")).to_contain_text(f"Board after move {number}:")
    expect(board).to_be_focused()
    expect(board).to_be_in_viewport()


def test_the_words_follow_the_steps_and_are_those_of_the_server(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit)
    board = page.locator("figure[data-board]").first
    board.get_by_text("The position in words").click()
    board.get_by_role("link", name="Start", exact=True).click()
    expect(board.locator("[data-words] li")).to_have_text(["No stone is on the board."])
    for _ in range(3):
        board.get_by_role("link", name="10 moves on").click()
    by_module = board.locator("[data-words] li").all_inner_texts()
    page.reload()
    board.get_by_text("The position in words").click()
    assert board.locator("[data-words] li").all_inner_texts() == by_module


def test_everybody_steps_through_a_confirmed_game(demo: Demo, visit: Visit) -> None:
    page = visit("", narrow=True)
    page.goto(f"{demo.url}/t/clear-stone-cup/")
    games = page.locator('main a[href^="/games/"]').evaluate_all("all => all.map(a => a.href)")
    for address in games:
        page.goto(address)
        if page.locator("figure[data-board]").count():
            break
    board = page.locator("figure[data-board]")
    expect(page.get_by_role("heading", name="The game", exact=True)).to_be_visible()
    board.get_by_role("link", name="Start", exact=True).tap()
    board.get_by_role("link", name="Next move").tap()
    expect(board.locator("[data-caption]")).to_contain_text("Board after move 1: Black played")
    assert page.get_by_text("Verdict of the replay").count() == 0


def swipe(page: Page, sideways: int) -> None:
    """Draw a finger over the first board."""
    drawing = page.locator("figure[data-board] svg").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 6):
        touch("touchMove", {"x": x + sideways * part / 5, "y": y})
    touch("touchEnd")


def test_a_finger_turns_the_moves_like_pages(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit, narrow=True)
    board = page.locator("figure[data-board]").first
    board.get_by_role("link", name="Start", exact=True).tap()
    caption = board.locator("[data-caption]")
    swipe(page, -120)
    expect(caption).to_contain_text("Board after move 1:")
    swipe(page, -120)
    expect(caption).to_contain_text("Board after move 2:")
    swipe(page, 120)
    expect(caption).to_contain_text("Board after move 1:")
    swipe(page, 15)
    expect(caption).to_contain_text("Board after move 1:")
