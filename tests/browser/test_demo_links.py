"""From `./run demo` alone: what each printed link leads to says what to do next."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CONFIRMER, OPPONENT, PLAYER, Demo, Visit
from tests.browser.hands import Mouse, Somebody
from tests.support.browser import axe
from tests.support.environment import times

SAYS = {
    "director": (
        "You run the whole tournament with this link",
        "Round 4: ",
        "Enter results",
    ),
    PLAYER: (
        "report the result and confirm your opponents’ reports",
        "When the game is over, one of you reports the result and the other confirms it.",
        "Report the result",
    ),
    OPPONENT: (
        "report the result and confirm your opponents’ reports",
        "When the game is over, one of you reports the result and the other confirms it.",
        "Report the result",
    ),
    CONFIRMER: (
        "report the result and confirm your opponents’ reports",
        "has sent in the result:",
        "Confirm or contest",
    ),
    "referee": (
        "you see the disputed games of the tournament with all evidence",
        "Take a case: nobody else can work on it then.",
        "Take it",
    ),
}
"""For every link: what the first page says, what the second says is to be done, and its button."""


@pytest.mark.parametrize("narrow", [True, False][: times(1, long=2)])
def test_every_printed_link_says_what_to_do_next(demo: Demo, visit: Visit, *, narrow: bool) -> None:
    assert set(demo.links) == set(SAYS)
    for who, (first, sentence, button) in SAYS.items():
        page = visit(narrow=narrow)
        role = who if who in ("director", "referee") else f"player-{[*SAYS].index(who)}"
        somebody = Somebody(page, Mouse(), f"demo-{role}-{390 if narrow else 1280}")
        page.goto(demo.links[who])
        expect(page.locator("main")).to_contain_text(first)
        somebody.picture("link")
        somebody.press(page.locator("main form button.main"))
        expect(page.get_by_text(sentence).first).to_be_visible()
        door = page.locator("main .main").first
        expect(door).to_contain_text(button)
        somebody.picture("next")
        # What is to be done is seen without scrolling.
        expect(page.get_by_text(sentence).first).to_be_in_viewport()
        expect(door).to_be_in_viewport()
        somebody.press(door)
        page.wait_for_load_state()
        somebody.picture("after-it")


def test_the_bare_address_leads_to_the_tournaments(demo: Demo, visit: Visit) -> None:
    page = visit()
    page.goto(demo.url)
    expect(page.get_by_role("link", name="Clear Stone Cup")).to_be_visible()
    expect(page.get_by_role("link", name="Create a tournament")).to_be_visible()


def test_the_demo_draws_the_designed_system(demo: Demo, visit: Visit) -> None:
    page = visit(narrow=False)
    page.goto(f"{demo.url}/design/")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        results = axe(page)
        assert not results.violations_count, results.generate_report()


def test_a_theme_chosen_on_a_device_stays(demo: Demo, visit: Visit) -> None:
    page = visit(narrow=False)
    page.emulate_media(color_scheme="light")
    page.goto(demo.url)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_label("Theme").select_option("dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
