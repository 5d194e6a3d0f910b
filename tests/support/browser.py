"""A real Chromium, driven by Playwright.

The browser is the system's: Playwright's own download is not needed. Without one the browser
tests are skipped; with ``REQUIRE_BROWSER=1`` in the environment its absence is a failure.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from tests.support.environment import times

PROGRAMS = (
    "chromium-headless-shell",  # takes a third less processor time
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
PLACES = (
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # else a spare process starts for every profile
    "--js-flags=--no-turbofan --no-maglev",  # no page lives long enough for what they compile
]
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
TIMEOUT_MS = 15_000
SCREENSHOTS = os.environ.get("SHINPAN_SCREENSHOTS", "" if times(1, long=0) else "var/screenshots")
"""The folder for pictures of pages and journeys; empty: none are taken, as each takes a while."""
# Finds the whole page while it has not come in full: without its style sheets nothing is where it
# will be, and its modules do not listen yet. Nobody sees it like that, and no test works on it; nor
# on one whose form is under way.
LOADING = """(() => {
  const found = () => {
    const under = document.querySelector("button[aria-busy=true]");
    return document.readyState === "complete" && !under ? [] : [...document.children];
  };
  return { query: () => found()[0] ?? null, queryAll: found };
})()"""


def chromium_path() -> str | None:
    """Return the browser to drive: ``CHROMIUM_PATH``, else the first that is installed."""
    candidates = [os.environ.get("CHROMIUM_PATH"), *map(shutil.which, PROGRAMS), *PLACES]
    return next((path for path in candidates if path and Path(path).exists()), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the whole run."""
    path = chromium_path()
    if path is None:
        message = "NO BROWSER TESTS: no Chromium on this machine (install it, or CHROMIUM_PATH)"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    # Playwright's loop runs in this thread, where Django would refuse to use the database.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        playwright.selectors.register("loading", LOADING, content_script=True)
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def profile(browser: Browser, **options: Any) -> BrowserContext:
    """Open a fresh browser profile, in English with a desktop's screen unless told otherwise.

    What is done or expected on its pages waits until the page has come in full.
    """
    context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
    context.set_default_timeout(TIMEOUT_MS)
    context.on("page", _patient)
    return context


def signed_in(context: BrowserContext, client: Client, url: str) -> None:
    """Give a browser the session of a test's client on a server: it has opened the same links."""
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


def impatient(page: Page) -> None:
    """Let what is done from now on not wait for the page."""
    page.remove_locator_handler(page.locator("loading="))


def _patient(page: Page) -> None:
    # Playwright looks for it before every step, and goes on once it is found no more.
    page.add_locator_handler(page.locator("loading="), lambda: None)


@contextlib.contextmanager
def kept_back(page: Page, script: str) -> Iterator[None]:
    """Let a script come only after the block: in it, somebody works on the page without it."""
    waiting: list[Route] = []
    page.route(f"**/{script}*.js", lambda route: waiting.append(route))
    impatient(page)
    yield
    assert waiting, f"no page asked for {script}"
    for route in waiting:
        route.continue_()
    page.unroute(f"**/{script}*.js")
    _patient(page)


def axe(page: Page) -> AxeResults:
    """Look at a page with axe, also for a name read out in place of what the page shows.

    That rule (``label-content-name-mismatch``) is off by default: axe calls it experimental.
    """
    rules = {"label-content-name-mismatch": {"enabled": True}}
    return Axe().run(page, options={"resultTypes": ["violations"], "rules": rules})


def keep_picture(page: Page, name: str) -> None:
    """Keep what the whole page looks like, for a person to look at, where pictures are wanted."""
    if SCREENSHOTS:
        page.screenshot(path=f"{SCREENSHOTS}/{name}.png", full_page=True)


def ready(page: Page) -> Page:
    """Wait until the page that a step before led to has come in full; for what asks at once."""
    expect(page.locator("body")).to_be_attached()
    return page


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile in English with a desktop's screen."""
    context = profile(browser)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A tab of the desktop browser."""
    return context.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A tab of a phone: narrow, with touch."""
    context = profile(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()
