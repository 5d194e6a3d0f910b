"""A real Chromium, driven by Playwright.

The browser is the system's: Playwright's own download is not needed. Without one the browser
tests are skipped; with ``REQUIRE_BROWSER=1`` in the environment its absence is a failure.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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
]
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
TIMEOUT_MS = 15_000


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
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile in English with a desktop's screen."""
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")  # type: ignore[arg-type]
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A tab of the desktop browser."""
    return context.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A tab of a phone: narrow, with touch."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.set_default_timeout(TIMEOUT_MS)
    yield context.new_page()
    context.close()
