"""The forms of a page, filled in as a visitor would: what a browser could send from it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin

ID = re.compile(r"(?<!\d)1\d{6}(?!\d)")
"""A primary key, as :mod:`tests.security.ids` gives them."""
VOID = {"csrfmiddlewaretoken"}


class Pair(NamedTuple):
    """A name and a value of a form."""

    name: str
    value: str


@dataclass
class Form:
    """A form with what one press on one of its buttons sends; ``files`` names its file fields."""

    action: str
    method: str
    pairs: list[Pair] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    status: int = 0
    """What it was answered when it was sent as it stands."""

    def shape(self) -> tuple[object, ...]:
        """Return what tells forms apart whatever rows they are about."""
        names = sorted({ID.sub("N", pair.name) for pair in self.pairs})
        button = [ID.sub("N", pair.value)[:20] for pair in self.pairs[-1:]]
        return (self.method, *names, *button)


@dataclass
class _Open:
    """A form that is being read."""

    action: str
    method: str
    pairs: list[Pair] = field(default_factory=list)
    buttons: list[tuple[Pair, str]] = field(default_factory=list)
    radios: dict[str, tuple[str, bool]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Reads the forms of a page, with what is outside of them but belongs to them."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[_Open] = []
        self.by_id: dict[str, _Open] = {}
        self.links: list[str] = []
        self.current: _Open | None = None
        self.select: tuple[str, list[tuple[str, bool]], _Open | None] | None = None
        self.area: tuple[str, _Open | None] | None = None
        self.text = ""
        self.late: list[tuple[str, str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        for name in ("href", "data-live", "data-preview", "data-src", "src"):
            if name in said and tag not in ("link", "script", "img"):
                self.links.append(urljoin(self.address, said[name]))
        if tag == "form":
            action = urljoin(self.address, said.get("action", "") or self.address)
            self.current = _Open(action, said.get("method", "get").lower())
            self.forms.append(self.current)
            if said.get("id"):
                self.by_id[said["id"]] = self.current
            return
        if "form" in said and said["form"] not in self.by_id:
            self.late.append((tag, said["form"], said))
            return
        self._field(tag, said, self.by_id.get(said.get("form", ""), self.current))

    def _field(self, tag: str, said: dict[str, str], form: _Open | None) -> None:
        name = said.get("name", "")
        if tag == "select":
            self.select = (name, [], form)
        elif tag == "option" and self.select is not None:
            self.select[1].append((said.get("value", ""), "selected" in said))
        elif tag == "textarea":
            self.area, self.text = (name, form), ""
        elif form is None or "disabled" in said:
            return
        elif tag == "button" and said.get("type", "submit") == "submit":
            pair = Pair(name, said.get("value", ""))
            action = said.get("formaction", "")
            form.buttons.append((pair, urljoin(self.address, action) if action else form.action))
        elif tag == "input":
            self._input(said, name, form)

    def _input(self, said: dict[str, str], name: str, form: _Open) -> None:
        value, kind = said.get("value", ""), said.get("type", "text")
        if name in VOID or not name:
            return
        if kind == "radio":
            if name not in form.radios or "checked" in said:
                form.radios[name] = (value, "checked" in said)
        elif kind == "checkbox":
            if "checked" in said or "required" in said or ID.search(name + value):
                form.pairs.append(Pair(name, value or "on"))
        elif kind == "file":
            form.files.append(name)
        elif kind == "submit":
            form.buttons.append((Pair(name, value), form.action))
        else:
            form.pairs.append(Pair(name, value or _typed(name, kind, said)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None
        elif tag == "select" and self.select is not None:
            name, options, form = self.select
            chosen = [value for value, selected in options if selected and value]
            chosen = chosen or [value for value, _ in options if value] or [""]
            if form is not None and name:
                form.pairs.append(Pair(name, chosen[0]))
            self.select = None
        elif tag == "textarea" and self.area is not None:
            name, form = self.area
            if form is not None and name:
                form.pairs.append(Pair(name, self.text.strip() or "Because it was so."))
            self.area = None


TYPED = (
    (r"country", "FR"),
    (r"rank|grade|weakest|strongest", "5k"),
    (r"margin|points|komi", "3.5"),
    (r"url", "https://hooks.example.org/x"),
    (r"minutes|number|board|round", "1"),
    (r"^line$", "1 b"),
    (r"date|_on$", "2026-05-01"),
    (r"note|reason|text|label|why|name$|appeal|username", "Because"),
)


def _typed(name: str, kind: str, said: dict[str, str]) -> str:
    """Return what a visitor types into an empty field; what need not be filled in stays empty."""
    if kind in ("hidden", "search", "password") or name in ("website", "next", "first_name"):
        return ""
    if kind == "number":
        return said.get("min") or "1"
    if kind == "email":
        return "somebody@example.org" if "required" in said else ""
    for pattern, text in TYPED:
        if re.search(pattern, name):
            return text
    return "1" if "required" in said else ""


def read_page(text: str, address: str) -> tuple[list[Form], list[str]]:
    """Return every form of a page, once for each of its buttons, and the page's links."""
    reader = _Reader(address)
    reader.feed(text)
    for tag, name, said in reader.late:
        if name in reader.by_id and tag != "select":
            reader._field(tag, said, reader.by_id[name])
    made = []
    for one in reader.forms:
        common = [*one.pairs, *(Pair(name, value) for name, (value, _) in one.radios.items())]
        for pair, action in one.buttons or [(Pair("", ""), one.action)]:
            pairs = [*common, pair] if pair.name else list(common)
            made.append(Form(action, one.method, pairs, list(one.files)))
    return made, reader.links
