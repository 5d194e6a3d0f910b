"""Two phones after a game: one reports too many points, the other sends what they counted."""

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Case, Submission
from tests.browser.conftest import Phone
from tests.browser.hands import TOO_WIDE
from tests.support.browser import axe, keep_picture
from tests.support.world import make_world, report


@pytest.mark.parametrize("script", [True, False])
def test_wrong_points_are_answered_with_other_ones_and_accepted(
    live_server: LiveServer, phone_of: Phone, script: bool
) -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.white, "W+4.5")
    black, white = phone_of(world, 0, java_script_enabled=script), phone_of(world, 1)

    black.get_by_role("link", name="Right winner, wrong points").tap()
    margin = black.get_by_label("By points: how many?")
    # What was reported, typed once more, confirms nothing here.
    margin.fill("4.5")
    black.get_by_role("button", name="By points").tap()
    expect(black.locator("#unchanged")).to_be_visible()
    expect(black.locator("button[value=send]")).to_have_count(0)
    black.get_by_role("link", name="Back to the report of Béa").tap()

    black.get_by_role("link", name="Right winner, wrong points").tap()
    margin.fill("3.5")
    black.get_by_role("button", name="By points").tap()
    expect(black.locator("#differs")).to_contain_text("accept what the other reported")
    assert black.evaluate(TOO_WIDE) <= 0
    if script:
        found = axe(black)
        assert found.violations_count == 0, found.generate_report()
    keep_picture(black, "journeys/answering-with-other-points")
    black.get_by_role("button", name="Send W+3.5").dblclick()
    expect(black.get_by_text("The game is locked.")).to_be_visible()
    assert Submission.objects.count() == 2
    assert Case.objects.count() == 1

    white.reload()
    white.get_by_role("button", name="Accept W+3.5").dblclick()
    white.get_by_role("button", name="Yes, this is right").click()
    expect(white.get_by_text(re.compile("you won against Aki by 3.5"))).not_to_have_count(0)
    expect(white.get_by_text("Both players have confirmed.")).to_be_visible()
    game.refresh_from_db()
    assert (game.state, game.margin_half) == ("confirmed", 7)
