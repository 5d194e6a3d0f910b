"""Somebody at a browser without scripts, for servers that run as processes of their own."""

import re
from html import unescape
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

LINK = re.compile(r"https?://\S+(/l/\S+/)")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
GAME = re.compile(r"/games/(\d+)/")


def links(output: str) -> list[str]:
    """Return the paths of the private links that the demo printed, in its order."""
    return LINK.findall(output)


class Visitor:
    """One browser with its cookies."""

    def __init__(self, server: str, link: str) -> None:
        """Open a private link of the server at this address."""
        self.server = server
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.page = self.post(link, link)

    def get(self, path: str) -> str:
        """Return a page."""
        with self._opener.open(self.server + path, timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, form: str, path: str, **fields: str) -> str:
        """Send a form that stands on the page ``form``; return the page that follows."""
        token = TOKEN.search(self.get(form))
        assert token, f"no form on {form}"
        data = urlencode({"csrfmiddlewaretoken": unescape(token[1]), **fields}).encode()
        with self._opener.open(self.server + path, data, timeout=30) as answer:
            return str(answer.read().decode())

    def game(self) -> int:
        """Return the id of the game that the visitor's own page leads to first."""
        found = GAME.search(self.get("/me/"))
        assert found, "no game on the player's page"
        return int(found[1])

    def report(self, game_id: int, record: bytes, *, winner: str, margin: str) -> None:
        """Report a win by points with a pasted record."""
        path = f"/games/{game_id}/report/"
        fields = {"winner": winner, "reason": "score", "margin": margin}
        review = self.post(path, path, step="review", paste=record.decode(), **fields)
        hidden = {name: unescape(value) for name, value in HIDDEN.findall(review)}
        assert hidden.get("key"), review
        data = urlencode({**hidden, "step": "send"}).encode()
        with self._opener.open(self.server + path, data, timeout=30) as answer:
            assert answer.url.endswith(f"/games/{game_id}/"), answer.read().decode()
