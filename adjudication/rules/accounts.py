"""The names that players have on servers: read, written and recognised in records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from adjudication.rules.servers import BY_KEY, Server, server_named
from language.messages import Message
from language.messages import gettext_lazy as _

MOST_ACCOUNTS: Final = 12
LONGEST_NAME: Final = 40
_PARTS: Final = re.compile(r"[;,\n]+")
_TWO: Final = re.compile(r"[:=/|]")
"""Characters that no name on a server has, and what people put between two accounts."""
_PAIR: Final = re.compile(r"\s*(?P<server>[^:=]{1,40}?)\s*[:=]\s*(?P<name>\S.*?)\s*")


class AccountError(ValueError):
    """A text that is no list of accounts; ``text`` says which part is wrong, and why."""

    def __init__(self, text: Message) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class Account:
    """A name on a server; ``server`` is the server's key."""

    server: str
    name: str

    @property
    def key(self) -> tuple[str, str]:
        """Return a key that is equal for two spellings of one account."""
        return self.server, account_key(self.name)

    def __str__(self) -> str:
        return f"{BY_KEY[self.server].name}: {self.name}"


_HOW: Final = _("Write accounts as OGS: name, KGS: name. This cannot be read: %(part)s.")
_TWO_IN_ONE: Final = _(
    "“%(part)s” looks like several accounts: put a comma between them, as in OGS: name, KGS: name."
)
_NO_SERVER: Final = _("“%(server)s” is not one of the servers: %(servers)s.")
_TOO_MANY: Final = _("Write at most %(most)d accounts.")
_TOO_LONG: Final = _("A name on a server has at most %(most)d characters.")


def parse_accounts(text: str) -> tuple[Account, ...]:
    """Read ``OGS: rose, KGS: rose12``, each account once. Raises AccountError."""
    found: dict[tuple[str, str], Account] = {}
    for part in _PARTS.split(text):
        if not part.strip():
            continue
        pair = _PAIR.fullmatch(part)
        if pair is None:
            raise AccountError(_HOW % {"part": part.strip()[:60]})
        if _TWO.search(pair["name"]):
            raise AccountError(_TWO_IN_ONE % {"part": part.strip()[:60]})
        server = server_named(pair["server"])
        if server is None:
            names = ", ".join(server.name for server in BY_KEY.values())
            raise AccountError(_NO_SERVER % {"server": pair["server"], "servers": names})
        if len(pair["name"]) > LONGEST_NAME:
            raise AccountError(_TOO_LONG % {"most": LONGEST_NAME})
        account = Account(server.key, " ".join(pair["name"].split()))
        found.setdefault(account.key, account)
    if len(found) > MOST_ACCOUNTS:
        raise AccountError(_TOO_MANY % {"most": MOST_ACCOUNTS})
    return tuple(found.values())


def accounts_text(accounts: Iterable[Account]) -> str:
    """Return accounts as :func:`parse_accounts` reads them."""
    return ", ".join(str(account) for account in accounts)


def accounts_in(text: str) -> tuple[Account, ...]:
    """Return the accounts in a stored text; none if it can no longer be read."""
    try:
        return parse_accounts(text)
    except AccountError:
        return ()


def account_key(name: str) -> str:
    """Return a name as servers compare it: in normal width, without case or spaces."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


# --- Names as records write them ---


@dataclass(frozen=True, slots=True)
class SeatName:
    """A player as a record names them: the name without its suffix, and the rank.

    ``written`` is the whole text; ``rank`` is as in ``3d``, ``12k`` or ``9p``, empty if none is
    given.
    """

    written: str
    name: str
    rank: str

    def is_account(self, account: Account, server: Server | None) -> bool:
        """Whether this may be the account; a record of an unknown server may match any account."""
        if server is not None and server.key != account.server:
            return False
        return account_key(account.name) in (account_key(self.name), account_key(self.written))


_RANK: Final = re.compile(
    r"(?P<pro>p)?(?P<number>\d{1,2})\s*(?P<kind>d|dan|k|kyu|p|段|级|級|단|급)[?*+~!]*",
)
_DANS: Final = frozenset({"d", "dan", "段", "단"})
_BEHIND: Final = re.compile(r"(?P<name>.*\S)\s*[\[(<【](?P<rank>[^\[\]()<>【】]{1,12})[\])>】]")


def seat_name(name: str, rank: str) -> SeatName:
    """Return how a record names a player, from its PB or PW and its BR or WR.

    Servers write ``name [3d]`` or ``name(3段)``; a suffix is taken off a name only if it is a rank
    or says that there is none.
    """
    written = " ".join(unicodedata.normalize("NFKC", name).split())
    behind = _BEHIND.fullmatch(written)
    if behind is None:
        return SeatName(written, written, plain_rank(rank))
    own = plain_rank(behind["rank"])
    if not own and behind["rank"].strip().lower() not in ("-", "?", "nr"):
        return SeatName(written, written, plain_rank(rank))
    return SeatName(written, behind["name"], plain_rank(rank) or own)


def plain_rank(text: str) -> str:
    """Return a server's rank as ``3d``, ``12k`` or ``9p``; empty if it is no rank."""
    found = _RANK.fullmatch(unicodedata.normalize("NFKC", text).strip().lower())
    if found is None or not int(found["number"]):
        return ""
    kind = "d" if found["kind"] in _DANS else "p" if found["kind"] == "p" else "k"
    return f"{int(found['number'])}{'p' if found['pro'] and kind == 'd' else kind}"
