"""Texts that try to run something, at every place and on every page, in a real Chromium.

The short form reads every page and shows those of every third kind; ``SHINPAN_LONG=1`` shows all
pages of everybody, and the pages that answer every form.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from playwright.sync_api import Browser, Page, Route
from pytest_django import DjangoDbBlocker

from tests.security.hostile_world import (
    Shown,
    client_of,
    hostile_answers,
    hostile_world,
    one_of_each,
    walks,
)
from tests.security.walk import LONG, Seen
from tests.security.xss import PAYLOADS, payload
from tests.support.environment import some, times
from tests.web.test_security import Inline

HOST = "http://testserver"
LISTEN = """
addEventListener("securitypolicyviolation", event =>
  console.log("POLICY " + event.violatedDirective + " " + event.blockedURI));
"""
# Elements and attributes that no page of ours has: they can only have come from a text. What the
# script of the wall measures, numbers in properties of its own, is no text's.
FOREIGN = """() => [...document.querySelectorAll("*")].filter(one =>
    ["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "MARQUEE", "MATH", "VIDEO", "AUDIO", "X-Y"]
        .includes(one.tagName)
    || one.hasAttribute("data-xss")
    || [...one.attributes].some(at => at.name.startsWith("on") || at.name.startsWith("hx-on")
        || (at.name === "style" && !/^(--[a-z]+: [0-9.]+; ?)+$/.test(at.value))
        || (["href", "src", "action", "formaction", "hx-get", "data-live", "xlink:href"]
                .includes(at.name)
            && /^[\\s\\u0000-\\u0020]*(javascript|data|vbscript):|127\\.0\\.0\\.1:9/i
                .test(at.value)))
).map(one => one.outerHTML.slice(0, 200))"""

NO_VALUE = re.compile(r'The specified value ".*" (does not conform|cannot be parsed)', re.DOTALL)
"""What the browser says of a text that it does not show in a field for a date or a number. What
runs writes no warning."""

Walked = dict[str, tuple[Client, Seen]]

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def hostile(
    browser: Browser, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Walked]:
    """The world of hostile texts and what everybody comes to in it, built once.

    The browser is there first: its event loop, once it runs, sees another connection to the
    database than what was there before, which would wait for this one's transaction.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        yield walks(hostile_world(), everybody=LONG)
        transaction.set_rollback(True)


class Watch:
    """A tab that is served from here, and everything that ran on it."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(locale="en-GB")
        self.context.set_default_navigation_timeout(120_000)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(LISTEN)
        self.visitor = Client()
        self.shown: Shown | None = None
        self.ran: list[str] = []
        self.page.on("dialog", lambda dialog: (self.ran.append("dialog"), dialog.dismiss()))
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.ran.append(f"error {error}"))
        self.context.route("**/*", self._serve)

    def _console(self, message: object) -> None:
        text = message.text  # type: ignore[attr-defined]
        if message.type == "warning" and NO_VALUE.match(text):  # type: ignore[attr-defined]
            return
        if "XSS" in text or "POLICY" in text or "Content Security Policy" in text:
            self.ran.append(text[:200])

    def _serve(self, route: Route) -> None:
        parts = urlsplit(route.request.url)
        if parts.netloc != "testserver":
            self.ran.append(f"asked for {route.request.url}")
            route.abort()
            return
        if self.shown is not None and parts.path == "/shown/":
            shown = self.shown
            route.fulfill(status=200, headers=shown.headers, body=shown.body)
            return
        if self.shown is not None and not parts.path.startswith("/static/"):
            route.fulfill(status=404, body="")
            return
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = client_of(self.visitor).get(path)
        body = b"".join(answer) if answer.streaming else answer.content
        route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=body)

    def look(self, address: str) -> list[str]:
        """Return what ran on a page, or came out of a text."""
        self.ran.clear()
        self.page.goto(HOST + address, wait_until="load")
        foreign = self.page.evaluate(FOREIGN)
        return [*self.ran, *foreign]


def test_there_are_sixty_texts_and_more_of_every_kind() -> None:
    assert len(set(PAYLOADS)) >= 60
    together = " ".join(PAYLOADS)
    for kind in ("+ADw-", "<svg", "javascript:", "{{", "\u202e", "\u200b", "onerror", "srcdoc"):
        assert kind in together


def test_the_browser_would_tell_what_runs(browser: Browser) -> None:
    watch = Watch(browser)
    told = 0
    for policy in ("", "default-src 'none'"):
        for number in range(30):
            body = f"<!doctype html><p>{payload(number)}</p>".encode()
            headers = {"Content-Type": "text/html; charset=utf-8"}
            if policy:
                headers["Content-Security-Policy"] = policy
            watch.shown = Shown("", 200, headers, body)
            told += bool(watch.look("/shown/"))
    assert told > 16
    watch.context.close()


@pytest.mark.django_db
def test_nothing_of_what_people_write_runs_on_any_page(browser: Browser, hostile: Walked) -> None:
    watch = Watch(browser)
    found = {}
    looked_at = some(one_of_each(hostile, most=times(1, long=40)), every=8)
    for visitor, address in looked_at:
        watch.visitor = hostile[visitor][0]
        wrong = watch.look(address)
        if wrong:
            found[visitor, address] = wrong
    if LONG:
        for shown in hostile_answers(hostile):
            watch.shown = shown
            wrong = watch.look("/shown/")
            if wrong:
                found[shown.name] = wrong
    watch.context.close()
    assert found == {}
    assert len(looked_at) > times(12, long=100)


@pytest.mark.django_db
def test_no_page_has_anything_of_what_people_write_but_text(hostile: Walked) -> None:
    pages = [
        (visitor, address, text)
        for visitor, (_, seen) in hostile.items()
        for address, text in seen.pages.items()
    ]
    wrong = {
        (visitor, address): Inline(text).found
        for visitor, address, text in pages
        if 'data-xss="' in text or Inline(text).found
    }
    assert wrong == {}
    assert sum("XSS" in text for *_, text in pages) > 100


@pytest.mark.django_db
def test_what_answers_a_form_has_nothing_of_it_but_text(hostile: Walked) -> None:
    wrong = {}
    answers = hostile_answers(hostile)
    for shown in answers:
        inline = Inline(shown.body.decode()).found
        if inline or b'data-xss="' in shown.body:
            wrong[shown.name] = inline
    assert wrong == {}
    assert sum(b"XSS" in shown.body for shown in answers) > 20
