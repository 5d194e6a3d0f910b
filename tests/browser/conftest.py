"""The demo in a real process, and browsers that have opened its links."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from adjudication.demo import plan
from tests.integration.visitor import TOKEN
from tests.support.browser import DESKTOP, PHONE, profile, signed_in
from tests.support.demo import StartedDemo
from tests.support.world import World

Visit = Callable[..., Page]
Phone = Callable[..., Page]
PLAYER, OPPONENT, CONFIRMER = (
    f"{entry.surname} {entry.first_name}"
    for entry in (
        plan.OPEN.entries[number - 1] for number in (plan.PLAYER, plan.OPPONENT, plan.CONFIRMER)
    )
)


@dataclass(frozen=True)
class Demo:
    """A running demo and the links it printed, by role; a player's under the name."""

    url: str
    links: dict[str, str]


@pytest.fixture(scope="module")
def demo(browser: Browser, started_demo: StartedDemo) -> Iterator[Demo]:
    """The demo as it was loaded: web server, worker and sweeper in one process."""
    with started_demo() as said:
        printed = re.findall(r"(Director|Referee|Player ([^:]+)):.*\n\s+(http\S+)", said)
        links = {name or role.lower(): link for role, name, link in printed}
        yield Demo(urljoin(links["director"], "/").rstrip("/"), links)


@pytest.fixture
def visit(browser: Browser, demo: Demo) -> Iterator[Visit]:
    """Open a browser of its own for somebody: ``visit("referee", narrow=True, dark=True)``."""
    contexts: list[BrowserContext] = []

    def opened(
        who: str = "",
        *,
        narrow: bool = False,
        dark: bool = False,
        script: bool = True,
        language: str = "en-GB",
    ) -> Page:
        context = profile(
            browser,
            viewport=PHONE if narrow else DESKTOP,
            has_touch=narrow,
            is_mobile=narrow,
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            locale=language,
        )
        contexts.append(context)
        page = context.new_page()
        if who:
            page.goto(entered(context, demo.links[who]))
        return page

    yield opened
    for context in contexts:
        context.close()


def entered(context: BrowserContext, link: str) -> str:
    """Open a private link without drawing its page; return the address that it leads to."""
    token = TOKEN.search(context.request.get(link).text())
    assert token
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token[1]}
    answer = context.request.post(link, form=form, headers={"Referer": link}, max_redirects=0)
    assert answer.status == 302
    return urljoin(link, answer.headers["location"])


@pytest.fixture
def phone_of(browser: Browser, live_server: LiveServer) -> Iterator[Phone]:
    """Open the page of a world's first game on the phone of one of its players.

    ``phone_of(world, 0, locale="fr")``: the player by their place among the world's players, then
    what the browser is to be beyond a phone.
    """
    contexts: list[BrowserContext] = []

    def opened(world: World, player: int, **how: Any) -> Page:
        context = profile(
            browser, **{"viewport": PHONE, "has_touch": True, "is_mobile": True, **how}
        )
        contexts.append(context)
        page = context.new_page()
        signed_in(context, world.player(player), live_server.url)
        page.goto(f"{live_server.url}/games/{world.games[0].pk}/")
        return page

    yield opened
    for context in contexts:
        context.close()
