"""Pages that stay open: on a bad network, in a pocket, and after everything seems to be over."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.corrections.services.corrections import correct_result
from adjudication.result_entry.services import clear_result, enter_result
from tests.browser.hands import hold_time
from tests.support.browser import PHONE, impatient, kept_back, profile, signed_in
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, make_world, report
from tournament.models import Game, Round
from tournament.rounds.services.clock import start_clock

Open = Callable[..., Page]
IMPATIENT = """(() => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 8);
})()"""
ASLEEP = """(minutes) => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + minutes * 60000;
}"""


@pytest.fixture
def world(live_server: LiveServer) -> World:
    return make_world()


@pytest.fixture
def opened(browser: Browser, live_server: LiveServer, world: World) -> Iterator[Open]:
    """Open an address on a phone, as one of the players by index; ``held`` stops its time."""
    contexts = []

    def at(path: str, player: int | None = None, *, held: bool = True) -> Page:
        context = profile(browser, viewport=PHONE, has_touch=True, is_mobile=True)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(IMPATIENT)
        if player is not None:
            signed_in(context, world.player(player), live_server.url)
        if held:
            hold_time(page)
        page.goto(live_server.url + path)
        return page

    yield at
    for context in contexts:
        context.close()


def test_a_request_that_hangs_does_not_end_the_refresh(world: World, opened: Open) -> None:
    page = opened("/t/coupe/")
    page.route("**/live/**", lambda _route: None)
    with page.expect_event("requestfailed", lambda request: "/live/" in request.url):
        page.clock.run_for(11_000)
        page.clock.run_for(8_000)
    page.unroute("**/live/**")
    enter_result(game_id=world.games[0].pk, winner="white", reason="resignation")
    page.clock.run_for(11_000)
    expect(page.get_by_text("W+R")).to_be_visible()


def test_the_ruling_and_an_undone_result_come_to_the_game(world: World, opened: Open) -> None:
    game = world.games[0]
    for player in (game.black, game.white):
        report(game, player, "B+R" if player == game.black else "W+R")
    page = opened(f"/games/{game.pk}/", 0)
    expect(page.get_by_text("A referee will look at it.")).to_be_visible()
    correct_result(game_id=game.pk, winner="white", note="Seen")
    page.clock.run_for(6_000)
    expect(page.locator("#result + .sentence")).to_contain_text("you lost to")
    typed = world.games[2]
    enter_result(game_id=typed.pk, winner="black")
    page = opened(f"/games/{typed.pk}/", 4)
    expect(page.locator("#report-it")).to_have_count(0)
    clear_result(game_id=typed.pk)
    page.clock.run_for(31_000)
    expect(page.locator("#report-it")).to_be_visible()


def left(page: Page) -> int:
    """Return the minutes that the round clock shows."""
    return int((page.locator("[data-clock-digits]").text_content() or "").split(":")[-2])


def test_a_phone_that_slept_shows_the_time_that_is_left(world: World, opened: Open) -> None:
    round_id = world.games[0].round_id
    Round.objects.filter(pk=round_id).update(clock_seconds=3000)
    start_clock(round_id=round_id)
    page = opened("/t/coupe/", held=False)
    expect(page.locator("[data-clock-digits]")).to_have_text(re.compile("^49:"))
    page.evaluate(ASLEEP, 10)
    expect(page.locator("[data-clock-digits]")).to_have_text(re.compile("^39:"))
    # It was only the phone's clock that somebody set: the next answer says so.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-clock-digits]")).to_have_text(re.compile("^49:"))


def test_the_browsers_own_keys_stay_its_own_on_the_wall(world: World, opened: Open) -> None:
    page = opened("/t/coupe/wall/")
    expect(page.locator(".wall-keys")).to_have_count(1)
    taken = page.evaluate(
        """() => [{ key: "p", ctrlKey: true }, { key: "ArrowLeft", altKey: true }, { key: "p" }]
          .map((key) => !document.body.dispatchEvent(
            new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true })))"""
    )
    assert taken == [False, False, True]


def mark(page: Page, point: str) -> None:
    """Tap a point of a board of 9 by 9."""
    drawing = page.locator("[data-dead-board] svg")
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    unit = box["width"] / (2 * 30 + 8 * 20)
    at = [30 + 20 * one for one in ("ABCDEFGHJ".index(point[0]), 9 - int(point[1]))]
    page.touchscreen.tap(box["x"] + at[0] * unit, box["y"] + at[1] * unit)


def test_marks_and_reports_on_a_bad_network(world: World, opened: Open) -> None:
    game = world.games[0]
    page = opened(f"/games/{game.pk}/report/", 0, held=False)
    page.locator("button[name=winner]").nth(1).tap()
    page.locator("#margin").fill("15.5")
    page.locator("button.main[name=step][value=how]").tap()
    page.locator("details summary").first.tap()
    page.locator("input[type=file]").set_input_files(
        {"name": "a.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf(WALLS, KM="6.5")}
    )
    told, lost = page.locator("[data-dead-status]"), page.locator("[data-dead-lost]")
    first, second = DEAD.split()
    faults: list[Callable[[Route], object]] = [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=500, body="x"),
        lambda _route: None,
    ]
    for fault in faults:
        page.route("**/report/dead/", fault)
        mark(page, first)
        expect(lost).to_be_in_viewport()
        page.unroute("**/report/dead/")
        mark(page, first)
        expect(told).to_contain_text(f"{first}, ")
        expect(lost).to_be_hidden()
    mark(page, second)
    expect(told).to_contain_text(f"{second}, ")

    send = page.locator("button[name=step][value=send]")
    asked: list[Route] = []
    page.route("**/healthz", lambda route: asked.append(route))
    impatient(page)
    send.tap()
    expect(page.get_by_role("status").filter(has_text="Sending…")).to_be_attached()
    expect(send).to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-lost]")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Sending…")).not_to_be_attached()
    send.tap()
    expect(send).to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-lost]")).to_be_hidden()
    # The button is exchanged meanwhile, and the server is there though not well.
    send.evaluate("(button) => button.replaceWith(button.cloneNode(true))")
    asked[-1].fulfill(status=500, body="x")
    expect(page.locator("#withdraw")).to_be_visible()
    assert Game.objects.get(pk=game.pk).state == "reported"


def test_a_record_chosen_before_its_module_came_is_added_but_not_one_the_browser_put_back(
    world: World, opened: Open, tmp_path: Path
) -> None:
    record = tmp_path / "a.sgf"
    record.write_bytes(sgf(WALLS, KM="6.5"))
    page = opened(f"/games/{world.games[0].pk}/report/", 0, held=False)
    page.locator("button[name=winner]").first.tap()
    chosen = page.locator("input[type=file]")
    with kept_back(page, "js/record"):
        page.locator("button[name=reason][value=resignation]").tap()
        page.locator("details summary").first.tap()
        chosen.set_input_files(record)
        expect(page.get_by_text("No game record.")).to_be_visible()
    expect(page.get_by_text("Record: 22 moves")).to_be_visible()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.go_back()
    expect(page.get_by_text("No game record.")).to_be_visible()
    assert chosen.evaluate("(input) => input.files.length") == 1
    # Other browsers put it back sooner: before the module comes, and after reloading too.
    with kept_back(page, "js/record"):
        page.reload(wait_until="commit")
        page.locator("details summary").first.tap()
        chosen.set_input_files(record)
    expect(page.get_by_text("No game record.")).to_be_visible()
    assert chosen.evaluate("(input) => input.files.length") == 1
    assert not [address for address in sent if "/healthz" in address]


def test_nobody_is_told_to_tap_before_taps_are_heard(world: World, opened: Open) -> None:
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"))
    page = opened(f"/games/{game.pk}/", 0, held=False)
    told = page.locator("#dead-help")
    with kept_back(page, "js/dead"):
        page.locator("#mark").tap()
        expect(page.locator("[data-dead-board]")).to_be_visible()
        expect(told).to_be_hidden()
    expect(told).to_be_visible()
    mark(page, "B8")
    expect(page.locator("[data-dead-status]")).to_contain_text("B8, ")
    expect(told).to_be_visible()


def test_a_mark_that_is_no_longer_ones_own_leads_to_what_is(world: World, opened: Open) -> None:
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"))
    page = opened(f"/games/{game.pk}/", 0, held=False)
    page.locator("#mark").tap()
    expect(page.locator("[data-dead-board]")).to_be_visible()
    page.context.clear_cookies()
    mark(page, "B8")
    expect(page.locator("[data-dead-board]")).to_have_count(0)
