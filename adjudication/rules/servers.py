"""The servers on which games are played: how a record shows its server, and what each refuses.

What a server refuses cannot be in a record of a game played there (SPEC 1.8). A ko retaken at once
in such a record is more likely a fault of whatever wrote the file. So it is a question to both
players: the origin of a record never clears anybody. Programs that write records of games played
elsewhere (editors, engines) allow any move and are not listed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from adjudication.rules.contradictions import own_ruleset
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class Server:
    """A server, how its records identify it, and what it allows.

    ``key`` is stable and stands for the server in files and the API; ``name`` is shown. ``names``
    are what a record may give as its place (PC), in small letters without spaces and hyphens;
    ``hosts`` are its addresses, which may be anywhere in that text. ``programs`` are the names of
    exporters (AP). ``link`` finds a game's number in the address of its page, ``own_properties``
    are properties that no other program writes, and ``signatures`` are what the recorder (US) or
    the title (GN) of its records contains, in small letters. ``zero_komi`` says that its exports
    give komi 0 for games with another komi, ``no_passes`` that they leave out passes,
    ``no_overtime`` that they do not give the overtime. ``superko`` are our rule sets for which the
    server has a superko rule itself, ``suicide`` those under which it allows suicide.
    """

    key: str
    name: str
    names: frozenset[str]
    hosts: tuple[str, ...] = ()
    programs: frozenset[str] = frozenset()
    link: str = ""
    own_properties: frozenset[str] = frozenset()
    signatures: tuple[str, ...] = ()
    zero_komi: bool = False
    no_passes: bool = False
    no_overtime: bool = False
    superko: frozenset[str] = frozenset()
    suicide: frozenset[str] = frozenset()

    def refuses(self, code: Code, rules: str | None) -> bool:
        """Say whether the server refuses such a move under the rule set named by its record."""
        match code:
            case Code.KO:
                return True
            case Code.SUICIDE:
                return rules not in self.suicide
            case Code.SUPERKO:
                return rules in self.superko
        return False


SERVERS: Final = (
    Server(
        "fox",
        "Fox",
        frozenset({"fox", "foxwq", "foxgo"}),
        ("foxwq.com",),
        frozenset({"foxwq"}),
        link=r"foxwq\.com/\S*?\bchessid=(\d{1,24})",
        own_properties=frozenset({"TC", "TT"}),
        zero_komi=True,
        no_passes=True,
    ),
    Server(
        "kgs",
        "KGS",
        frozenset({"kgs", "kgsgoserver", "kiseidogoserver", "kiseidogoserver(kgs)"}),
        ("gokgs.com", "kgs.kiseido.com"),
        superko=frozenset({"aga", "chinese", "nz"}),
        suicide=frozenset({"nz"}),
    ),
    Server(
        "ogs",
        "OGS",
        frozenset({"ogs", "onlinegoserver", "onlinego"}),
        ("online-go.com",),
        link=r"online-go\.com/(?:api/v1/)?games?/(\d{1,12})(?!\d)",
        superko=frozenset({"aga", "chinese", "ing", "nz"}),
        suicide=frozenset({"ing", "nz"}),
    ),
    Server(
        "igs",
        "Pandanet (IGS)",
        frozenset(
            {"igs", "pandanet", "igspandanet", "pandanetigs", "pandanet(igs)", "internetgoserver"}
        ),
        ("pandanet.co.jp", "pandanet-igs.com", "igs.joyjoy.net"),
        signatures=("by igs pandanet", "(b) igs"),
        no_overtime=True,
    ),
    Server(
        "nngs",
        "NNGS",
        frozenset({"nngs", "nonamegoserver"}),
        ("nngs.cosmic.org",),
        signatures=("by no name go server", "(b) nngs"),
    ),
    Server("tygem", "Tygem", frozenset({"tygem", "tygembaduk"}), ("tygem.com", "tygembaduk.com")),
    Server("wbaduk", "wBaduk", frozenset({"wbaduk"}), ("wbaduk.com",)),
    Server("cyberoro", "Cyberoro", frozenset({"cyberoro"}), ("cyberoro.com",)),
    Server(
        "dgs",
        "Dragon Go Server",
        frozenset({"dgs", "dragongoserver"}),
        ("dragongoserver.net",),
        frozenset({"dgs"}),
        link=r"dragongoserver\.net/\S*?\bgid=(\d{1,12})",
    ),
)
"""Every server, in the order in which a list should offer them."""
BY_KEY: Final = {server.key: server for server in SERVERS}
_BY_NAME: Final = {name: server for server in SERVERS for name in (server.key, *server.names)}
_HOST: Final = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_SPACE: Final = re.compile(r"[\s_-]+")
_LONGEST_LINK: Final = 2_000
"""How much of a text is searched for an address."""


@dataclass(frozen=True, slots=True)
class StatedServer:
    """The server that a record says its game was played on, and the rule set it names."""

    server: Server
    rules: str | None

    def refuses(self, code: Code) -> bool:
        """Say whether the server refuses a move that breaks this rule."""
        return self.server.refuses(code, self.rules)


def stated_server(record: GameRecord) -> StatedServer | None:
    """Return where a record says its game was played; None if it names no server that we know."""
    server = _server_of(record.header.get("PC", ""), record.header.get("AP", ""))
    if server is None:
        return None
    own = own_ruleset(record)
    return StatedServer(server, own.key if own else None)


@lru_cache(maxsize=256)
def _server_of(place: str, program: str) -> Server | None:
    """Return the server that a place or a program names; None if they name none."""
    place = place.lower()
    name = _name(place)
    hosts = _HOST.findall(place)
    programs = {word.partition(":")[0] for word in program.lower().split()}
    for server in SERVERS:
        if (
            name in server.names
            or any(f".{host}".endswith(f".{own}") for host in hosts for own in server.hosts)
            or not server.programs.isdisjoint(programs)
        ):
            return server
    return None


def server_named(text: str) -> Server | None:
    """Return the server that a text gives by key, name or address; None if it gives none."""
    host = next(iter(_HOST.findall(text.lower())), "")
    of_host = (
        server for server in SERVERS for own in server.hosts if f".{host}".endswith(f".{own}")
    )
    return _BY_NAME.get(_name(text.lower())) or next(of_host, None)


def likely_server(record: GameRecord) -> Server | None:
    """Return the server that a record seems to come from; None if nothing shows it.

    It accepts more signs than :func:`stated_server`, which may excuse an illegal move: links, the
    recorder, and properties that only one server writes. It is meant for looking up accounts.
    """
    told = stated_server(record)
    if told is not None:
        return told.server
    texts = " ".join(record.header.get(name, "") for name in ("SO", "US", "GN")).lower()
    for server in SERVERS:
        if (
            (server.own_properties and server.own_properties <= record.header.keys())
            or any(sign in texts for sign in server.signatures)
            or (server.link and re.search(server.link, texts))
        ):
            return server
    return None


@dataclass(frozen=True, slots=True)
class GameLink:
    """The number of a game on a server, from the address of its page."""

    server: Server
    number: str

    @property
    def text(self) -> str:
        """Return the number with the name of its server."""
        return f"{self.server.name} {self.number}"


def link_in(record: GameRecord) -> GameLink | None:
    """Return the game whose address a record gives as its place, source or title."""
    return game_link(" ".join(record.header.get(name, "") for name in ("PC", "SO", "GN")))


def game_link(text: str) -> GameLink | None:
    """Return the game whose address is in a text, None if there is none; nothing is fetched."""
    for server in SERVERS:
        found = re.search(server.link, text[:_LONGEST_LINK], re.ASCII) if server.link else None
        if found:
            return GameLink(server, found[1])
    return None


def _name(text: str) -> str:
    """Return a server's name in small letters, without spaces, hyphens and an article."""
    return _SPACE.sub("", text).removeprefix("the").rstrip(".")
