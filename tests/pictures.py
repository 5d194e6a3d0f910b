"""The pictures of the documentation, taken from the demo: ``./run pictures``.

They are written to ``docs/pictures``. ``./run pictures every`` takes one of every page there is, in
two sizes, two themes and the languages we ship, for a person to look through, and writes them to
``var/screenshots``. Needs a Chromium, as the browser tests do.
"""

import os
import re
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from tests.support import environment

environment.isolate()

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.support.browser import ARGUMENTS, PHONE, chromium_path  # noqa: E402
from tests.support.demo import LAST_LINE  # noqa: E402
from tests.support.environment import REPOSITORY  # noqa: E402
from tests.support.processes import wait_until  # noqa: E402
from tests.support.server import running, start_demo  # noqa: E402

FOLDER = REPOSITORY / "docs/pictures"
WIDE = {"width": 1280, "height": 800}
CUP = "clear-stone-cup"
WIDE_SCREENS = {
    "event": f"/t/{CUP}/event/",
    "overview": f"/director/{CUP}/",
    "players": f"/director/{CUP}/players/",
    "check-in": f"/director/{CUP}/checkin/5/",
    "settings": f"/director/{CUP}/settings/",
    "round": f"/director/{CUP}/rounds/4/",
    "standings": f"/t/{CUP}/standings/",
    "crosstable": f"/t/{CUP}/crosstable/",
    "pictures": f"/t/{CUP}/pictures/",
    "player": f"/t/{CUP}/players/1/",
    "case": f"/referee/{CUP}/cases/3/",
}
"""What is seen on a wide screen, by the names of the pictures; a phone's is the twelfth."""
COLOURS = 128
"""More than a page has, but for the shades of its letters: a third of the size."""
CONFIRMER = "a report waits for your answer"
"""How the demo announces the player whose opponent has sent in a result."""


def main(arguments: list[str]) -> int:
    """Take all pictures; return 1 without a browser."""
    if arguments == ["every"]:
        return _every()
    program = chromium_path()
    if program is None:
        sys.stderr.write("No Chromium on this machine: see CONTRIBUTING.md.\n")
        return 1
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running(start_demo(Path(folder))) as server:
        wait_until(lambda: LAST_LINE in server.output(), "the links printed", seconds=120)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
            page = _opened(browser, server.output(), "Director", WIDE)
            for name, address in WIDE_SCREENS.items():
                page.goto(f"{server.url}{address}")
                board = page.locator("figure.board")
                if board.count():
                    board.first.scroll_into_view_if_needed()
                _take(page, name)
            page = _opened(browser, server.output(), CONFIRMER, PHONE)
            page.locator("#answer-it").click()
            _take(page, "phone")
            browser.close()
    return 0


def _every() -> int:
    """Let the test of every page take its pictures; return its exit status."""
    folder = os.environ.get("SHINPAN_SCREENSHOTS") or str(REPOSITORY / "var/screenshots")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "tests/browser/test_every_page.py"]
    env = {**os.environ, "SHINPAN_SCREENSHOTS": folder}
    sys.stdout.write(f"Pictures of every page go to {folder}.\n")
    sys.stdout.flush()
    return subprocess.run(command, cwd=REPOSITORY, env=env, check=False).returncode


def _opened(browser: Browser, printed: str, whose: str, size: dict[str, int]) -> Page:
    """Open the link of somebody in a browser of their own."""
    found = re.search(rf"{re.escape(whose)}.*\n\s+(http\S+)", printed)
    assert found, f"the demo printed no link of {whose!r}"
    page = browser.new_page(viewport=size, locale="en-GB")  # type: ignore[arg-type]
    page.goto(found[1])
    page.locator("main form button").click()
    page.wait_for_url(lambda url: "/l/" not in url)
    return page


def _take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    picture = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
    picture.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
