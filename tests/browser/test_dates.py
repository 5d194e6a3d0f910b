"""A league game on two phones, in French: a date is proposed, agreed, and the game reported."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.hands import Finger, Keys
from tests.browser.test_case_journeys import Come, come  # noqa: F401
from tests.support.world import make_world
from tournament.models import Game, Role, Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_date_is_proposed_agreed_and_the_game_reported_on_phones(come: Come) -> None:  # noqa: F811
    world = make_world()
    Tournament.objects.update(play_by_days=7, reschedule_days=3, reschedule_times=1)
    Round.objects.update(play_by=timezone.now() + timedelta(days=7))
    game = world.games[0]
    day = timezone.localdate() + timedelta(days=9)
    black = come(world, "black", player=0, hand=Finger(), language="fr")
    black.do(f"#date-{game.pk}")
    black.picture("no date yet")
    black.write("#date_day", day.isoformat())
    black.write("#date_time", "20:30")
    black.write("#note", "Je suis en vacances.")
    black.do("button[name=step][value=propose]")
    expect(black.page.locator("button[value=withdraw]")).to_be_visible()
    black.picture("proposed")

    white = come(world, "white", player=1, hand=Finger(), language="fr")
    white.picture("asked on the own page")
    white.do(f"#date-{game.pk}")
    expect(white.page.locator("main")).to_contain_text("Je suis en vacances.")
    white.picture("asked")
    white.do("button[name=step][value=agree]")
    expect(white.page.locator("main dl.facts strong")).to_contain_text("20:30")
    white.picture("agreed")
    game.refresh_from_db()
    assert game.plays_at is not None
    assert game.play_by == game.plays_at + timedelta(days=1)

    black.page.goto(f"{black.base}/me/")
    expect(black.page.locator("main")).to_contain_text("20:30")
    black.picture("own page")
    black.report(won=True)
    assert Game.objects.get(pk=game.pk).state == "reported"


def test_the_director_sets_dates_with_nothing_but_the_keys(come: Come) -> None:  # noqa: F811
    world = make_world()
    Tournament.objects.update(play_by_days=7)
    director = come(world, "director", role=Role.DIRECTOR, hand=Keys(), language="en")
    page = director.page
    page.goto(f"{director.base}/director/coupe/dates/")
    director.do("#fill summary")
    first = timezone.localdate() + timedelta(days=10)
    page.locator("#first_day").fill(first.isoformat())
    page.locator("#first_time").fill("18:00")
    for field, text in (("every", "14"), ("play", "12"), ("close", "2")):
        director.write(f"#{field}", text)
    director.do("button[value=fill]")
    expect(page.locator("#opens_at_2_day")).to_have_value(first.isoformat())
    director.picture("filled")
    director.do("button[value=save]")
    expect(page.locator("main")).to_contain_text("Saved: 4 rounds have other dates.")
    director.picture("saved")
    page.goto(f"{director.base}/director/coupe/rounds/2/")
    director.picture("round that opens by itself")
    page.goto(f"{director.base}/director/coupe/games/{world.games[0].pk}/date/")
    director.picture("date of a game")
