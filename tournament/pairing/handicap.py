"""Handicap, komi and colours of a pair, in one place (specification, 2.9).

Used by the pairing, by changes by hand and by the adjudication of games.
"""

from dataclasses import dataclass

from tournament.pairing.random_numbers import det
from tournament.standings.scores import halve_towards_zero
from tournament.state.parameters import Basis, HandicapRow, HandicapRule, KomiParameters
from tournament.state.people import utf16

MOST_STONES = 9


@dataclass(frozen=True, slots=True)
class PairSide:
    """What the handicap and the colours of a game depend on, for one of its two players.

    ``name`` is the player's :func:`~tournament.pairing.random_numbers.det_name`, ``mms_x2`` the
    doubled McMahon score before the round, ``balance`` the games with White minus those with Black,
    counting only games without handicap. ``wants_none`` is the wish to play without handicap.
    """

    id: int
    name: str
    rank: int
    mms_x2: int = 0
    balance: int = 0
    wants_none: bool = False


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms of a game: colours by player id, handicap as in files, komi.

    ``handicap`` is 0 for an even game, 1 for White without komi, otherwise the stones.
    """

    black: int
    white: int
    handicap: int
    komi_half: int


def handicap_strength(rule: HandicapRule, rank: int, mms_x2: int) -> int:
    """Return the rank from which a player's handicap is computed, capped at the threshold."""
    return min(halve_towards_zero(mms_x2) - 30 if rule.basis is Basis.MMS else rank, rule.threshold)


def handicap_of_difference(rule: HandicapRule, difference: int) -> int:
    """Return the handicap for a difference of strengths, whoever is the stronger."""
    difference = abs(difference)
    if difference == 0:
        return 0
    if rule.table:
        row = _row(rule, difference)
        return max(1, row.stones) if row else 0
    return min(max(difference - rule.correction, 0), rule.ceiling, MOST_STONES)


def greatest_step(rule: HandicapRule) -> int:
    """Return a difference beyond which the handicap no longer changes."""
    if rule.table:
        return max(1, *(row.difference for row in rule.table))
    return max(1, rule.correction + min(rule.ceiling, MOST_STONES))


def handicap_of(rule: HandicapRule, first: PairSide, second: PairSide) -> int:
    """Return the handicap of a pair, as in files."""
    if first.wants_none or second.wants_none:
        return 0
    return handicap_of_difference(rule, _difference(rule, first, second))


def game_terms(
    rule: HandicapRule,
    komi: KomiParameters,
    first: PairSide,
    second: PairSide,
    handicap: int | None = None,
) -> GameTerms:
    """Return colours, handicap and komi of a pair; the order of the two does not matter.

    A given ``handicap`` is kept; otherwise it is computed.
    """
    if handicap is None:
        handicap = handicap_of(rule, first, second)
    above = _difference(rule, first, second)
    if handicap and above:
        black, white = (second, first) if above > 0 else (first, second)
    else:
        black, white = even_colours(first, second)
    return GameTerms(black.id, white.id, handicap, komi_of(rule, komi, black, white, handicap))


def terms_with_colours(
    rule: HandicapRule,
    komi: KomiParameters,
    black: PairSide,
    white: PairSide,
    handicap: int | None = None,
) -> GameTerms:
    """Return the terms of a pair whose colours are fixed.

    If ``handicap`` is None it is computed; there is none if Black is the stronger.
    """
    if handicap is None:
        below = _difference(rule, white, black) > 0
        handicap = handicap_of(rule, black, white) if below else 0
    return GameTerms(black.id, white.id, handicap, komi_of(rule, komi, black, white, handicap))


def even_colours(side: PairSide, other: PairSide) -> tuple[PairSide, PairSide]:
    """Return Black and White of an even game.

    Black goes to the player who has had White more often; if neither has, the names decide.
    """
    if side.balance != other.balance:
        return (side, other) if side.balance > other.balance else (other, side)
    first, last = sorted((side, other), key=lambda either: (utf16(either.name), either.id))
    return (last, first) if det(1, side.name, other.name) == 0 else (first, last)


def komi_of(
    rule: HandicapRule, komi: KomiParameters, black: PairSide, white: PairSide, handicap: int
) -> int:
    """Return the komi of a game in half-points; with a table, that of the handicap's row."""
    if handicap == 0:
        return komi.even_half
    computed = _row(rule, abs(_difference(rule, white, black)))
    if computed and max(1, computed.stones) == handicap:
        return computed.komi_half
    for row in rule.table:
        if max(1, row.stones) == handicap:
            return row.komi_half
    return komi.handicap_half


def _difference(rule: HandicapRule, first: PairSide, second: PairSide) -> int:
    return handicap_strength(rule, first.rank, first.mms_x2) - handicap_strength(
        rule, second.rank, second.mms_x2
    )


def _row(rule: HandicapRule, difference: int) -> HandicapRow | None:
    """Return the last row that a difference reaches and the ceiling allows."""
    most = min(rule.ceiling, MOST_STONES)
    reached = [
        row for row in rule.table if row.difference <= difference and max(1, row.stones) <= most
    ]
    return reached[-1] if reached else None
