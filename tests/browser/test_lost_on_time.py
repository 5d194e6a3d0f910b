"""A phone: the opponent says that one lost on time, one reads what it means, and agrees."""

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from adjudication.inquiries.services.raising import raise_matter
from adjudication.policy.causes import Cause
from tests.browser.conftest import Phone
from tests.support.browser import axe, keep_picture
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def late(live_server: LiveServer) -> World:
    """White says that Black ran out of time, who had reported to have won."""
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    judge_all()
    told = {"clock": "fell", "whose": "black"}
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=told)
    return world


def test_who_lost_on_time_agrees_to_it(
    live_server: LiveServer, late: World, phone_of: Phone
) -> None:
    black = phone_of(late, 0)
    keep_picture(black, "late-game")
    black.goto(f"{live_server.url}/me/")
    leads = black.locator("[data-step=late] .main")
    keep_picture(black, "late-me")
    assert black.evaluate("document.documentElement.scrollWidth <= innerWidth")
    leads.click()
    agree = black.locator("#agree")
    expect(agree).to_be_visible()
    keep_picture(black, "late-question")
    assert black.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = axe(black)
    assert found.violations_count == 0, found.generate_report()
    assert Game.objects.get(pk=late.games[0].pk).state == "disputed"
    agree.click()
    expect(black.locator("#agree-late")).to_have_count(0)
    assert Game.objects.get(pk=late.games[0].pk).state == "confirmed"
    keep_picture(black, "late-agreed")


def test_who_says_that_their_own_time_ran_out_reports_it(
    live_server: LiveServer, phone_of: Phone
) -> None:
    world = make_world()
    black = phone_of(world, 0)
    black.goto(f"{live_server.url}/games/{world.games[0].pk}/wrong/")
    matter = black.locator("#matter-time")
    matter.locator("summary").click()
    matter.locator("[name=clock][value=fell]").check()
    matter.locator("[name=whose][value=black]").press("Space")
    matter.locator(".actions button[type=submit]").last.click()
    own = black.locator("#own-loss")
    expect(own).to_be_visible()
    keep_picture(black, "own-time-asked")
    found = axe(black)
    assert found.violations_count == 0, found.generate_report()
    own.click()
    send = black.locator("#review [name=step][value=send]")
    expect(send).to_be_visible()
    keep_picture(black, "own-time-review")
    assert Game.objects.get(pk=world.games[0].pk).state == "open"
    send.click()
    expect(black.locator("#review")).to_have_count(0)
    game = Game.objects.get(pk=world.games[0].pk)
    assert (game.state, game.winner, game.reason) == ("reported", "white", "time")
