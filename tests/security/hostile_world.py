"""A tournament whose every text tries to run something, and what everybody sees of it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.test import Client

from tests.security.examples import examples, pages
from tests.security.forms import Form, Pair
from tests.security.full_world import FullWorld, browsers, full_world
from tests.security.walk import Seen, crawl, route_of, send, undone
from tests.security.xss import PAYLOADS, payload, sayer
from tests.support.records import WALLS, sgf
from tournament.fields.validators import REFUSED, TURNING
from tournament.players.services.players import add_player
from tournament.tournaments.services import create_tournament

SEEING_MOST = ("director", "referee", "black", "fifth", "member")
SLUG, CROWD = "hostile", "crowd"
LONGEST = {"city": 80, "club": 80, "private club": 80, "private label": 80, "filename": 100}
KEPT_AS_IT_IS = {"key", "seen", "step", "version", "then", "page", "base", "case", "began"}


@dataclass
class Shown:
    """A page as somebody got it."""

    name: str
    status: int
    headers: dict[str, str]
    body: bytes


def hostile_world() -> FullWorld:
    """Build the tournament, and another with a player for every text."""
    say = sayer(lambda kind: LONGEST.get(kind, 100), _accepted)
    world = full_world(SLUG, say)
    crowd = create_tournament(name=payload(1), slug=CROWD, rules="japanese", city=payload(2))
    for number in range(len(PAYLOADS)):
        text = payload(1000 + number)
        if _accepted("name", text):
            add_player(tournament_id=crowd.pk, surname=text, first_name=payload(2000), rank="5k")
    return world


def _accepted(kind: str, text: str) -> bool:
    """Whether a text is taken where names are: overrides of the direction are refused there."""
    return not any(one in TURNING or unicodedata.category(one) in REFUSED for one in text)


def starts(world: FullWorld) -> list[str]:
    """Return an address of every kind, and of the crowd those of everybody."""
    found = [address for name in pages() for address in list(examples(world, name))[-1:]]
    crowd = [f"/t/{CROWD}/", f"/t/{CROWD}/players/", f"/t/{CROWD}/standings/"]
    return [*found, *crowd, "/rulings/", "/"]


def walks(world: FullWorld, *, everybody: bool) -> dict[str, tuple[Client, Seen]]:
    """Return the browsers of those who see most, or everybody's, and what they came to."""
    return {
        name: (client, crawl(client_of(client), starts(world)))
        for name, client in browsers(world).items()
        if everybody or name in SEEING_MOST
    }


def client_of(client: Client) -> Client:
    """Return another browser with the same cookies."""
    made = Client()
    made.cookies.load(client.cookies.output(header=""))
    return made


def one_of_each(walked: dict[str, tuple[Client, Seen]], most: int) -> list[tuple[str, str]]:
    """Return who looks at which address: ``most`` of every kind, by whoever gets the longest."""
    best: dict[str, list[tuple[int, str, str]]] = {}
    for visitor, (_client, seen) in walked.items():
        for address, text in seen.pages.items():
            best.setdefault(route_of(address), []).append((len(text), visitor, address))
    return [
        (visitor, address)
        for found in best.values()
        for _, visitor, address in sorted(found, reverse=True)[:most]
    ]


def hostile_answers(walked: dict[str, tuple[Client, Seen]]) -> list[Shown]:
    """Send every form with such texts in every field; return the pages that show them again."""
    found: list[Shown] = []
    number = 5000
    for visitor, (client, seen) in walked.items():
        for form in seen.forms:
            number += len(form.pairs)

            def do(
                form: Form = form, at: int = number, client: Client = client, who: str = visitor
            ) -> None:
                answer = send(client_of(client), _filled(form, at), lambda *_: _record(at))
                if "text/html" not in answer.headers.get("Content-Type", ""):  # type: ignore[attr-defined]
                    return
                found.append(
                    Shown(
                        f"{who} POST {urlsplit(form.action).path}",
                        answer.status_code,  # type: ignore[attr-defined]
                        dict(answer.headers),  # type: ignore[attr-defined]
                        answer.content,  # type: ignore[attr-defined]
                    )
                )

            undone(do)
    return found


def _record(number: int) -> bytes:
    text = payload(number).replace("\\", "\\\\").replace("]", "\\]")
    return sgf(WALLS, PB=text, PW=text, EV=text, RE=text, RU=text, KM=text)


def _filled(form: Form, number: int) -> Form:
    """Return a form with such a text in every field that a visitor can write into."""
    pairs = [
        pair
        if pair.name in KEPT_AS_IT_IS or (pair.value.isdigit() and pair.name in ("game", "inquiry"))
        else Pair(pair.name, payload(number + place))
        for place, pair in enumerate(form.pairs[:-1])
    ]
    return Form(form.action, form.method, [*pairs, *form.pairs[-1:]], form.files)
