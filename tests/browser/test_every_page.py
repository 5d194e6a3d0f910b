"""Every page of the tables, looked at: axe, nothing off the side, and pictures for a person.

In short every run looks at a third of them, another run at others.

Pictures are taken where ``SHINPAN_SCREENSHOTS`` says whereto (``./run pictures every``), or in the
long form: of every page in two sizes, two themes and the languages we ship.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import DESKTOP, PHONE, SCREENSHOTS, axe, keep_picture, profile, signed_in
from tests.support.environment import some, times
from tests.support.world import World, filled_world
from tests.web.routes.tables import PAGES

# Colours depend on the scheme and the layout on the width: two screens show all four.
SCREENS = (("narrow-dark", PHONE, "dark"), ("wide-light", DESKTOP, "light"))
# Pages that are parts of others, shown in them and nowhere else.
PARTS = re.compile(r"live part|\(part\)")
SHARDS = 2
# Pictures are for people: an announcement that they can read.
POSTER = {
    "banner": "Round 2 begins at 14:00",
    "venue": "Go house",
    "address": "1 Riverside",
    "description": "# Play\n\n- **Everybody** is welcome\n- [How to come](https://example.org)",
    "programme": "2026-11-22\n9:00-9:30 Check-in\n10:00 Round 1\n14:00 Round 2\n18:00 Prizes",
    "fees": "10 €",
    "organiser": "The club",
    "contact_email": "club@example.org",
    "website": "https://example.org",
    "sponsors": "The shop https://example.org/shop\nThe town",
}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


Visitor = Callable[[World], Client]
Visiting = Callable[[Visitor, World], tuple[Page, list[str]]]


@pytest.fixture
def visiting(browser: Browser, live_server: LiveServer) -> Iterator[Visiting]:
    """Give every visitor one tab, with what a test client has: its session.

    With it comes a list of what the browser complains about there.
    """
    tabs: dict[Visitor, tuple[Page, list[str]]] = {}

    def opened(visitor: Visitor, world: World) -> tuple[Page, list[str]]:
        client = visitor(world)
        context: BrowserContext = profile(browser, reduced_motion="reduce")
        if "session" in client.cookies:
            signed_in(context, client, live_server.url)
        page, complaints = context.new_page(), list[str]()
        page.on("console", lambda message: _told(message.type, message.text, complaints))
        return page, complaints

    def visit(visitor: Visitor, world: World) -> tuple[Page, list[str]]:
        if visitor not in tabs:
            tabs[visitor] = opened(visitor, world)
        return tabs[visitor]

    yield visit
    for page, _ in tabs.values():
        page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_page_is_accessible_and_fits(
    shard: int, live_server: LiveServer, visiting: Visiting
) -> None:
    world = filled_world(POSTER)
    found = {}
    whole = [name for name in PAGES if not PARTS.search(name)]
    names = whole if SCREENSHOTS else some(whole, every=3)
    for number, name in enumerate(names[shard::SHARDS]):
        visitor, address = PAGES[name]
        page, problems = visiting(visitor, world)
        # In short every page is looked at in one of the two; what pages are made of, in both.
        looked_at = SCREENS[number % len(SCREENS)][0]
        answer = page.goto(live_server.url + address(world))
        if answer is None or answer.status >= 500:
            problems.append(f"answered {answer and answer.status}")
        for screen, size, scheme in SCREENS:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if times(int(screen == looked_at), long=1):
                results = axe(page)
                if results.violations_count:
                    problems.append(f"{screen}: {results.generate_report()}")
            if page.evaluate(TOO_WIDE) > 0:
                problems.append(f"{screen}: {page.evaluate(TOO_WIDE)} px too wide")
        if SCREENSHOTS:
            file = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
            keep_every_picture(page, file)
        if problems:
            found[name] = problems.copy()
            problems.clear()
    assert not found, "\n".join(f"{name}: {'; '.join(all_)}" for name, all_ in found.items())


def keep_every_picture(page: Page, name: str) -> None:
    """Keep what the page that is shown looks like, in every language, size and theme."""
    for language, _ in settings.LANGUAGES:
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(page.url)
        for size, screen in (("narrow", PHONE), ("wide", DESKTOP)):
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                keep_picture(page, f"{name}.{language}.{size}-{scheme}")
    page.context.clear_cookies(name=settings.LANGUAGE_COOKIE_NAME)


def _told(kind: str, text: str, seen: list[str]) -> None:
    """Keep what the browser complains about; a page for an error answers with one."""
    if kind == "error" and "Failed to load resource" not in text:
        seen.append(f"console: {text}")
