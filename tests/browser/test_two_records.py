"""Two phones, two records of one game: both boards, every difference, and axe finds nothing."""

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Case
from tests.browser.conftest import Phone
from tests.support.browser import axe, keep_picture, signed_in
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_sent(live_server: LiveServer) -> World:
    """A game of which both players sent a record, with two differences."""
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    slid = WALLS.replace("gg bb", "gf bb").replace("de ee", "ce ee")
    report(game, game.white, "W+15.5", sgf(slid), dead=["B8", "G4"])
    judge_all()
    return world


def test_both_players_compare_their_records(two_sent: World, phone_of: Phone) -> None:
    black, white = phone_of(two_sent, 0), phone_of(two_sent, 1, color_scheme="dark", locale="fr")
    keep_picture(black, "two-records-card")
    own = black.get_by_role("group", name="Which record is shown").get_by_role("radio")
    own.nth(1).check()
    expect(black.locator("[data-board]").nth(1)).to_be_visible()
    expect(black.locator("[data-board]").nth(0)).to_be_hidden()
    black.get_by_role("link", name="Compare the records").click()
    boards = black.locator("[data-board]")
    expect(boards).to_have_count(2)
    # A phone has room for one of them.
    which = black.get_by_role("group", name="Which record is shown").get_by_role("radio")
    for number, other in ((1, 0), (0, 1)):
        which.nth(number).check()
        expect(boards.nth(number)).to_be_visible()
        expect(boards.nth(other)).to_be_hidden()
        box = boards.nth(number).bounding_box()
        assert box
        assert box["height"] <= black.evaluate("innerHeight")
    expect(black.locator("[data-caption]").nth(0)).to_contain_text("D5")
    expect(black.locator("[data-caption]").nth(1)).to_contain_text("C5")
    black.get_by_role("link", name="Next difference").click()
    expect(black.locator("[data-caption]").nth(0)).to_contain_text("G3")
    expect(black.locator("[data-caption]").nth(1)).to_contain_text("G4")
    keep_picture(black, "two-records-phone")
    white.locator("#compare-records").click()
    white.set_viewport_size({"width": 320, "height": 700})
    keep_picture(white, "two-records-french")
    for page in (black, white):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = axe(page)
        assert found.violations_count == 0, found.generate_report()
    black.set_viewport_size({"width": 1280, "height": 900})
    keep_picture(black, "two-records-desk")
    expect(which.first).to_be_hidden()
    left, right = boards.nth(0).bounding_box(), boards.nth(1).bounding_box()
    assert left
    assert right
    assert right["x"] > left["x"] + left["width"] - 1
    # Who finds that the other record is right takes it; what it replaced can still be compared.
    white.locator("[aria-labelledby=right] button").click()
    for page in (white, black):
        page.goto(f"{page.url.split('/games/')[0]}/games/{two_sent.games[0].pk}/")
        expect(page.locator("#compare-records")).to_have_count(1)


def test_of_several_boards_a_phone_folds_what_is_not_needed(
    two_sent: World, phone_of: Phone
) -> None:
    page = phone_of(two_sent, 0)
    page.get_by_role("link", name="Compare the records").click()
    board = page.locator("figure[data-started]").first
    numbers, more = board.get_by_label("Numbers"), board.get_by_role("button", name="More")
    expect(numbers).to_be_hidden()
    expect(board.get_by_role("slider", name="Move")).to_be_visible()
    whole, drawn = board.bounding_box(), board.locator("svg").first.bounding_box()
    assert whole
    assert drawn
    assert whole["height"] - drawn["height"] <= 230
    more.focus()
    page.keyboard.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    numbers.check()
    found = axe(page)
    assert found.violations_count == 0, found.generate_report()
    more.click()
    expect(numbers).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(numbers).to_be_visible()
    expect(more).to_be_hidden()


def test_a_report_is_contested_with_another_record(
    live_server: LiveServer, phone_of: Phone
) -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    own = sgf(WALLS.replace("de ee dd ed", "dd ed de ee"))
    for locale in ("fr", "en-GB"):
        black = phone_of(world, 0, locale=locale)
        black.goto(f"{live_server.url}/games/{game.pk}/contest/")
        mine = black.locator("#other-record")
        mine.locator("summary").click()
        mine.locator("#record").set_input_files(
            {"name": "mine.sgf", "mimeType": "application/x-go-sgf", "buffer": own}
        )
        keep_picture(black, f"contest-record-{locale}")
        # By key: a click where the last one was half a second ago is taken for the same press.
        mine.locator("button").press("Enter")
        contest = black.locator("#contest-record")
        expect(contest).to_be_visible()
        keep_picture(black, f"contest-record-compared-{locale}")
        assert black.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = axe(black)
        assert found.violations_count == 0, found.generate_report()
        contest.click()
        expect(black.locator("#contesting #other-moves")).to_be_visible()
        keep_picture(black, f"contest-record-asked-{locale}")
    assert Game.objects.get(pk=game.pk).state == "reported"
    black.locator("#contesting button.danger").click()
    expect(black.locator("#contesting")).to_have_count(0)
    assert Game.objects.get(pk=game.pk).state == "disputed"


@pytest.mark.parametrize("locale", ["en-GB", "fr"])
def test_the_page_of_a_case_shows_a_count_once_it_is_known(
    live_server: LiveServer, phone_of: Phone, locale: str
) -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    judge_all()
    slid = sgf(WALLS.replace("gg bb", "gf bb"), KM="6.5")
    report(game, game.white, "W+14.5", slid, dead=["B8", "G4"])
    number = Case.objects.get(game=game).number
    black = phone_of(world, 0, locale=locale)
    referee = phone_of(world, 0, locale=locale)
    signed_in(referee.context, world.client("referee"), live_server.url)
    black.goto(f"{live_server.url}/games/{game.pk}/case/")
    referee.goto(f"{live_server.url}/referee/coupe/cases/{number}/")
    referee.set_viewport_size({"width": 1280, "height": 900})
    black.locator("textarea").fill("We both saw it.")
    for page, name in ((black, "player"), (referee, "referee")):
        expect(page.locator("[data-live]")).to_have_count(1)
        keep_picture(page, f"case-checking-{name}-{locale}")
        found = axe(page)
        assert found.violations_count == 0, found.generate_report()
    judge_all()
    for page, name in ((black, "player"), (referee, "referee")):
        expect(page.locator("[data-live-done]")).to_have_count(1, timeout=20_000)
        expect(page.locator("[aria-labelledby=several]")).to_contain_text("15")
        keep_picture(page, f"case-checked-{name}-{locale}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(black.locator("textarea")).to_have_value("We both saw it.")
