"""Every page of the tables, looked at: axe, nothing off the side, and a screenshot for a person.

The screenshots are taken where ``SHINPAN_SCREENSHOTS`` says whereto, or in the long form.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import DESKTOP, PHONE, axe, profile
from tests.support.environment import times
from tests.web.routes.tables import PAGES
from tests.web.world import World, filled_world

FOLDER = os.environ.get("SHINPAN_SCREENSHOTS", "" if times(1, long=0) else "var/screenshots")
# Colours depend on the scheme and the layout on the width: two screens show all four.
SCREENS = (("narrow-dark", PHONE, "dark"), ("wide-light", DESKTOP, "light"))
# Pages that are parts of others, shown in them and nowhere else.
PARTS = re.compile(r"live part|\(part\)")
SHARDS = 4
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


Visitor = Callable[[World], Client]


@pytest.fixture
def visiting(
    browser: Browser, live_server: LiveServer
) -> Iterator[Callable[[Visitor, World], BrowserContext]]:
    """Give every visitor one browser, with what a test client has: its session."""
    contexts: dict[Visitor, BrowserContext] = {}

    def visit(visitor: Visitor, world: World) -> BrowserContext:
        if visitor not in contexts:
            client = visitor(world)
            contexts[visitor] = profile(browser, reduced_motion="reduce")
            if "session" in client.cookies:
                cookie = {"value": client.cookies["session"].value, "url": live_server.url}
                contexts[visitor].add_cookies([{"name": "session", **cookie}])
        return contexts[visitor]

    yield visit
    for context in contexts.values():
        context.close()


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_page_is_accessible_and_fits(
    shard: int, live_server: LiveServer, visiting: Callable[[Visitor, World], BrowserContext]
) -> None:
    if FOLDER:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
    world = filled_world()
    found = {}
    names = [name for name in PAGES if not PARTS.search(name)]
    for number, name in enumerate(names[shard::SHARDS]):
        visitor, address = PAGES[name]
        page = visiting(visitor, world).new_page()
        problems: list[str] = []
        # In short every page is looked at in one of the two; what pages are made of, in both.
        looked_at = SCREENS[number % len(SCREENS)][0]
        page.on("console", lambda message, seen=problems: _told(message.type, message.text, seen))
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
            if FOLDER:
                file = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
                page.screenshot(path=f"{FOLDER}/{file}.{screen}.png", full_page=True)
        page.close()
        if problems:
            found[name] = problems
    assert not found, "\n".join(f"{name}: {'; '.join(all_)}" for name, all_ in found.items())


def _told(kind: str, text: str, seen: list[str]) -> None:
    """Keep what the browser complains about; a page for an error answers with one."""
    if kind == "error" and "Failed to load resource" not in text:
        seen.append(f"console: {text}")
