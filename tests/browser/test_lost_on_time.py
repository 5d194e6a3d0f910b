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


def test_who_lost_on_time_agrees_to_it(late: World, phone_of: Phone) -> None:
    black = phone_of(late, 0)
    keep_picture(black, "late-game")
    black.locator("#agree-late").click()
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
