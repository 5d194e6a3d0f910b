"""How a record begins: its handicap stones, or a whole position entered as moves (SPEC 1.9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import PASS
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import HandicapForm, RuleSet

MOST_STONES: Final = 9
"""A longer run of black plays than this is not a handicap."""
_ENTERED: Final = {BLACK: MOST_STONES + 1, WHITE: 5}
"""From this many plays in a row at the start on, a position was entered as moves."""


def handicap_shown(
    record: GameRecord,
    ruleset: RuleSet | None,
    answered: Collection[int] = (),
    *,
    terms: int | None = None,
) -> int | None:
    """Return the handicap shown by the beginning of a record, None if it shows none.

    It is two to nine black stones placed alone before White's first move, or whoever moves first if
    the ``terms`` of the game are even; or as many black plays at the start of an empty board if HA
    gives no handicap; or White's passes, under rules by which White passes for a handicap.
    ``answered`` are the numbers of moves about which somebody said that they were played as
    written, or that a pass is missing before them. On even terms a single white pass is just a
    pass.
    """
    if any(record.start):
        if WHITE in record.start or not 2 <= record.placed <= MOST_STONES:
            return None
        even = terms is not None and terms < 2
        return record.placed if even or record.colours[:1] == [WHITE] else None
    stops = {*record.gaps, *(number - 1 for number in answered)}
    stones = _unlike(record.points[: _run(record.colours, record.points, stops)])
    if stones >= 2:
        if (record.handicap or 0) >= 2 or record.colours[0] != BLACK:
            return None
        return stones if stones <= MOST_STONES else None
    if ruleset is not None and ruleset.handicap_form.value is HandicapForm.WHITE_PASSES:
        stones = _by_passes(record.colours, record.points) or 0
        return stones if stones > 2 or (stones and (terms is None or terms >= 2)) else None
    return None


def entered_move_count(record: GameRecord, announced: int) -> int:
    """Return how many moves at the start enter a position, 0 for a normal start.

    Ten or more black plays in a row, unless a handicap of at least as many is ``announced``, or
    five or more white ones; and then the stones of the other colour entered after them.
    """
    first = _run(record.colours, record.points, record.gaps)
    if not first or first < _ENTERED[record.colours[0]]:
        return 0
    if record.colours[0] == BLACK and first <= announced:
        return 0
    second = _run(record.colours[first:], record.points[first:], ())
    return first + second if second >= 2 else first


def _run(colours: Sequence[int], points: Sequence[int], stops: Collection[int]) -> int:
    """Return the length of the first run of plays by one colour; none continues past a stop."""
    number = 0
    for colour, point in zip(colours, points, strict=True):
        if colour != colours[0] or point == PASS or (number and number in stops):
            break
        number += 1
    return number


def _unlike(points: Sequence[int]) -> int:
    """Return how many points come before the first repeated one, which is a doubled move."""
    for number, point in enumerate(points):
        if point in points[:number]:
            return number
    return len(points)


def _by_passes(colours: Sequence[int], points: Sequence[int]) -> int | None:
    """Return the handicap given by passes: Black plays and White passes until White plays."""
    for number, (colour, point) in enumerate(zip(colours, points, strict=True), 1):
        if colour != (BLACK if number % 2 else WHITE) or (point == PASS and colour == BLACK):
            return None
        if colour == WHITE and point != PASS:
            stones = number // 2
            return stones if 2 <= stones <= MOST_STONES else None
    return None
