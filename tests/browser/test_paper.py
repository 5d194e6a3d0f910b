"""What a browser prints: sheets alone, whole rows, heads on every page."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.support.browser import ready
from tests.support.pdf import texts

pytestmark = pytest.mark.browser


def printed(page: Page, paper: str = "A4") -> list[str]:
    return texts(page.pdf(format=paper, prefer_css_page_size=True))


@pytest.fixture
def address(visit: Visit) -> tuple[Page, str]:
    page = visit("director")
    return page, page.url.rstrip("/")


def test_slips_are_four_a_page_and_nothing_else_is_on_it(address: tuple[Page, str]) -> None:
    page, director = address
    page.goto(f"{director}/print/slips/3/")
    slips = page.locator(".slip").count()
    pages = printed(page)
    assert len(pages) == -(-slips // 4)
    assert all(one.count("Signature of White") == 4 for one in pages[: slips // 4])
    assert "PDF" not in "".join(pages)
    assert "Director" not in "".join(pages)


def test_badges_are_ten_a_page(address: tuple[Page, str]) -> None:
    page, director = address
    page.goto(f"{director}/print/badges/")
    page.check("input[value=plain]")
    page.click("button[name=page]")
    badges = ready(page).locator(".name-badge").count()
    assert len(printed(page)) == -(-badges // 10)


@pytest.mark.parametrize("path", ["print/names/3/", "players/"])
def test_heads_of_tables_are_on_every_page_and_menus_on_none(
    address: tuple[Page, str], path: str
) -> None:
    page, director = address
    page.goto(f"{director}/{path}")
    pages = printed(page, "A5")
    assert len(pages) > 1
    assert all("Name" in one and "Rank" in one for one in pages)
    assert "Wall display" not in "".join(pages)


def test_a_dark_screen_is_printed_black_on_white(visit: Visit) -> None:
    page = visit("director", dark=True)
    page.goto(page.url.replace("/director/", "/t/") + "standings/")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate(
        """() => ["body", "tbody td", "tbody a"].map((where) => {
          const style = getComputedStyle(document.querySelector(where));
          return [style.color, style.backgroundColor];
        })"""
    )
    assert colours[0] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert {colour for colour, _back in colours} == {"rgb(0, 0, 0)"}


def test_the_button_opens_the_dialogue_and_is_not_there_without_scripts(visit: Visit) -> None:
    page = visit("director")
    address = page.url + "print/boards/3/"
    page.add_init_script("window.print = () => { window.asked = true; }")
    page.goto(address)
    page.get_by_role("button", name="Print this page").click()
    assert page.evaluate("window.asked") is True
    plain = visit("director", script=False)
    plain.goto(address)
    assert plain.get_by_role("button", name="Print this page").count() == 0
    assert "prints the sheet alone" in plain.locator("main").inner_text()
