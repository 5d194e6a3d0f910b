"""Servers that refuse illegal moves: what a record of a game played there cannot show (SPEC 1.8).

A ko taken back at once in such a record is rather a fault of whatever wrote the file. It is a
question to both players then: where a record comes from never clears anybody. Programs that write
records of games played elsewhere (editors, engines) let through what was played and are not here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from adjudication.rules.contradictions import own_ruleset
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class Server:
    """A server, how its records show themselves, and what it lets happen.

    ``names`` are what a record may give as its place (PC) in small letters, without spaces and
    hyphens; ``hosts`` are its addresses, which may stand anywhere in that text. ``programs`` are
    the names of exporters (AP). ``superko`` are the rule sets of ours for which the server has a
    superko rule itself, ``suicide`` those under which it allows suicide.
    """

    name: str
    names: frozenset[str]
    hosts: tuple[str, ...] = ()
    programs: frozenset[str] = frozenset()
    superko: frozenset[str] = frozenset()
    suicide: frozenset[str] = frozenset()

    def refuses(self, code: Code, rules: str | None) -> bool:
        """Say whether the server refuses such a move under the rule set that its record names."""
        match code:
            case Code.KO:
                return True
            case Code.SUICIDE:
                return rules not in self.suicide
            case Code.SUPERKO:
                return rules in self.superko
        return False


SERVERS: Final = (
    Server("Fox", frozenset({"fox", "foxwq", "foxgo"}), ("foxwq.com",), frozenset({"foxwq"})),
    Server(
        "KGS",
        frozenset({"kgs", "kgsgoserver", "kiseidogoserver", "kiseidogoserver(kgs)"}),
        ("gokgs.com", "kgs.kiseido.com"),
        superko=frozenset({"aga", "chinese", "nz"}),
        suicide=frozenset({"nz"}),
    ),
    Server(
        "OGS",
        frozenset({"ogs", "onlinegoserver", "onlinego"}),
        ("online-go.com",),
        superko=frozenset({"aga", "chinese", "ing", "nz"}),
        suicide=frozenset({"ing", "nz"}),
    ),
    Server(
        "Pandanet (IGS)",
        frozenset(
            {"igs", "pandanet", "igspandanet", "pandanetigs", "pandanet(igs)", "internetgoserver"}
        ),
        ("pandanet.co.jp", "pandanet-igs.com", "igs.joyjoy.net"),
    ),
    Server("NNGS", frozenset({"nngs", "nonamegoserver"}), ("nngs.cosmic.org",)),
    Server("Tygem", frozenset({"tygem", "tygembaduk"}), ("tygem.com", "tygembaduk.com")),
    Server("wBaduk", frozenset({"wbaduk"}), ("wbaduk.com",)),
    Server("Cyberoro", frozenset({"cyberoro"}), ("cyberoro.com",)),
    Server(
        "Dragon Go Server",
        frozenset({"dgs", "dragongoserver"}),
        ("dragongoserver.net",),
        frozenset({"dgs"}),
    ),
)
_HOST: Final = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_SPACE: Final = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The server that a record says its game was played on, and the rule set it names."""

    server: Server
    rules: str | None

    def refuses(self, code: Code) -> bool:
        """Say whether the server refuses a move that breaks this rule."""
        return self.server.refuses(code, self.rules)


def played_on(record: GameRecord) -> PlayedOn | None:
    """Return where a record says that its game was played; None for no server that we know."""
    place = record.header.get("PC", "").lower()
    name = _SPACE.sub("", place).removeprefix("the").rstrip(".")
    hosts = _HOST.findall(place)
    programs = {word.partition(":")[0] for word in record.header.get("AP", "").lower().split()}
    for server in SERVERS:
        if (
            name in server.names
            or any(f".{host}".endswith(f".{own}") for host in hosts for own in server.hosts)
            or not server.programs.isdisjoint(programs)
        ):
            own = own_ruleset(record)
            return PlayedOn(server, own.key if own else None)
    return None
