"""Forms as a browser finds, fills in and sends them; above all that of a report."""

import re
from html import unescape

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.support.world import World

BY_POINTS = {"winner": "white", "reason": "score", "margin": "15,5", "step": "review"}


def hidden(page: str) -> dict[str, str]:
    """Return what a page's form sends by itself: the hidden fields and the filled-in ones."""
    pattern = (
        r'<input type="(?:hidden|text)"(?: id="\w+")? name="(\w+)"[^>]* ?value="([^"]*)"[^>]*>'
    )
    return {name: unescape(value) for name, value in re.findall(pattern, page)}


def upload(data: bytes, name: str = "game.sgf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="application/octet-stream")


def address(world: World) -> str:
    return f"/games/{world.games[0].pk}/report/"


def review(world: World, browser: Client, **data: object) -> str:
    answer = browser.post(address(world), {**BY_POINTS, **data})
    assert answer.status_code == 200, answer.text
    return answer.text


def said(client: Client, path: str, data: dict[str, object]) -> str:
    """Post a form, follow it to the page, and return what the page says."""
    return client.post(path, data, follow=True).content.decode()
