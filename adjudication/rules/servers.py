"""Servers that refuse illegal moves: what a record of a game played there cannot show (SPEC 1.8).

A ko taken back at once in such a record is rather a fault of whatever wrote the file. It is a
question to both players then: where a record comes from never clears anybody. Programs that write
records of games played elsewhere (editors, engines) let through what was played and are not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from adjudication.rules.findings import Code
from adjudication.rules.presets import ruleset_of_record
from adjudication.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class Server:
    """A server, how its records show themselves, and what it lets happen.

    ``signs`` are parts of a root property, in small letters, by its SGF name. ``superko`` are the
    rule sets of ours for which the server has a superko rule itself, ``suicide`` those under which
    it allows suicide.
    """

    name: str
    signs: tuple[tuple[str, str], ...]
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
    Server("Fox", (("AP", "foxwq"),)),
    Server(
        "KGS",
        (("PC", "gokgs.com"), ("PC", "kgs.kiseido.com")),
        superko=frozenset({"aga", "chinese", "nz"}),
        suicide=frozenset({"nz"}),
    ),
    Server(
        "OGS",
        (("PC", "online-go.com"),),
        superko=frozenset({"aga", "chinese", "ing", "nz"}),
        suicide=frozenset({"ing", "nz"}),
    ),
    Server("Pandanet (IGS)", (("PC", "pandanet"), ("PC", "igs.joyjoy.net"))),
    Server("Tygem", (("PC", "tygem"),)),
    Server("Dragon Go Server", (("PC", "dragongoserver"), ("PC", "dragon go server"))),
)


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
    for server in SERVERS:
        if any(sign in record.header.get(name, "").lower() for name, sign in server.signs):
            own = ruleset_of_record(record.rules_text or "")
            return PlayedOn(server, own.key if own else None)
    return None
