"""A record without its passes, sent from a phone, and what both players say of it on theirs."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import RecordReading
from tests.browser.conftest import Phone
from tests.browser.hands import TOO_WIDE
from tests.stories.court import BLACK, WHITE, open_court
from tests.stories.test_damaged_records import FOX, WHOLE
from tests.support.world import judge_all

SMALL = {"width": 320, "height": 640}


def send(page: Page, record: bytes, folder: Path) -> None:
    """Report that White won by resignation, with a record from the phone."""
    page.locator("#report-it").tap()
    page.locator('button[name="winner"][value="white"]').tap()
    page.locator('button[name="reason"][value="resignation"]').tap()
    page.locator("summary", has=page.locator("xpath=../*//input[@type='file']")).first.tap()
    attach(page, record, folder)


def attach(page: Page, record: bytes, folder: Path) -> None:
    """Choose a file with a record, read what is sent, and send it."""
    file = folder / "game.sgf"
    file.write_bytes(record)
    page.locator("#record").set_input_files(file)
    expect(page.get_by_text(re.compile(r"\b[45] (moves|coups),"))).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0
    page.locator('button[value="send"]').tap()
    page.wait_for_url(re.compile(r"/games/\d+/$"))


def say(page: Page, word: str) -> None:
    page.locator("#answer-question").tap()
    expect(page.locator(f"#say-{word}")).to_be_visible()
    expect(page.locator("figure.board")).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0
    page.locator(f"#say-{word}").tap()
    page.wait_for_url(re.compile(r"/games/\d+/$"))


@pytest.mark.parametrize("word", ["pass", "played", "wrong_record"])
def test_both_say_what_was_played(
    live_server: LiveServer, phone_of: Phone, tmp_path: Path, word: str
) -> None:
    court = open_court(komi=0, handicap=2)
    white, black = (
        phone_of(court.world, WHITE, viewport=SMALL, locale="fr"),
        phone_of(court.world, BLACK, viewport=SMALL, locale="en"),
    )
    send(white, FOX, tmp_path)
    judge_all()
    for page in (white, black):
        page.reload()
        expect(page.locator("#answer-question")).to_be_visible()
    expect(black.locator("#confirm")).to_be_visible()
    say(white, word)
    say(black, word)
    judge_all()
    black.reload()
    if word == "played":
        expect(black.locator("#confirm")).to_have_count(0)
        expect(black.locator("#see-case")).to_be_visible()
        assert court.case().proposal["winner"] == "black"
        return
    if word == "wrong_record":
        assert not RecordReading.objects.exists()
        white.reload()
        white.locator("#add-record").tap()
        attach(white, WHOLE, tmp_path)
        judge_all()
        black.reload()
    else:
        expect(black.locator("[data-read-as]")).to_be_visible()
    expect(black.locator("[data-verdict]")).to_be_visible()
    black.locator("#confirm").tap()
    expect(black.get_by_text("Both players have confirmed.")).to_be_visible()
    assert court.outcome == ("confirmed", "white", "resignation", None)
