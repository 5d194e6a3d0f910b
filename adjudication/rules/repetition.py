"""Which moves bring back an earlier whole-board position, and whose position it was.

The replay hashes every position. Where two hashes are equal, the positions themselves are compared,
so that nobody is accused by a hash collision.

Terms (SPEC 1.2): a position is *created* by the player whose play produced it, and *left* by the
player who ended a move in it, by a play or by a pass. The start position counts as created and
left by the opponent of the player who moves first; otherwise a ko in a set-up position could be
retaken at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from adjudication.rules.colours import opponent
from adjudication.rules.kernel import Trace
from adjudication.rules.points import PASS
from adjudication.rules.rulesets import Ko


class Recurrence(NamedTuple):
    """A play that brought back an earlier whole-board position.

    All fields are move numbers, 0 being the starting position; None if there is no such move.
    ``first`` is the first time the position stood on the board; the others say when the mover or
    the opponent first or last created it by a play, or first left it by a play or a pass.
    """

    move: int
    first: int
    created_by_mover: int | None
    latest_by_mover: int | None
    left_by_mover: int | None
    created_by_opponent: int | None
    latest_by_opponent: int | None


@dataclass(slots=True)
class _Occurrences:
    """The earlier occurrences of one position, by colour."""

    first: int
    created: dict[int, int]
    latest: dict[int, int]
    left: dict[int, int]


def find_recurrences(
    size: int,
    start: Sequence[int],
    first_mover: int,
    colours: Sequence[int],
    points: Sequence[int],
    trace: Trace,
    unwritten_passes: Collection[int] = (),
) -> list[Recurrence]:
    """Return every play that brought back an earlier position, in the order of the game.

    Takes the moves as given to the kernel, and the trace that it returned. ``unwritten_passes`` are
    the numbers of moves before which the other player passed, and so left the position as it was.
    """
    if not trace.captured:
        return []
    skipped = trace.illegal
    hashes = trace.hashes
    unmoved = points.count(PASS) + len(skipped)
    if len(set(hashes)) == len(hashes) - unmoved:
        return []
    twice = {value for value, times in Counter(hashes).items() if times > 1}
    board = list(start)
    known: dict[bytes, _Occurrences] = {}
    if hashes[0] in twice:
        giver = opponent(first_mover)
        known[bytes(board)] = _Occurrences(0, {giver: 0}, {giver: 0}, {giver: 0})
    found: list[Recurrence] = []
    for number, (colour, point) in enumerate(zip(colours, points, strict=True), 1):
        if number in unwritten_passes and hashes[number - 1] in twice:
            known[bytes(board)].left.setdefault(opponent(colour), number - 1)
        if number in skipped:
            continue
        if point >= 0:
            board[point] = colour
            for stone in trace.captured.get(number, ()):
                board[stone] = 0
        if hashes[number] not in twice:
            continue
        position = bytes(board)
        earlier = known.get(position)
        if earlier is None:
            # A pass leaves a position made by a play or the start, so this is a play.
            known[position] = _Occurrences(
                number, {colour: number}, {colour: number}, {colour: number}
            )
            continue
        if point >= 0:
            other = opponent(colour)
            found.append(
                Recurrence(
                    number,
                    earlier.first,
                    earlier.created.get(colour),
                    earlier.latest.get(colour),
                    earlier.left.get(colour),
                    earlier.created.get(other),
                    earlier.latest.get(other),
                )
            )
            earlier.latest[colour] = number
            earlier.created.setdefault(colour, number)
        earlier.left.setdefault(colour, number)
    return found


def forbidden_repetition(ko: Ko, recurrence: Recurrence) -> int | None:
    """Return the earlier move whose position a superko rule forbids to repeat, or None.

    0 is the starting position. Basic ko forbids no whole-board repetition.
    """
    match ko:
        case Ko.POSITIONAL:
            return recurrence.first
        case Ko.SITUATIONAL:
            return recurrence.left_by_mover
        case Ko.NATURAL_SITUATIONAL:
            return recurrence.created_by_mover
        case Ko.SIMPLE:
            return None
