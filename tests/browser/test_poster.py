"""The page of the event: what is typed is seen before it is saved; an announcement arrives."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import signed_in
from tests.support.world import World
from tournament.models import Poster, Role
from tournament.public.services import change_poster

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_typed_is_seen_before_it_is_saved(
    world: World, live_server: LiveServer, context: BrowserContext
) -> None:
    signed_in(context, world.client(Role.DIRECTOR), live_server.url)
    page = context.new_page()
    page.goto(f"{live_server.url}/director/coupe/event/")
    page.get_by_label("Description").fill("# Come!\n\n**Everybody** plays")
    preview = page.locator("#preview")
    expect(preview.get_by_role("heading", name="Come!", level=3)).to_be_visible()
    page.get_by_label("Programme", exact=True).fill("2026-11-22\n25:00 Go")
    page.get_by_label("Venue").fill("Maison du Go")
    expect(preview.get_by_text("Maison du Go")).to_be_visible()
    assert not Poster.objects.exists()
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text(re.compile("Line 2 has a day or a time")).first).to_be_visible()
    expect(page.get_by_label("Venue")).to_have_value("Maison du Go")


def test_an_announcement_reaches_an_open_page(
    world: World, live_server: LiveServer, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(f"{live_server.url}/t/coupe/")
    change_poster(tournament_id=world.tournament.pk, changes={"banner": "Lunch is late"})
    expect(page.get_by_role("region", name="Announcement")).to_contain_text("Lunch is late")
