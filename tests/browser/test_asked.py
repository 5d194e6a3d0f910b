"""Players settle it themselves: a triple ko, and dead stones by playing on, tapped on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Phone
from tests.browser.hands import TOO_WIDE
from tests.support.browser import axe, keep_picture
from tests.support.records import DEAD, WALLS, sgf
from tests.support.shared import require_shared
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, GameState

TRIPLE_KO = "corpus/sgf/fuego/regression/sgf/repetition/triple-ko.sgf"


def state(world: World) -> tuple[str, str, int | None]:
    game = Game.objects.get(pk=world.games[0].pk)
    return game.state, game.winner, game.margin_half


def say(page: Page, word: str) -> None:
    page.locator("#answer-question").tap()
    page.wait_for_url(re.compile(r"/games/\d+/question/$"))
    with page.expect_navigation():
        page.locator(f"#say-{word}").tap()
    if page.url.endswith("/question/"):  # what it may end with is read first
        page.locator("#accepting + form button").tap()
    page.wait_for_url(re.compile(r"/games/\d+/$"))


SHOWN = """() => {
    // In one step: a count draws the board anew.
    const drawing = document.querySelector("[data-dead-board] svg");
    drawing.scrollIntoView({ block: "center", behavior: "instant" });
    return drawing.getBoundingClientRect().toJSON();
}"""


def tap(page: Page, point: str) -> None:
    """Tap a point of a 9x9 board, a little beside its middle, and wait for the answer."""
    column, row = "ABCDEFGHJ".index(point[0]), 9 - int(point[1])
    expect(page.locator("[data-dead-board] svg")).to_be_visible()
    box = page.evaluate(SHOWN)
    extent = 2 * 30 + 8 * 20
    at = [(30 + 20 * one + 3) * box["width"] / extent for one in (column, row)]
    page.touchscreen.tap(box["x"] + at[0], box["y"] + at[1])


def disagreeing(world: World) -> None:
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", record, DEAD.split())
    report(game, game.black, "W+0.5", record, [])
    judge_all()


def test_both_agree_on_a_triple_ko_and_the_game_has_no_result(
    live_server: LiveServer, phone_of: Phone
) -> None:
    world = make_world(rules="japanese")
    game = world.games[0]
    report(game, game.black, "Void", require_shared(TRIPLE_KO).read_bytes())
    judge_all()
    black, white = phone_of(world, 0), phone_of(world, 1)
    expect(black.get_by_text("Your opponent still has to answer.")).to_be_visible()
    white.locator("#answer-question").tap()
    expect(white.locator("figure.board")).to_be_visible()
    white.locator("#say-yes").tap()
    white.locator("[data-read-first]").tap()
    expect(white.get_by_text("You agree: the game ends without result.")).to_be_visible()
    assert state(world) == (GameState.CONFIRMED, "none", None)
    expect(black.locator("[data-live-state=confirmed]")).to_be_visible()


def test_the_french_play_on_with_taps_and_nothing_is_removed(
    live_server: LiveServer, phone_of: Phone
) -> None:
    world = make_world(rules="french")
    disagreeing(world)
    black, white = phone_of(world, 0), phone_of(world, 1)
    say(black, "resume")
    say(white, "resume")
    black.reload()
    black.locator("#enter-moves").tap()
    moves = black.locator("#moves")
    tap(black, "B9")
    expect(moves).to_have_value("B9")
    black.locator("#pass").tap()
    expect(moves).to_have_value("B9 pass")
    tap(black, "B8")
    expect(black.get_by_role("alert").first).to_contain_text("B8")
    expect(moves).to_have_value("B9 pass")
    for number, point in enumerate(("A8", "C8", "B7"), start=2):
        tap(black, point)
        expect(moves).to_have_value(re.compile(f"{point}$"))
        black.locator("#pass").tap()
        expect(moves).to_have_value(re.compile(rf"^(\S+ pass ){{{number - 1}}}\S+ pass$"))
    black.locator("#pass").tap()
    expect(black.get_by_text("No more stones are removed")).to_be_visible()
    black.locator("#send-count").tap()
    expect(black.get_by_text("Sent. Your opponent still has to confirm it.")).to_be_visible()
    white.reload()
    white.locator("#confirm").tap()
    expect(white.get_by_text("Confirmed. The result is final.", exact=True)).to_be_visible()
    assert state(world)[0] == GameState.CONFIRMED


@pytest.mark.parametrize("script", [True, False])
def test_the_japanese_mark_again_after_the_new_stop(
    live_server: LiveServer, phone_of: Phone, script: bool
) -> None:
    world = make_world(rules="japanese")
    disagreeing(world)
    black, white = phone_of(world, 0), phone_of(world, 1, java_script_enabled=script)
    say(black, "keep")
    say(white, "resume")
    white.locator("#enter-moves").tap()
    expect(white.get_by_role("heading", name="Black to move.")).to_be_visible()
    if script:
        tap(white, "B9")
        expect(white.locator("#moves")).to_have_value("B9")
        white.locator("#undo").tap()
        expect(white.locator("#moves")).to_have_value("")
    white.locator("#moves").fill("pass pass")
    white.get_by_role("button", name="Play", exact=True).last.tap()
    expect(white.get_by_role("heading", name="Which stones are dead?")).to_be_visible()
    if script:
        for point in DEAD.split():
            tap(white, point)
            expect(white.locator("#dead")).to_have_value(re.compile(point))
        expect(white.locator("#dead")).to_have_value(re.compile(r"\S+ \S+"))
    else:
        white.locator("#dead").fill(DEAD)
        white.get_by_role("button", name="Count", exact=True).tap()
    expect(white.locator("#send-count")).to_contain_text("W+15.5")
    white.locator("#send-count").tap()
    expect(white.get_by_text("Sent. Your opponent still has to confirm it.")).to_be_visible()
    black.reload()
    black.locator("#confirm").tap()
    expect(black.get_by_text("Confirmed. The result is final.", exact=True)).to_be_visible()
    assert state(world) == (GameState.CONFIRMED, "white", 31)


def test_two_phones_enter_other_moves_and_the_second_sees_both(
    live_server: LiveServer, phone_of: Phone
) -> None:
    world = make_world(rules="french")
    disagreeing(world)
    black, white = phone_of(world, 0), phone_of(world, 1, locale="fr-FR")
    say(black, "resume")
    say(white, "resume")
    for player in (black, white):
        player.reload()
        player.locator("#enter-moves").tap()
        player.locator("#moves").fill("B9 pass A8")
        player.keyboard.press("Enter")
        expect(player.locator("#moves")).to_have_value("B9 pass A8")
    black.locator("#moves").fill("B9 pass A8 pass pass")
    black.keyboard.press("Enter")
    black.locator("#send-count").tap()
    expect(black.locator("#withdraw")).to_be_visible()

    tap(white, "G9")
    expect(white.locator("#meanwhile")).to_be_visible()
    expect(white.locator("[data-dead-lost]")).to_be_hidden()
    white.locator("#pass").tap()
    expect(white.locator("#moves")).to_have_value("B9 pass A8 G9 pass")
    white.locator("#pass").tap()
    white.locator("#send-count").dblclick()
    expect(white.locator("#other-moves")).to_contain_text("G9")
    assert state(world)[0] == GameState.REPORTED
    white.set_viewport_size({"width": 320, "height": 640})
    assert white.evaluate(TOO_WIDE) <= 0
    found = axe(white)
    assert found.violations_count == 0, found.generate_report()
    keep_picture(white, "journeys/other-moves-after-the-stop")
    white.go_back()
    expect(white.locator("#meanwhile")).to_be_visible()
