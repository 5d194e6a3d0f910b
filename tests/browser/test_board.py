"""The board in the browser: keys, buttons, and the same positions as the server draws."""

import re

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import CONFIRMER, Demo, Visit
from tests.support.browser import axe, profile, signed_in
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import judge_all, make_world, report


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
    page.wait_for_url(re.compile(r"[?&]move-\d+=0"))
    page.keyboard.press("End")
    expect(caption).to_have_text(last)
    expect(board.get_by_role("img")).to_have_attribute("aria-label", last)
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
    page.wait_for_url(re.compile(r"[?&]move-\d+=40"))
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
    page.wait_for_url(re.compile(r"[?&]move-\d+=30"))
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


def confirmed_game(demo: Demo, visit: Visit, **options: bool) -> Page:
    """Open a confirmed game as everybody sees it."""
    page = visit("", **options)
    page.goto(f"{demo.url}/t/clear-stone-cup/rounds/1/")
    page.goto(str(page.locator('main a[href^="/games/"]').first.evaluate("one => one.href")))
    expect(page.locator("figure[data-started]")).to_be_visible()
    return page


def test_the_slider_and_the_number_lead_to_a_move(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit)
    board = page.locator("figure[data-board]")
    caption, slider = board.locator("[data-caption]"), board.get_by_role("slider", name="Move")
    slider.fill("57")
    expect(caption).to_contain_text("Board after move 57:")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Board after move 57:"))
    slider.press("ArrowRight")
    expect(caption).to_contain_text("Board after move 58:")
    number = board.get_by_role("spinbutton", name="Move")
    expect(number).to_have_value("58")
    number.fill("12")
    expect(caption).to_contain_text("Board after move 12:")
    expect(slider).to_have_value("12")
    number.fill("9999")
    expect(caption).to_contain_text("Board after move 12:")
    # Keys in the field belong to the field.
    number.press("Home")
    expect(caption).to_contain_text("Board after move 12:")
    page.wait_for_url(re.compile(r"[?&]move-\d+=12"))


def test_a_tap_on_the_board_shows_the_next_move(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit, narrow=True)
    board = page.locator("figure[data-board]")
    caption, drawing = board.locator("[data-caption]"), board.locator(".board-frame > svg")
    board.get_by_role("link", name="Start", exact=True).tap()
    box = drawing.bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, page.viewport_size["width"] if page.viewport_size else 0)
    for across, number in ((0.5, 1), (0.9, 2), (0.1, 1)):
        drawing.tap(position={"x": box["width"] * across, "y": box["height"] / 2})
        expect(caption).to_contain_text(f"Board after move {number}:")


def test_numbers_stand_on_the_stones_as_the_server_draws_them(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit)
    board = page.locator("figure[data-board]")
    drawn = "all => all.map(one => one.textContent + one.getAttribute('class')).sort()"
    board.get_by_role("slider", name="Move").fill("130")
    numbers = board.locator("[data-layer=marks] text")
    expect(numbers).to_have_count(0)
    board.get_by_label("Numbers").check()
    by_module = numbers.evaluate_all(drawn)
    assert len(by_module) > 100
    page.wait_for_url(re.compile("numbers=1"))
    page.reload()
    assert numbers.evaluate_all(drawn) == by_module
    assert "numbers=1" in str(board.get_by_role("link", name="Next move").get_attribute("href"))


def test_a_link_to_the_move_is_copied(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = page.locator("figure[data-board]")
    board.get_by_role("slider", name="Move").fill("41")
    board.get_by_role("button", name="Copy a link to this move").click()
    expect(board.get_by_role("status")).to_have_text("Copied.")
    page.goto(str(page.evaluate("navigator.clipboard.readText()")))
    expect(board.locator("[data-caption]")).to_contain_text("Board after move 41:")


def test_a_larger_board_moves_within_its_frame(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit, narrow=True)
    board = page.locator("figure[data-board]")
    width = "one => one.getBoundingClientRect().width"
    drawing = board.locator(".board-frame > svg")
    before = drawing.evaluate(width)
    board.get_by_label("Larger").check()
    assert drawing.evaluate(width) == 2 * before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The frame follows the move that is shown.
    for number in ("3", "5", "20"):
        board.get_by_role("slider", name="Move").fill(number)
        mark = board.locator(".last").bounding_box()
        frame = board.locator(".board-frame").bounding_box()
        assert mark
        assert frame
        assert frame["x"] <= mark["x"] <= frame["x"] + frame["width"]
        assert frame["y"] <= mark["y"] <= frame["y"] + frame["height"]


def test_without_the_module_the_form_leads_to_a_move(demo: Demo, visit: Visit) -> None:
    page = visit("", script=False)
    page.goto(f"{demo.url}/t/clear-stone-cup/rounds/1/")
    page.locator('main a[href^="/games/"]').first.click()
    board = page.locator("figure[data-board]")
    board.get_by_role("spinbutton", name="Move").fill("33")
    board.get_by_label("Numbers").check()
    board.get_by_role("button", name="Show").click()
    expect(board.locator("[data-caption]")).to_contain_text("Board after move 33:")
    expect(board.get_by_role("spinbutton", name="Move")).to_have_value("33")
    assert board.locator("[data-layer=marks] text").count() > 20


def test_arrows_step_through_a_board_that_has_no_focus(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit)
    caption = page.locator("[data-caption]")
    last = caption.text_content()
    page.keyboard.press("ArrowLeft")
    expect(caption).not_to_have_text(last or "")
    page.keyboard.press("ArrowRight")
    expect(caption).to_have_text(last or "")


def test_what_if_is_played_by_taps_and_taken_back(demo: Demo, visit: Visit) -> None:
    page = confirmed_game(demo, visit, narrow=True)
    board = page.locator("figure[data-board]")
    board.get_by_role("slider", name="Move").fill("30")
    board.get_by_role("link", name="What if").tap()
    caption = page.locator("[data-play-caption]")
    expect(caption).to_have_text("The game after move 30. Black to play.")
    page.evaluate("window.neverReloaded = true")
    page.get_by_label("Larger").check()
    points = page.locator("[data-layer=links] a")
    free = points.count()
    for number, told in ((1, "White to play."), (2, "Black to play.")):
        points.nth(40 * number).tap()
        expect(caption).to_contain_text(told)
        expect(page.locator("[data-layer=marks] text")).to_have_count(number)
        expect(page.get_by_label("Larger")).to_be_checked()
    assert points.count() < free
    expect(page.get_by_role("status")).to_contain_text("Black to play.")
    page.get_by_role("link", name="Previous move").tap()
    expect(caption).to_contain_text("White to play.")
    assert page.evaluate("window.neverReloaded === true")
    page.go_back()
    expect(caption).to_contain_text("Black to play.")
    page.get_by_role("link", name="Back to the game at move 30").tap()
    expect(page.locator("[data-caption]")).to_contain_text("Board after move 30:")


def test_what_if_is_played_without_the_module_by_typing(demo: Demo, visit: Visit) -> None:
    page = visit("", script=False)
    page.goto(f"{demo.url}/t/clear-stone-cup/rounds/1/")
    page.locator('main a[href^="/games/"]').first.click()
    page.get_by_role("link", name="Start", exact=True).click()
    page.get_by_role("link", name="What if").click()
    for point in ("q16", "dd"):
        page.get_by_label("Or type a point").fill(point)
        page.get_by_role("button", name="Play").click()
    expect(page.locator("[data-play-caption]")).to_have_text("White at D16. Black to play.")
    page.get_by_label("Or type a point").fill("Q16")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("There is a stone at Q16 already.")


def test_what_the_record_says_follows_the_moves(live_server: LiveServer, browser: Browser) -> None:
    world = make_world()
    game = world.games[0]
    record = (
        b"(;SZ[9]C[At the start];B[ee]BL[61]C[<i>First</i>]LB[aa:x][ee:1]TR[bb]"
        b"(;W[cc]WL[3725]OW[5];B[dd])(;W[gg];B[cc]))"
    )
    report(game, game.black, "B+R", record)
    judge_all()
    with profile(browser) as context:
        signed_in(context, world.player(0), live_server.url)
        page = context.new_page()
        page.goto(f"{live_server.url}/games/{game.pk}/?move=0")
        board = page.locator("figure[data-started]")
        told = """one => [one.querySelector('.noted').innerText,
            one.querySelector('[data-layer=marks]').children.length]"""
        shown = {}
        expect(board.locator("[data-comment]")).to_have_text("At the start")
        expect(board.locator("[data-commented]")).to_contain_text("Written in the record")
        for number in (1, 2, 3):
            board.get_by_role("link", name="Next move").click()
            expect(board.locator("[data-caption]")).to_contain_text(f"move {number}:")
            shown[number] = board.evaluate(told)
            if number == 1:
                assert axe(page).violations_count == 0
        assert "<i>First</i>" in shown[1][0]
        assert "Black 1:01 · White 1:02:05 (5 moves)" in shown[3][0]
        for number in (1, 2, 3):
            page.goto(f"{live_server.url}/games/{game.pk}/?move={number}")
            assert page.locator("figure[data-started]").evaluate(told) == shown[number]
        page.goto(f"{live_server.url}/games/{game.pk}/?move=1")
        page.get_by_role("link", name="G3 C7").click()
        expect(page.locator("[data-play-caption]")).to_have_text("White at G3. Black to play.")


def test_a_copied_link_opens_at_its_record_and_move_on_a_phone(
    live_server: LiveServer, browser: Browser
) -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+R", sgf(" ".join(WALLS.split()[:14])))
    other = report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en") as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        signed_in(context, world.player(0), live_server.url)
        page = context.new_page()
        page.goto(f"{live_server.url}/games/{game.pk}/")
        page.locator(".which label").last.click()
        for number, board in enumerate(page.locator("figure[data-board]").all()):
            board.evaluate("one => one.querySelector('[data-step=first]').click()")
            board.evaluate(f"one => one.querySelectorAll('[data-step]')[3 + {number}].click()")
        board = page.locator(f"#board-{other}-figure")
        board.locator("[data-more]").click()
        board.get_by_role("button", name="Copy a link to this move").click()
        copied = str(page.evaluate("navigator.clipboard.readText()"))
        assert copied == f"{live_server.url}/games/{game.pk}/?move-{other}=10#board-{other}-figure"
        fresh = context.new_page()
        fresh.goto(copied)
        board = fresh.locator(f"#board-{other}-figure")
        expect(board).to_be_in_viewport()
        expect(board.locator("[data-caption]")).to_contain_text("Board after move 10:")


def test_a_referee_is_told_who_can_open_a_copied_link(demo: Demo, visit: Visit) -> None:
    page = open_dispute(visit)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = page.locator("figure[data-board]").first
    board.get_by_role("button", name="Copy a link to this move").click()
    expect(board.get_by_role("status")).to_contain_text("only for those who may see this page")
