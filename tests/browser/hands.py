"""How somebody works a page: with the mouse, with a finger, or with nothing but the keys."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser import keep_picture, ready
from tests.support.environment import times

MOST_TABS = 160
NEARBY = times(3, long=MOST_TABS)
"""How many controls before the one that is wanted Tab is pressed for the first time."""
FOCUSED = "node => node.isConnected ? node === document.activeElement : null"
COME_NEARER = """(node, nearby) => {
    const controls = [...document.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [tabindex]"
    )].filter(one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
    const [now, wanted] = [document.activeElement, node].map(one => controls.indexOf(one));
    const first = Math.max(wanted - nearby, 0);
    if (first < wanted && (now < first || now > wanted)) controls[first].focus();
}"""
CLICK = """([x, y, moment]) => {
    const place = {bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y};
    const click = new MouseEvent("click", place);
    Object.defineProperty(click, "timeStamp", {value: moment});
    document.elementFromPoint(x, y).dispatchEvent(click);
}"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def hold_time(page: Page) -> None:
    """Let the time of the next page go on only where the test says so, however long it takes."""
    now = datetime.now(UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(seconds=1))


class Hand(Protocol):
    """What a journey asks of whoever makes it."""

    def press(self, what: Locator) -> None:
        """Follow a link, press a button, open what is folded."""

    def write(self, what: Locator, text: str) -> None:
        """Write over what stands in a field."""

    def tick(self, what: Locator) -> None:
        """Choose one of several radio buttons."""

    def choose(self, what: Locator, value: str) -> None:
        """Choose from a list."""


class Mouse:
    """The hand on the mouse, and on the keys where something is typed."""

    def press(self, what: Locator) -> None:
        what.click()

    def write(self, what: Locator, text: str) -> None:
        what.fill(text)

    def tick(self, what: Locator) -> None:
        what.check()

    def choose(self, what: Locator, value: str) -> None:
        what.select_option(value)


class Finger(Mouse):
    """The same on a phone: what is pressed has to be large enough to be hit."""

    def press(self, what: Locator) -> None:
        what.tap()


class Keys:
    """Tab, Enter, Space and arrows only: what Tab does not reach cannot be worked.

    Most time would go into drawing what is on the way: in short Tab begins a few controls before.
    """

    def reach(self, what: Locator) -> None:
        expect(what).to_be_visible()
        node = what.element_handle()
        node.evaluate(COME_NEARER, NEARBY)
        for _ in range(MOST_TABS):
            focused = node.evaluate(FOCUSED)
            if focused is None:  # drawn anew meanwhile
                node = what.element_handle()
                focused = node.evaluate(FOCUSED)
            if focused:
                return
            what.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {what}")

    def press(self, what: Locator) -> None:
        self.reach(what)
        what.page.keyboard.press("Enter")

    def write(self, what: Locator, text: str) -> None:
        self.reach(what)
        what.page.keyboard.press("Control+A")
        # As pasted: with its line ends, and in one go.
        what.page.keyboard.insert_text(text)

    def tick(self, what: Locator) -> None:
        name = what.get_attribute("name")
        group = what.page.locator(f"input[type=radio][name={name}]")
        chosen = what.page.locator(f"input[type=radio][name={name}]:checked")
        # Tab goes to the one that is chosen, or to the first; arrows choose another.
        self.reach(chosen if chosen.count() else group.first)
        what.page.keyboard.press("Space")
        for _ in range(group.count()):
            if what.is_checked():
                return
            what.page.keyboard.press("ArrowDown")
        raise AssertionError(f"arrows do not reach {what}")

    def choose(self, what: Locator, value: str) -> None:
        self.reach(what)
        what.page.keyboard.press("Home")
        for _ in range(what.locator("option").count()):
            if what.input_value() == value:
                return
            what.page.keyboard.press("ArrowDown")
        raise AssertionError(f"arrows do not choose {value}")


class Somebody:
    """Who goes through the pages: a browser, a hand, a language, and pictures of the way."""

    def __init__(self, page: Page, hand: Hand, name: str, language: str = "en") -> None:
        self.page, self.hand, self.name, self.language = page, hand, name, language
        self.sentences: dict[str, str] = {}
        """What a person who can read says that a picture of the way has to show."""
        self._pictures = 0

    def say(self, text: str, context: str = "", **values: object) -> str:
        """Return a text of the pages in the language they are shown in."""
        with translation.override(self.language):
            told = pgettext(context, text) if context else gettext(text)
        return told % values if values else told

    def counted(self, one: str, many: str, count: int, **values: object) -> str:
        """Return a text of the pages that counts something."""
        with translation.override(self.language):
            return ngettext(one, many, count) % {"count": count, **values}

    def link(self, text: str, **values: object) -> Locator:
        """Find a link by what stands on it."""
        return self.page.get_by_role("link", name=self.say(text, "", **values), exact=True)

    def button(self, text: str, context: str = "", **values: object) -> Locator:
        """Find a button by what stands on it."""
        name = self.say(text, context, **values)
        return self.page.get_by_role("button", name=name, exact=True)

    def field(self, text: str, context: str = "") -> Locator:
        """Find a field by its label."""
        return self.page.get_by_label(self.say(text, context), exact=True)

    def press(self, what: Locator) -> None:
        """Press a link or a button."""
        self.hand.press(what)

    def picture(self, of: str) -> None:
        """Look at what the page says; nothing may be off the side.

        Where pictures are wanted, one is kept for a person.
        """
        expect(ready(self.page).locator("body")).to_contain_text(self.sentences.pop(of, ""))
        self._pictures += 1
        keep_picture(self.page, f"journeys/{self.name}-{self._pictures:02}-{of}")
        assert self.page.evaluate(TOO_WIDE) <= 0, f"{of} is too wide"


def answer_at_once(page: Page, address: str, script: str) -> list[Route]:
    """Answer forms that are sent to an address with what a script makes of the page, at once."""
    sent: list[Route] = []
    body = page.evaluate(script)

    def answer(route: Route) -> None:
        sent.append(route)
        route.fulfill(body=body, content_type="text/html")

    page.route(f"**{address}", answer)
    return sent


def click_twice(page: Page, button: Locator, redrawn: Callable[[], None]) -> None:
    """Click where a button is, and 150 ms later, by the clicks' clock, on what is there then."""
    box = button.bounding_box()
    assert box is not None
    # Near its lower edge: what comes up from below takes its place.
    place = box["x"] + box["width"] / 2, box["y"] + 0.85 * box["height"]
    for moment in (1000, 1150):
        page.evaluate(CLICK, [*place, moment])
        redrawn()
