"""Every page and form that somebody comes to, and the same with another tournament's keys in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tests.security.forms import ID, Form, Pair, read_page
from tests.security.ids import Twins
from tests.support.environment import times

LONG = times(0, long=1) == 1
HOST = "http://testserver"
EXAMPLES = times(1, long=3)
"""How many addresses of a kind are followed: those of other rows are like them."""


def route_of(address: str) -> str:
    """Return the name of the route of an address, "" where there is none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


@dataclass
class Seen:
    """What one visitor came to: addresses by GET, forms to send."""

    addresses: dict[str, int] = field(default_factory=dict)
    """With the status of the answer."""
    pages: dict[str, str] = field(default_factory=dict)
    """Addresses of whole pages, with what these say."""
    forms: list[Form] = field(default_factory=list)
    shapes: set[tuple[object, ...]] = field(default_factory=set)

    def add_forms(self, text: str, address: str) -> list[str]:
        """Add the forms of a page that are not like others seen before; return its links."""
        forms, links = read_page(text, address)
        for form in forms:
            key = (route_of(form.action), *form.shape())
            if form.method == "post" and key not in self.shapes:
                self.shapes.add(key)
                self.forms.append(form)
        return links


def crawl(client: Client, starts: list[str]) -> Seen:
    """Follow every link and read every form, some examples of each kind."""
    seen = Seen()
    waiting = [HOST + start for start in starts]
    known, given = set(waiting), set(waiting)
    kinds: dict[tuple[object, ...], int] = {}
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        kind = (route_of(address), *sorted(re.findall(r"(\w+)=", parts.query)))
        if address not in given and kinds.get(kind, 0) >= EXAMPLES:
            continue
        answer = client.get(path)
        seen.addresses[path] = answer.status_code
        if answer.status_code in (301, 302):
            links = [HOST + answer.headers["Location"]]
        elif answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            kinds[kind] = kinds.get(kind, 0) + (address not in given)
            seen.pages[path] = answer.text
            links = seen.add_forms(answer.text, HOST + path)
        else:
            continue
        for link in links:
            bare = link.partition("#")[0]
            if bare.startswith(HOST + "/") and bare not in known and route_of(bare):
                known.add(bare)
                waiting.append(bare)
    return seen


@dataclass(frozen=True)
class Swap:
    """Writes another tournament's keys in the place of one's own."""

    twins: Twins
    slugs: tuple[str, str]

    def ids(self, text: str, only: int | None = None) -> str:
        """Return a text with the keys in it exchanged, or only the one at this place."""
        place = -1

        def other(found: re.Match[str]) -> str:
            nonlocal place
            place += 1
            twin = self.twins.twin(int(found[0]))
            return found[0] if twin is None or only not in (None, place) else str(twin)

        return ID.sub(other, text)

    def slug(self, text: str) -> str:
        """Return an address within the other tournament."""
        own, other = self.slugs
        return re.sub(rf"(?<=/){own}(?=/|$)", other, text)

    def addresses(self, address: str) -> Iterator[str]:
        """Yield the address with all, and with each of what names a tournament exchanged."""
        made = [self.slug(self.ids(address)), self.ids(address), self.slug(address)]
        for place in range(len(ID.findall(address)) if LONG else 0):
            made += [self.ids(address, place), self.slug(self.ids(address, place))]
        yield from dict.fromkeys(one for one in made if one != address)

    def forms(self, form: Form) -> Iterator[tuple[str, Form]]:
        """Yield the form with exchanged keys: in its address, in all and in each of its fields."""
        for action in self.addresses(form.action):
            yield "address", Form(action, form.method, form.pairs, form.files)
        every = [Pair(self.ids(name), self.ids(value)) for name, value in form.pairs]
        if every != form.pairs:
            yield "all", Form(form.action, form.method, every, form.files)
            for action in self.addresses(form.action):
                yield "address", Form(action, form.method, every, form.files)
        if not form.status or not LONG:
            return  # nobody has seen it on a page: keys of each kind in it are made up
        single = [place for place, pair in enumerate(form.pairs) if every[place] != pair]
        for place in single if len(single) > 1 else ():
            pairs = [*form.pairs[:place], every[place], *form.pairs[place + 1 :]]
            yield form.pairs[place].name, Form(form.action, form.method, pairs, form.files)


def send(client: Client, form: Form, file: Callable[[Form, str], bytes]) -> object:
    """Send a form with everything in it; files are made anew."""
    data: dict[str, list[object]] = {}
    for name, value in form.pairs:
        data.setdefault(name, []).append(value)
    for name in form.files:
        data[name] = [SimpleUploadedFile("file.sgf", file(form, name))]
    parts = urlsplit(form.action)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return client.post(path, data)


class Undone(Exception):  # noqa: N818
    """Takes back what a request did."""


def undone(what: Callable[[], None]) -> None:
    """Do something and take back what it wrote."""
    try:
        with transaction.atomic():
            what()
            raise Undone
    except Undone:
        pass
