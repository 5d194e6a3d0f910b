"""Two tournaments side by side, and everybody of the first with the second one's keys in hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.security import ids
from tests.security.examples import examples, pages
from tests.security.forms import Form, Pair
from tests.security.full_world import PLAYERS, FullWorld, browsers, full_world
from tests.security.typed_more import PASSWORD, content_for, type_more
from tests.security.walk import HOST, LONG, Seen, Swap, crawl, route_of, send, undone

OWN, OTHER = "coupe", "elsewhere"
PUBLIC, PRIVATE = "Zwilling", "Geheim"
"""What every text of the other tournament begins with: those for everybody, and all others."""
FIELDS = {
    "submission": "adjudication_submission",
    "seen": "adjudication_submission",
    "game": "tournament_game",
    "inquiry": "adjudication_inquiry",
    "case": "adjudication_case",
    "draw": "tournament_draw",
    "player": "tournament_player",
    "proposal": "tournament_recordingerror",
}
"""Names that forms give to keys, and the tables of these."""
BY_HAND = {
    *("adjudication:accept", "adjudication:dead", "adjudication:own_appeal_withdraw"),
    *("adjudication:player_appeal", "adjudication:resume", "adjudication:resume_board"),
    *("adjudication:rule", "notices:enter", "notices:switch", "operations:retry"),
    *("operations:retry_any", "tournament:found", "tournament:game_date"),
    *("tournament:recording_error", "tournament:reopen", "tournament:set_game_date"),
    *("tournament:revoke_own_token", "tournament:verify"),
}
"""Addresses of forms that the scene does not lead to: they are sent with keys of every kind."""
REFUSED = {403, 404, 405, 409, 429}


def _sayer(public: str, private: str) -> Callable[[str], str]:
    """Return texts of a tournament, no two alike."""
    count = 0

    def say(kind: str) -> str:
        nonlocal count
        count += 1
        closed = kind.startswith("private") or kind in ("sgf", "filename")
        return f"{private if closed else public} {kind.removeprefix('private ')} {count}"

    return say


@dataclass
class Scene:
    """Both tournaments, their keys, who visits, and what the database held at first."""

    own: FullWorld
    other: FullWorld
    swap: Swap
    visitors: dict[str, Client]
    before: ids.Rows
    public: dict[str, tuple[int, str]] = field(default_factory=dict)

    def starts(self, visitor: str) -> list[str]:
        """Return examples of every address of one's own tournament, a player's own games first."""
        found = []
        mine = [str(key) for key in self._games(visitor)]
        for name in pages():
            some = list(examples(self.own, name))
            own = [one for one in some if any(f"/{key}/" in one for key in mine)]
            found += some if LONG else [*own, *some[:1]]
        return list(dict.fromkeys(found))

    def _games(self, visitor: str) -> list[int]:
        if visitor not in PLAYERS:
            return []
        player = self.own.players[PLAYERS[visitor]].pk
        return [game.pk for game in self.own.games if player in (game.black_id, game.white_id)]

    def walk(self, visitor: str) -> Seen:
        """Return what a visitor comes to in his own tournament."""
        seen = crawl(fresh(self.visitors[visitor]), self.starts(visitor))
        for form in seen.forms:  # grows while forms lead to further forms
            undone(lambda form=form: self._sent_as_it_stands(visitor, seen, form))
        return seen

    def by_hand(self, reached: Collection[str]) -> list[Form]:
        """Return forms for addresses to which no page of the scene leads, with keys of each kind.

        What they ask for may not be possible: nothing may come of another tournament's keys.
        """
        own = self.swap.twins.own
        pairs = [
            Pair(name, str(own[table][-1])) for name, table in FIELDS.items() if own.get(table)
        ]
        return [
            Form(HOST + address, "post", pairs)
            for name in sorted(BY_HAND - reached)
            for address in list(examples(self.own, name))[:1]
        ]

    def content(self, form: Form, name: str) -> bytes:
        """Return what is in a file that a form sends."""
        return content_for(self.own, route_of(form.action), name)

    def _sent_as_it_stands(self, visitor: str, seen: Seen, form: Form) -> None:
        """Send a form in one's own tournament; what answers with a form leads on."""
        cache.clear()
        type_more(self.own, route_of(form.action), form)
        answer = send(fresh(self.visitors[visitor]), form, self.content)
        form.status = answer.status_code  # type: ignore[attr-defined]
        if form.status in (200, 400) and "html" in answer["Content-Type"]:  # type: ignore[index]
            seen.add_forms(text_of(answer), form.action)

    def of_anybody(self, address: str) -> tuple[int, str]:
        """Return what somebody without any role gets from an address."""
        if address not in self.public:
            answer = Client().get(address)
            self.public[address] = (answer.status_code, text_of(answer))
        return self.public[address]


def make_scene() -> Scene:
    """Build both tournaments, ours first."""
    ids.spread()
    empty = ids.rows()
    own = full_world(OWN, _sayer("Ours", "Ours"))
    visitors = browsers(own)
    visitors["operator"] = Client()
    visitors["operator"].force_login(User.objects.create_superuser("operator", password=PASSWORD))
    middle = ids.rows()
    other = full_world(OTHER, _sayer(PUBLIC, PRIVATE))
    before = ids.rows()
    twins = ids.Twins(ids.keys_of(middle, empty), ids.keys_of(before, middle))
    return Scene(own, other, Swap(twins, (OWN, OTHER)), visitors, before)


def fresh(client: Client) -> Client:
    """Return a browser with the same cookies: what an answer sets, it keeps for itself."""
    made = Client()
    made.cookies.load(client.cookies.output(header=""))
    return made


def text_of(answer: object) -> str:
    """Return the text of an answer, a download's too."""
    streamed = getattr(answer, "streaming", False)
    data = b"".join(answer) if streamed else answer.content  # type: ignore[attr-defined, call-overload]
    return str(data.decode("utf-8", "replace"))


def marks(text: str) -> list[str]:
    """Return by what a text tells something of the other tournament."""
    return [mark for mark in (PUBLIC, PRIVATE) if mark in text]


def looks(scene: Scene, visitor: str, address: str, own: str) -> list[str]:
    """Ask for a page under exchanged keys; return what is wrong with the answer."""
    answer = fresh(scene.visitors[visitor]).get(address)
    text, status = text_of(answer), answer.status_code
    if status in REFUSED or urlsplit(address).path == urlsplit(own).path:
        # Refused, or one's own page, which takes no notice of what it does not know.
        return [f"tells {mark}" for mark in marks(text)]
    if visitor == "operator":
        return [f"answered {status}", *marks(text)]
    public, known = scene.of_anybody(address)
    said = [f"tells {mark}" for mark in marks(text) if mark == PRIVATE or mark not in known]
    return said if status == public else [f"answered {status}, to anybody {public}", *said]


def sends(scene: Scene, visitor: str, what: str, form: Form) -> list[str]:
    """Send a form with exchanged keys; return what is wrong with what became of it."""
    found: list[str] = []

    def do() -> None:
        client = fresh(scene.visitors[visitor])
        answer = send(client, form, scene.content)
        after = ids.rows()
        text, status = text_of(answer), answer.status_code  # type: ignore[attr-defined]
        public = ""
        if status == 302:
            place = answer["Location"]  # type: ignore[index]
            text += text_of(client.get(place))
            public = scene.of_anybody(place)[1]
        found.extend(ids.touched(scene.before, after, scene.swap.twins))
        changes = ids.changed(scene.before, after)
        if what in ("address", "all"):
            found.extend(f"{change} is changed" for change in changes)
        if what == "address" and status not in REFUSED:
            found.extend(_as_for_anybody(scene, form, status, text))
        else:
            found.extend(f"tells {mark}" for mark in marks(text) if mark not in public)

    undone(do)
    return found


def _as_for_anybody(scene: Scene, form: Form, status: int, text: str) -> list[str]:
    """Return what is wrong with an answer, unless everybody gets the same."""
    answer = send(Client(), form, scene.content)
    said = [f"tells {mark}" for mark in marks(text) if mark not in text_of(answer)]
    same = status == answer.status_code  # type: ignore[attr-defined]
    return said if same else [f"answered {status}", *said]
