"""The innermost loop: play a list of moves on a board and notice captures.

Everything here is plain integers, lists and dicts, so that a compiled kernel can take its place.

How it works: instead of keeping the liberties of every chain, the kernel keeps for every chain
at least one stone that *watches* one empty point next to the chain. As long as that point stays
empty the chain cannot be captured, and nothing needs to be looked at; only when a stone is played
on a watched point is another liberty of the watcher's chain searched for. (The idea is that of
watched literals: Moskewicz et al., "Chaff", DAC 2001.) Chains are never merged and liberties
never counted, which makes a move without contact cost a handful of list look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.rules.grid import neighbours
from adjudication.rules.points import PASS

OCCUPIED: Final = "illegal.occupied"
BAD_POINT: Final = "record.bad_point"
SUICIDE: Final = "illegal.suicide"
KO: Final = "illegal.ko"

_BORDER: Final = 3
_SEEN: Final = 4


@dataclass(slots=True)
class Trace:
    """What playing a list of moves did, keyed by move number (1 is the first of the list).

    ``position`` is the final position. ``captured`` holds, for every move that took stones off,
    their points: the opponent's, or the mover's own where the move is in ``suicides``.
    ``illegal`` holds the code of every move that the basic rules forbid; ``ko_retakes`` every
    immediate retake in a basic ko, which only some rule sets forbid as such.
    """

    position: list[int]
    captured: dict[int, list[int]] = field(default_factory=dict)
    suicides: set[int] = field(default_factory=set)
    illegal: dict[int, str] = field(default_factory=dict)
    ko_retakes: set[int] = field(default_factory=set)


def play_moves(
    size: int, start: Sequence[int], colours: Sequence[int], points: Sequence[int]
) -> Trace:
    """Play moves from a start position and return what happened.

    ``start`` is a position (``size * size`` states, every chain with a liberty), ``colours`` and
    ``points`` are the moves. A point is an index, ``PASS`` or ``OFF_BOARD``. A move on an occupied
    point or off the board is skipped; every other move is executed as played, suicide included
    (SPEC 1.8: findings name the fault, the replay goes on).
    """
    adjacent = neighbours(size)
    # The two entries at the end stand where PASS and OFF_BOARD, -1 and -2, index: a pass costs the
    # common move no test of its own.
    board = [*start, _BORDER, _BORDER]
    watched: list[list[int] | None] = [None] * (size * size)
    for stone in range(size * size):
        if board[stone]:
            _watch_any(board, adjacent, watched, stone)
    trace = Trace(board)
    captured = trace.captured
    ko_point = ko_stone = ko_move = -1
    number = 0
    for point, colour in zip(points, colours, strict=True):
        number += 1
        if board[point]:
            if point != PASS:
                trace.illegal[number] = OCCUPIED if point >= 0 else BAD_POINT
            continue
        board[point] = colour
        watchers = watched[point]
        if watchers:
            watched[point] = None
            taken: list[int] = []
            for stone in watchers:
                # A watcher of the mover's own is no longer needed (the new stone watches for the
                # chain they now share); one on an empty point was captured meanwhile.
                if board[stone] + colour == _BORDER:
                    for near in adjacent[stone]:
                        if not board[near]:
                            others = watched[near]
                            if others is None:
                                watched[near] = [stone]
                            else:
                                others.append(stone)
                            break
                    else:
                        taken += _watch_or_capture(board, adjacent, watched, stone)
            if taken:
                captured[number] = taken
                if len(taken) == 1:
                    if ko_point == point and taken[0] == ko_stone and ko_move == number - 1:
                        trace.ko_retakes.add(number)
                    if _is_single_in_atari(board, adjacent[point], colour):
                        ko_point, ko_stone, ko_move = taken[0], point, number
        for near in adjacent[point]:
            if not board[near]:
                others = watched[near]
                if others is None:
                    watched[near] = [point]
                else:
                    others.append(point)
                break
        else:
            own = _watch_or_capture(board, adjacent, watched, point)
            if own:
                captured[number] = own
                trace.suicides.add(number)
    del board[size * size :]
    return trace


def _watch_any(
    board: list[int],
    adjacent: tuple[tuple[int, ...], ...],
    watched: list[list[int] | None],
    stone: int,
) -> None:
    """Let a stone of the start position watch one of its own liberties, if it has one."""
    for near in adjacent[stone]:
        if not board[near]:
            others = watched[near]
            if others is None:
                watched[near] = [stone]
            else:
                others.append(stone)
            return


def _watch_or_capture(
    board: list[int],
    adjacent: tuple[tuple[int, ...], ...],
    watched: list[list[int] | None],
    stone: int,
) -> list[int]:
    """Find the chain of a stone a liberty to watch, or take the chain off the board.

    Returns the points of the stones taken off, empty when the chain lives on.
    """
    colour = board[stone]
    chain = [stone]
    # While it is looked through a chain is marked on the board, so that each stone is met once.
    board[stone] = _SEEN
    for member in chain:
        for near in adjacent[member]:
            state = board[near]
            if state == colour:
                board[near] = _SEEN
                chain.append(near)
            elif not state:
                for seen in chain:
                    board[seen] = colour
                others = watched[near]
                if others is None:
                    watched[near] = [member]
                else:
                    others.append(member)
                return []
    for member in chain:
        board[member] = 0
    return chain


def _is_single_in_atari(board: list[int], around: tuple[int, ...], colour: int) -> bool:
    """Whether a stone with these neighbours stands alone with exactly one liberty."""
    liberties = 0
    for near in around:
        state = board[near]
        if state == colour:
            return False
        if not state:
            liberties += 1
    return liberties == 1
