"""Clocks, lost counts, equal scores and committees, as players and referees see them."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Appeal, Case
from tests.browser.hands import TOO_WIDE
from tests.support.browser import DESKTOP, PHONE, axe, keep_picture, profile, signed_in
from tests.support.desk_world import appealed, at, committee, new_case, ruled, taken_by
from tests.support.environment import some
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import make_world, report
from tournament.models import Game, Role, Tournament

UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"
LOOKS = some([(True, "fr-FR"), (False, "en-GB")], every=2)


class Looker:
    """Somebody who opens pages, on a phone or a laptop, and sees that they are sound."""

    def __init__(self, page: Page, url: str, mark: str) -> None:
        self.page, self.url, self.mark = page, url, mark

    def opens(self, address: str, name: str) -> None:
        """Open a page with all that is folded, and look at it."""
        self.page.goto(f"{self.url}{address}")
        self.page.evaluate(UNFOLD)
        self.looks(name)

    def looks(self, name: str) -> None:
        """See that nothing is off the side and axe finds nothing."""
        keep_picture(self.page, f"clauses/{name}-{self.mark}")
        found = axe(self.page)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        assert self.page.evaluate(TOO_WIDE) <= 0, f"{name} is too wide"


@pytest.mark.parametrize(("narrow", "language"), LOOKS)
def test_the_pages_of_clocks_counts_ties_and_committees(
    browser: Browser, live_server: LiveServer, narrow: bool, language: str
) -> None:
    world = make_world()
    Tournament.objects.update(tie_winner="white")
    Game.objects.update(komi_half=-18)
    report(world.games[2], world.games[2].black, "W+=", sgf(WALLS, KM="-9"), DEAD.split())
    appeal_case = new_case(world, 1)
    appealed(world, ruled(world, appeal_case), world.players[3])
    committee(world, Appeal.objects.get().pk, 0, 4, 5)
    context = profile(
        browser,
        viewport=PHONE if narrow else DESKTOP,
        has_touch=narrow,
        is_mobile=narrow,
        locale=language,
    )
    looker = Looker(context.new_page(), live_server.url, "390-fr" if narrow else "1280-en")
    page, game = looker.page, world.games[0].pk

    signed_in(context, world.player(0), live_server.url)
    looker.opens(f"/games/{game}/report/", "who")
    page.locator("button[name=winner][value=white]").click()
    expect(page.locator("button[value=tie]")).to_be_visible()
    looker.looks("how")
    page.locator("button[value=tie]").click()
    expect(page.locator("p.sentence").first).to_be_visible()
    looker.looks("review")
    looker.opens(f"/games/{game}/wrong/", "wrong")
    page.locator("#matter-time input[value=prisoners]").check()
    page.locator("#matter-time input[value=black]").check()
    page.locator("#matter-time textarea").fill("Three stones were still on the board.")
    page.locator("#matter-time button.main").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    looker.opens(f"/games/{game}/case/", "own-case")

    looker.opens(at(appeal_case, "appeal/"), "vote")
    page.locator("#reasons").fill("Both have seen the ko.")
    page.locator("#vote-0").click()
    expect(page.locator("#vote-0")).to_have_count(0)
    world.player(4).post(
        at(appeal_case, "appeal/"), {"motion": Appeal.objects.get().motions.get().pk}
    )
    looker.opens(at(appeal_case, "appeal/"), "close")
    page.locator("#close-vote textarea").fill("The third member has gone home.")
    page.locator("#close-vote button").click()
    expect(page.locator("#result")).to_be_visible()
    looker.looks("closed")
    assert Appeal.objects.get().unheard == 1

    referee = world.client(Role.REFEREE)
    case = Case.objects.get(cause="time")
    taken_by(referee, case)
    signed_in(context, referee, live_server.url)
    looker.opens(at(case), "clock-case")
    looker.opens(at(case, "ruling/"), "clock-ruling")
    looker.opens("/referee/coupe/new/", "open-case")
    page.locator("input[name=cause][value=time]").check()
    looker.looks("open-clock")

    signed_in(context, world.client(Role.DIRECTOR), live_server.url)
    looker.opens("/director/coupe/settings/results/", "settings")
    looker.opens("/director/coupe/print/slips/1/", "slips")
    signed_in(context, world.player(3), live_server.url)
    looker.opens(f"/games/{world.games[1].pk}/case/", "upheld")
    context.close()
