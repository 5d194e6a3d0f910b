"""A record against the game that was paired: is it of this game at all?"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from adjudication.rules.findings import Code, Finding
from adjudication.rules.header import handicap_differs, komi_differs
from adjudication.rules.opening import handicap_shown
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class PairedGame:
    """What the pairing says of a game: names, board size, handicap in stones, komi in points."""

    black_name: str
    white_name: str
    size: int
    handicap: int
    komi: float


def check_pairing(
    record: GameRecord, game: PairedGame, ruleset: RuleSet, answered: Collection[int] = ()
) -> list[Finding]:
    """Return what in a record differs from the pairing (SPEC 1.8; ``move`` is None in all).

    What a record does not say does not differ; a handicap may be said by its beginning, unless its
    moves are among those ``answered``, about which somebody said what happened there. Names are
    compared without accents, case, order of first and last name, and punctuation; nicknames differ,
    which is for the players to mend.
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


def names_tell(
    record_black: str, record_white: str, black: str, white: str, others: Iterable[str]
) -> bool:
    """Say whether names that differ tell that a record is not of a game as it was paired.

    ``black`` and ``white`` are the names of who was paired.
    They do where one of them is that of the player of the other colour, or of one of the
    ``others``, who sat elsewhere. Nicknames and spellings tell nothing.
    """
    said_black, said_white = name_key(record_black), name_key(record_white)
    elsewhere = {name_key(name) for name in others}
    return bool(
        (said_black and (said_black == name_key(white) or said_black in elsewhere))
        or (said_white and (said_white == name_key(black) or said_white in elsewhere))
    )


def _names(record: GameRecord, game: PairedGame, ruleset: RuleSet) -> list[Finding]:
    black, white = name_key(record.black_name), name_key(record.white_name)
    if not black and not white:
        return []
    paired_black, paired_white = name_key(game.black_name), name_key(game.white_name)
    names = {"black": record.black_name[:80], "white": record.white_name[:80]}
    if (black, white) == (paired_white, paired_black):
        return [_finding(Code.COLOURS_SWAPPED, ruleset, **names)]
    if (black and black != paired_black) or (white and white != paired_white):
        return [_finding(Code.NAMES_DIFFER, ruleset, **names)]
    return []


def name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded and sorted, so that spellings of one name are equal."""
    plain = "".join(
        c if c.isalnum() else " "
        for c in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(c)
    )
    return tuple(sorted(plain.split()))


def _finding(code: Code, ruleset: RuleSet, **values: str | int) -> Finding:
    return Finding(code, ruleset.key, sentence(code, **values), detail=values)
