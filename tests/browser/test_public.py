"""What everybody sees, where JavaScript matters: the wall display, the filter, the explanation."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.result_entry.services import enter_result
from tests.browser.hands import hold_time
from tests.support.browser import profile
from tests.support.world import World, add_round, make_world
from tournament.models import Game, Tournament
from tournament.public.services import change_poster

BOARDS = 120
NAMES = tuple(f"Player{number:03} With A Name" for number in range(2 * BOARDS))
SMALL, LARGE = (1280, 720), (1920, 1080)
Screen = Callable[..., Page]


@pytest.fixture
def screen(browser: Browser, live_server: LiveServer) -> Iterator[Screen]:
    """Open an address on a screen of some size, with the browser's clock in the test's hands."""
    contexts = []

    def opened(path: str, size: tuple[int, int] = SMALL) -> Page:
        context = profile(browser, viewport={"width": size[0], "height": size[1]})
        contexts.append(context)
        page = context.new_page()
        hold_time(page)
        page.goto(live_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def hall(live_server: LiveServer) -> World:
    """A hall of 120 boards, with an announcement."""
    world = make_world(names=NAMES)
    change_poster(tournament_id=world.tournament.pk, changes={"banner": "The next round is at 14"})
    return world


def visible_rows(page: Page) -> list[tuple[str, bool]]:
    """Return the rows that are shown: their text, and whether they are whole on the screen."""
    return [
        (text, whole)
        for text, whole in page.evaluate(
            """() => {
              const foot = document.querySelector(".wall-foot").getBoundingClientRect();
              return [...document.querySelectorAll("section:not([hidden]) li:not([hidden])")].map(
                (row) => {
                  const box = row.getBoundingClientRect();
                  const whole = box.top >= 0 && box.left >= 0 && box.bottom <= foot.top + 1
                    && box.right <= innerWidth && box.height > 20;
                  return [row.innerText.replace(/\\s+/g, " "), whole];
                });
            }"""
        )
    ]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["1280x720", "1920x1080"])
@pytest.mark.parametrize("show", ["pairings", "results", "standings"])
def test_the_wall_pages_through_120_boards_and_leaves_nobody_out(
    hall: World, screen: Screen, show: str, size: tuple[int, int]
) -> None:
    page = screen(f"/t/coupe/wall/?show={show}", size)
    label = page.locator("[data-wall-page]")
    expect(label).to_have_text(re.compile(r"page 1 of \d+"))
    pages = int((label.text_content() or "").split()[-1])
    assert 3 <= pages <= 8
    seen: list[str] = []
    for number in range(1, pages + 1):
        expect(label).to_have_text(f"page {number} of {pages}")
        rows = visible_rows(page)
        assert all(whole for _, whole in rows), rows
        seen.extend(text for text, _ in rows)
        page.keyboard.press("ArrowRight")
    expect(label).to_have_text(f"page 1 of {pages}")
    assert len(seen) == (BOARDS if show == "results" else 2 * BOARDS)
    for name in NAMES:
        assert sum(name in text for text in seen) == 1


def test_the_wall_turns_by_itself_and_stands_still_when_it_is_told_to(
    hall: World, screen: Screen
) -> None:
    page = screen("/t/coupe/wall/")
    label = page.locator("[data-wall-page]")
    expect(label).to_have_text(re.compile("page 1 of"))
    page.clock.run_for(11_000)
    expect(label).to_have_text(re.compile("page 2 of"))
    page.keyboard.press("p")
    expect(label).to_have_text(re.compile("page 2 of .* paused"))
    page.clock.run_for(40_000)
    expect(label).to_have_text(re.compile("page 2 of"))
    page.keyboard.press("ArrowLeft")
    expect(label).to_have_text(re.compile("page 1 of .* paused"))
    page.keyboard.press("p")
    page.clock.run_for(11_000)
    expect(label).to_have_text(re.compile(r"page 2 of \d+$"))


def test_the_keys_of_the_wall_are_seen_by_who_uses_them(hall: World, screen: Screen) -> None:
    page = screen("/t/coupe/wall/")
    keys = page.locator(".wall-keys")
    expect(keys).to_have_css("opacity", "0")
    page.keyboard.press("Tab")
    expect(keys).to_have_css("opacity", "1")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")


def test_without_a_network_the_wall_goes_on_and_says_how_old_it_is(
    hall: World, screen: Screen
) -> None:
    page = screen("/t/coupe/wall/")
    age = page.locator("[data-wall-age]")
    expect(age).to_have_text(re.compile(r"^updated \d+ s ago$"))
    page.context.set_offline(True)
    page.clock.run_for(6_000)
    expect(age).to_have_text(re.compile(r"^No connection\. This is \d+ s old\.$"))
    before = page.locator("[data-wall-page]").text_content()
    page.clock.run_for(70_000)
    expect(age).to_have_text(re.compile(r"^No connection\. This is (7|8)\d s old\.$"))
    expect(age).to_have_class("stale")
    assert visible_rows(page)
    assert page.locator("[data-wall-page]").text_content() != before
    page.clock.run_for(180_000)
    expect(age).to_have_text("No connection. This is 4 min old.")
    enter_result(game_id=hall.games[0].pk, winner="black", reason="resignation")
    page.context.set_offline(False)
    expect(age).to_have_text(re.compile(r"^updated \d+ s ago$"))
    expect(page.locator("[data-screen=results]")).to_have_count(1)


def test_a_result_comes_to_the_wall_and_the_page_one_reads_stays(
    hall: World, screen: Screen
) -> None:
    page = screen("/t/coupe/wall/?show=results")
    label = page.locator("[data-wall-page]")
    expect(label).to_have_text(re.compile("page 1 of"))
    page.keyboard.press("ArrowRight")
    expect(label).to_have_text(re.compile("page 2 of"))
    first = visible_rows(page)[0][0]
    enter_result(game_id=hall.games[119].pk, winner="white", reason="resignation")
    page.clock.run_for(6_000)
    expect(page.get_by_text("1 of 120")).to_be_visible()
    assert visible_rows(page)[0][0] == first
    expect(page.locator("li", has_text="W+R")).to_have_count(1)


def test_a_value_is_explained_over_the_table(hall: World, screen: Screen) -> None:
    for game in hall.games:
        enter_result(game_id=game.pk, winner="black")
    add_round(hall)
    page = screen("/t/coupe/standings/2/")
    link = page.get_by_role("row", name=re.compile(NAMES[0])).get_by_role("link").nth(2)
    value = link.text_content()
    link.click()
    dialog = page.get_by_role("dialog", name=re.compile("^SOSM"))
    told = rf"\d+ \(MMS of {NAMES[1]}\)"
    expect(dialog.locator(".sentence")).to_have_text(re.compile(rf"^{told} \+ {told} = {value}$"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(link).to_be_focused()


def test_a_player_finds_himself_by_his_name_and_stays_found(hall: World, screen: Screen) -> None:
    page = screen("/t/coupe/?by=name")
    rows = page.locator("tr[data-find]:visible")
    expect(rows).to_have_count(2 * BOARDS)
    page.get_by_label("Find a name").fill("PLÁYER007")
    expect(rows).to_have_count(1)
    enter_result(game_id=hall.games[3].pk, winner="white", reason="resignation")
    page.clock.run_for(11_000)
    expect(rows).to_contain_text(["W+R"])
    page.get_by_label("Find a name").fill("nobody at all")
    expect(page.get_by_text("Nobody with that name plays in this round.")).to_be_visible()


def test_the_head_tells_of_a_result_that_comes_in(hall: World, screen: Screen) -> None:
    page = screen("/t/coupe/")
    state = page.locator("#event-state")
    expect(state).to_contain_text("0 of 120 results are in")
    enter_result(game_id=hall.games[3].pk, winner="white", reason="resignation")
    page.clock.run_for(11_000)
    expect(state).to_contain_text("1 of 120 results are in")


def test_a_result_is_on_the_public_page_within_five_seconds_and_its_row_alone_flashes(
    hall: World, screen: Screen
) -> None:
    page = screen("/t/coupe/")
    expect(page.locator("tr.changed")).to_have_count(0)
    enter_result(game_id=hall.games[3].pk, winner="white", reason="resignation")
    page.clock.run_for(5_000)
    changed = page.locator("tr.changed")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("W+R")


@pytest.mark.parametrize(
    ("zone", "told"),
    [("Asia/Tokyo", "20:00"), ("America/New_York", "06:00 GMT-5")],
)
def test_a_reader_elsewhere_sees_their_own_time_and_the_tournaments(
    browser: Browser, live_server: LiveServer, zone: str, told: str
) -> None:
    world = make_world()
    Tournament.objects.update(time_zone="Asia/Tokyo")
    moment = datetime(2090, 12, 3, 11, tzinfo=UTC)
    Game.objects.update(plays_at=moment, play_by=moment)
    context = profile(browser, timezone_id=zone)
    page = context.new_page()
    for path in ("/t/coupe/", f"/games/{world.games[0].pk}/"):
        page.goto(live_server.url + path)
        told_at = page.locator("time[datetime^='2090-12-03']").first
        expect(told_at).to_contain_text(told)
        if zone == "Asia/Tokyo":
            expect(told_at).not_to_contain_text("JST")
            expect(told_at).not_to_have_attribute("title", re.compile("."))
        else:
            both = re.compile("In the time zone of the tournament: .*20:00 JST · .*06:00 GMT-5")
            expect(told_at).to_have_attribute("title", both)
    context.close()


def test_on_a_phone_the_doors_are_one_row_with_the_present_one_in_sight(
    hall: World, screen: Screen
) -> None:
    page = screen("/t/coupe/pictures/", (320, 640))
    doors = page.get_by_role("navigation", name="Pages of this tournament")
    expect(doors.get_by_role("link", name="Charts")).to_be_in_viewport(ratio=0.99)
    expect(doors.get_by_role("link", name="Wall display")).to_be_hidden()
    boxes = [box for link in doors.get_by_role("link").all() if (box := link.bounding_box())]
    assert len({box["y"] for box in boxes}) == 1
    for one, beside in pairwise(boxes):  # none lies over another
        assert one["x"] + one["width"] <= beside["x"] + 1


def test_open_standings_say_when_the_round_is_over(hall: World, screen: Screen) -> None:
    first, *others = hall.games
    enter_result(game_id=first.pk, winner="black")
    page = screen("/t/coupe/standings/")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Standings, round 1 in progress")
    for game in others:
        enter_result(game_id=game.pk, winner="black")
    page.clock.run_for(10_000)
    expect(title).to_have_text("Standings after round 1")


@pytest.mark.parametrize("query", ["", "?by=name"])
def test_a_row_leads_to_its_game_wherever_it_is_pressed(
    hall: World, screen: Screen, query: str
) -> None:
    page = screen(f"/t/coupe/{query}", (390, 844))
    cell = page.locator("tr[data-find]").nth(2).locator("td, th").nth(1)
    cell.click(position={"x": 4, "y": 4}, force=True)  # it is the link that takes the press
    page.wait_for_url("**/games/*/")
