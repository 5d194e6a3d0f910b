"""The innermost loop: play a list of moves on a board and notice captures.

Everything here is plain integers, tables of them and dicts, which can be compiled (``speed``).

Instead of keeping the liberties of every chain, the kernel keeps for every chain at least one stone
that *watches* one empty point next to the chain. As long as that point stays empty the chain cannot
be captured, and nothing needs to be looked at; only when a stone is played on a watched point is
another liberty of the watcher's chain searched for. (The idea is that of watched literals:
Moskewicz et al., "Chaff", DAC 2001.) Chains are never merged and liberties never counted, so a move
without contact costs a handful of list look-ups.

A point watches at most one neighbour, whatever stands on it, so all the watchers of a point form a
list linked through one table. A captured stone keeps watching, which serves the next stone on its
point just as well.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.rules.grid import hash_table, neighbours
from adjudication.rules.points import PASS

OCCUPIED: Final = "illegal.occupied"
BAD_POINT: Final = "record.bad_point"
SUICIDE: Final = "illegal.suicide"
KO: Final = "illegal.ko"

_BORDER: Final = 3
_SEEN: Final = 4
_IDLE: Final = -1
"""In the table of watchers: this one watches nothing."""
_COMPILED: Final = not __file__.endswith(".py")
# A list is the fastest table of numbers that Python has. The compiled kernel takes arrays, whose
# numbers it reads without making objects of them (kernel.pxd).


@dataclass(slots=True)
class Trace:
    """What playing a list of moves did, keyed by move number (1 is the first of the list).

    ``position`` is the final position. ``captured`` maps every move that took stones off to their
    points: the opponent's, or the mover's own if the move is in ``suicides``. ``illegal`` maps
    every move that the basic rules forbid to its code; ``ko_retakes`` holds every immediate retake
    in a basic ko, which only some rule sets forbid as such. ``hashes`` are the Zobrist hashes
    (:func:`~adjudication.rules.grid.hash_table`) of the start and of the position after every move.
    """

    position: list[int]
    captured: dict[int, list[int]] = field(default_factory=dict)
    suicides: set[int] = field(default_factory=set)
    illegal: dict[int, str] = field(default_factory=dict)
    ko_retakes: set[int] = field(default_factory=set)
    hashes: list[int] = field(default_factory=list)


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
    numbers = hash_table(size)
    # The two extra entries are where PASS and OFF_BOARD (-1 and -2) index, so that passes cost
    # ordinary moves no test of their own.
    states = [*start, _BORDER, _BORDER]
    board = position = bytearray(states) if _COMPILED else states
    # The first watcher of every point, and after every watcher the next; nobody ends a list.
    nobody = size * size
    first = _table(nobody, nobody)
    others = _table(_IDLE, nobody)
    current = 0
    if any(start):
        for stone in range(nobody):
            colour = board[stone]
            if colour:
                change = numbers[colour][stone]
                current ^= change
                for near in adjacent[stone]:
                    if not board[near]:
                        others[stone] = first[near]
                        first[near] = stone
                        break
    trace = Trace([])
    captured, hashes = trace.captured, trace.hashes
    hashes.append(current)
    ko_point = ko_stone = ko_move = -1
    number = 0
    for point, colour in zip(points, colours, strict=True):
        number += 1
        if board[point]:
            hashes.append(current)
            if point != PASS:
                trace.illegal[number] = OCCUPIED if point >= 0 else BAD_POINT
            continue
        board[point] = colour
        change = numbers[colour][point]
        current ^= change
        stone = first[point]
        if stone != nobody:
            first[point] = nobody
            opponent = _BORDER - colour
            taken: list[int] = []
            while stone != nobody:
                watcher, stone = stone, others[stone]
                others[watcher] = _IDLE
                # A watcher of the mover's own is no longer needed (the new stone watches for the
                # chain they now share); one on an empty point has been captured since.
                if board[watcher] == opponent:
                    for near in adjacent[watcher]:
                        if not board[near]:
                            others[watcher] = first[near]
                            first[near] = watcher
                            break
                    else:
                        taken += _watch_or_capture(board, adjacent, first, others, watcher)
            if taken:
                captured[number] = taken
                for near in taken:
                    change = numbers[opponent][near]
                    current ^= change
                if len(taken) == 1:
                    if ko_point == point and taken[0] == ko_stone and ko_move == number - 1:
                        trace.ko_retakes.add(number)
                    if _is_single_in_atari(board, adjacent[point], colour):
                        ko_point, ko_stone, ko_move = taken[0], point, number
        for near in adjacent[point]:
            if not board[near]:
                if others[point] == _IDLE:
                    others[point] = first[near]
                    first[near] = point
                break
        else:
            own = _watch_or_capture(board, adjacent, first, others, point)
            if own:
                captured[number] = own
                trace.suicides.add(number)
                for near in own:
                    change = numbers[colour][near]
                    current ^= change
        hashes.append(current)
    trace.position = [*position[:nobody]]
    return trace


def _table(number: int, count: int) -> MutableSequence[int]:
    """Return a table of one number."""
    return array("i", [number]) * count if _COMPILED else [number] * count


def _watch_or_capture(
    board: MutableSequence[int],
    adjacent: tuple[tuple[int, ...], ...],
    first: MutableSequence[int],
    others: MutableSequence[int],
    stone: int,
) -> list[int]:
    """Find the chain of a stone a liberty to watch, or take the chain off the board.

    Returns the points of the stones taken off, empty if the chain lives on.
    """
    colour = board[stone]
    chain = [stone]
    # A chain is marked on the board while it is searched, so that each stone is met once.
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
                # A stone that still watches the point just played on will have its turn.
                if others[member] == _IDLE:
                    others[member] = first[near]
                    first[near] = member
                return []
    for member in chain:
        board[member] = 0
    return chain


def _is_single_in_atari(board: Sequence[int], around: tuple[int, ...], colour: int) -> bool:
    """Whether a stone with these neighbours stands alone with exactly one liberty."""
    liberties = 0
    for near in around:
        state = board[near]
        if state == colour:
            return False
        if not state:
            liberties += 1
    return liberties == 1
