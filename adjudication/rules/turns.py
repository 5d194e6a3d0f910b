"""Whose turn it was: moves out of turn, handicap moves, passes, and play after a stop."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.rules.colours import BLACK, WHITE, opponent
from adjudication.rules.points import HANDICAP_PASS, PASS


def moves_out_of_turn(
    colours: Sequence[int],
    points: Sequence[int],
    *,
    black_run: int = 0,
    restarts: Collection[int] = (),
    unwritten_passes: Collection[int] = (),
    entered: int = 0,
) -> list[int]:
    """Return the numbers of the moves by a player who had just moved.

    Moves with a reason that the rules know are left out: up to ``black_run`` black moves in a row
    at the start (handicap), a play or another pass after two passes (resumption: a record does not
    say who asked), and a move after a change of the board by hand or after an empty node
    (``restarts``: the numbers of the moves before those). ``unwritten_passes`` are the numbers of
    moves before which the other player passed, though the record does not say so; ``entered`` is
    the number of moves at the start that enter a position, so that it was nobody's turn.
    """
    if colours_alternate(colours):
        return []
    faults = []
    expected: int | None = None
    opening = True
    passes = 0
    for number, (colour, point) in enumerate(zip(colours, points, strict=True), 1):
        if number in unwritten_passes:
            expected = colour
            passes += 1
        if passes >= 2 or number - 1 in restarts or number <= entered + 1:
            expected = None
        opening = opening and colour == BLACK
        if expected is not None and colour != expected and not (opening and number <= black_run):
            faults.append(number)
        expected = opponent(colour)
        passes = passes + 1 if point == PASS else 0
    return faults


def colours_alternate(colours: Sequence[int]) -> bool:
    """Whether the colours alternate strictly (as in almost every record); needs no loop."""
    if not colours:
        return True
    first = colours[0]
    firsts = colours[0::2].count(first)
    return firsts == (len(colours) + 1) // 2 and colours[1::2].count(first) == 0


def resuming_moves(points: Sequence[int]) -> list[int]:
    """Return the numbers of the plays that follow two or more passes in a row."""
    passes = points.count(PASS)
    # Almost every record passes only at its end: decided without a loop.
    if passes < 2 or all(point == PASS for point in points[-passes:]):
        return []
    return [
        number
        for number in range(3, len(points) + 1)
        if points[number - 1] != PASS and points[number - 2] == PASS and points[number - 3] == PASS
    ]


def with_unwritten_passes(
    points: Sequence[int], unwritten_passes: Collection[int]
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the points with unwritten passes inserted, and the move that each of them belongs to.

    ``unwritten_passes`` are numbers of moves; a pass belongs to the move that follows it.
    """
    if not unwritten_passes:
        return points, range(1, len(points) + 1)
    numbers: list[int] = []
    whole: list[int] = []
    for number, point in enumerate(points, 1):
        if number in unwritten_passes:
            numbers.append(number)
            whole.append(PASS)
        numbers.append(number)
        whole.append(point)
    return whole, numbers


def ends_in_two_passes(points: Sequence[int]) -> bool:
    """Whether the last two moves are passes."""
    return len(points) >= 2 and points[-1] == PASS and points[-2] == PASS


def black_plays_first(colours: Sequence[int], points: Sequence[int], stones: int) -> bool:
    """Whether the game opens with this many black plays in a row: a handicap given by moves."""
    opening = list(zip(colours[:stones], points[:stones], strict=True))
    return len(opening) == stones and all(c == BLACK and p >= 0 for c, p in opening)


def handicap_passes(colours: Sequence[int], points: Sequence[int], handicap: int) -> frozenset[int]:
    """Return the numbers of White's first n-1 moves if they are passes (NZ), else none."""
    numbers = [n for n, colour in enumerate(colours, 1) if colour == WHITE][: handicap - 1]
    if len(numbers) < handicap - 1 or any(points[n - 1] != PASS for n in numbers):
        return frozenset()
    return frozenset(numbers)


def without_handicap_passes(
    colours: Sequence[int], points: Sequence[int], handicap: int
) -> Sequence[int]:
    """Return the points with White's handicap passes marked, so that they cannot end play (N4)."""
    given = handicap_passes(colours, points, handicap)
    if not given:
        return points
    return [HANDICAP_PASS if n in given else point for n, point in enumerate(points, 1)]
