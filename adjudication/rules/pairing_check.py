"""Comparing a record with the game that was paired: is it of this game at all?"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from adjudication.rules.accounts import Account, SeatName, seat_name
from adjudication.rules.findings import Code, Finding
from adjudication.rules.header import handicap_differs, komi_differs
from adjudication.rules.header_words import OTHER_NAME
from adjudication.rules.opening import handicap_shown
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import sentence
from adjudication.rules.servers import Server, likely_server


@dataclass(frozen=True, slots=True)
class PairedPlayer:
    """A player of the pairing: their name, their accounts on servers, and their first name."""

    name: str
    accounts: tuple[Account, ...] = ()
    first_name: str = ""


@dataclass(frozen=True, slots=True)
class PairedGame:
    """What the pairing says of a game: players, board size, handicap in stones, komi in points.

    Of each player it has the name, the first name on its own, and the accounts on servers.
    """

    black_name: str
    white_name: str
    size: int
    handicap: int
    komi: float
    black_accounts: tuple[Account, ...] = ()
    white_accounts: tuple[Account, ...] = ()
    black_first_name: str = ""
    white_first_name: str = ""

    @property
    def players(self) -> tuple[PairedPlayer, PairedPlayer]:
        """Return Black and White."""
        return (
            PairedPlayer(self.black_name, self.black_accounts, self.black_first_name),
            PairedPlayer(self.white_name, self.white_accounts, self.white_first_name),
        )


def check_pairing(
    record: GameRecord, game: PairedGame, ruleset: RuleSet, answered: Collection[int] = ()
) -> list[Finding]:
    """Return the findings on how a record differs from the pairing (SPEC 1.8), ``move`` being None.

    What a record does not say does not differ. Its first moves may show a handicap, unless they are
    among those ``answered``, about which somebody said what happened there. Names are compared
    without accents, case, order of first and last name, and punctuation; a player's account counts
    as their name, and so does their first name, unless the two share it. Other nicknames differ,
    and the players have to correct that.
    """
    found = []
    if record.size != game.size:
        found.append(_finding(Code.SIZE_DIFFERS, ruleset, record=record.size, expected=game.size))
    shown = handicap_shown(record, ruleset, answered, terms=game.handicap)
    differs = handicap_differs(record, shown, game.handicap, ruleset.key)
    if differs is not None:
        found.append(differs)
    found += komi_differs(record, game.komi, ruleset)
    return found + _names(record, game, ruleset)


def names_players(record: GameRecord, game: PairedGame) -> bool:
    """Say whether a record names both players of a game, each with their colour."""
    server = likely_server(record)
    names = (record.black_name, record.white_name)
    seats = [(seat_name(name, ""), side) for name, side in zip(names, game.players, strict=True)]
    return all(name_key(seat.written) and _named(seat, side, server) for seat, side in seats)


def names_show_other_game(
    record_black: str,
    record_white: str,
    black: PairedPlayer,
    white: PairedPlayer,
    others: Iterable[PairedPlayer],
    server: Server | None = None,
) -> bool:
    """Say whether differing names show that a record is not of a game as it was paired.

    ``black`` and ``white`` were paired, ``others`` played at other boards, and ``server`` is where
    the record comes from, if known: without it accounts identify nobody. Names show it if one is
    that of the opponent or of one of the others, or their account on that server, and does not fit
    the player who was paired. For the two players the first name is enough, as in
    :func:`check_pairing`. Other nicknames and spellings show nothing.
    """
    elsewhere = tuple(others)

    def tells(name: str, own: PairedPlayer, opponent: PairedPlayer) -> bool:
        seat = seat_name(name, "")
        if not name_key(seat.written) or _fits(seat, own, opponent, server):
            return False
        known = (opponent, *elsewhere)
        if server is None:
            known = tuple(replace(side, accounts=()) for side in known)
        named = any(_named(seat, side, server) for side in known)
        return named or _fits(seat, known[0], own, server)

    return tells(record_black, black, white) or tells(record_white, white, black)


def _names(record: GameRecord, game: PairedGame, ruleset: RuleSet) -> list[Finding]:
    black, white = seat_name(record.black_name, ""), seat_name(record.white_name, "")
    if not name_key(black.written) and not name_key(white.written):
        return []
    server = likely_server(record)
    paired_black, paired_white = game.players
    names = {"black": record.black_name[:80], "white": record.white_name[:80]}
    if server is not None:
        names["server"] = server.key
    if (not name_key(black.written) or _fits(black, paired_black, paired_white, server)) and (
        not name_key(white.written) or _fits(white, paired_white, paired_black, server)
    ):
        return []
    if _fits(black, paired_white, paired_black, server) and _fits(
        white, paired_black, paired_white, server
    ):
        return [_finding(Code.COLOURS_SWAPPED, ruleset, **names)]
    differs = _finding(Code.NAMES_DIFFER, ruleset, **names)
    for colour, seat in (("black", white), ("white", black)):
        if not name_key(seat.written):
            return [replace(differs, text=OTHER_NAME[colour] % {colour: names[colour]})]
    return [differs]


def _named(seat: SeatName, side: PairedPlayer, server: Server | None) -> bool:
    """Whether a record names a player: by their name, or by an account of theirs."""
    if any(seat.is_account(account, server) for account in side.accounts):
        return True
    return name_key(side.name) in (name_key(seat.name), name_key(seat.written))


def _fits(
    seat: SeatName, side: PairedPlayer, opponent: PairedPlayer, server: Server | None
) -> bool:
    """Whether a name in a record may be this player's: their name or account, or the first name.

    Many people give an app only their first name. It shows nothing if it may be the opponent's too.
    """
    if _named(seat, side, server):
        return True
    first = name_key(seat.name)
    return (
        bool(first)
        and first == name_key(side.first_name)
        and first != name_key(opponent.first_name)
        and not _named(seat, opponent, server)
    )


def seat_is_player(seat: SeatName, side: PairedPlayer, server: Server | None) -> bool:
    """Whether a record names a player: by an account of theirs, or by their name.

    A name of a single word may be anybody's account: if the player has another account on the
    server, it is not theirs.
    """
    if any(seat.is_account(account, server) for account in side.accounts):
        return True
    return seat_has_name_of(seat, side, server)


def seat_has_name_of(seat: SeatName, side: PairedPlayer, server: Server | None = None) -> bool:
    """Whether a record has the name of a player, apart from their accounts."""
    words = name_key(seat.name)
    elsewhere = server is None or all(one.server != server.key for one in side.accounts)
    return words == name_key(side.name) and (len(words) > 1 or (len(words) == 1 and elsewhere))


def name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded and sorted, so that its spellings compare as equal."""
    plain = "".join(
        c if c.isalnum() else " "
        for c in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(c)
    )
    return tuple(sorted(plain.split()))


def _finding(code: Code, ruleset: RuleSet, **values: str | int) -> Finding:
    return Finding(code, ruleset.key, sentence(code, **values), detail=values)
