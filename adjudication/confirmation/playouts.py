"""Random games from a finished position to their end: the basis of a proposal of dead stones.

Both players move at random, but do not fill their own eyes, commit suicide or retake a ko at once.
After enough such games, stones that cannot live have been taken in most of them (B. Bruegmann,
"Monte Carlo Go", 1993). They prove nothing.

A move is cheap for the reason given in :mod:`adjudication.rules.kernel`: chains watch one of their
liberties and are looked at only when a stone is played there. Here the watchers of a point are an
immutable linked list of pairs, so that a board is copied, and a move taken back, by copying
references.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Final, TypeAlias

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours

LONGEST: Final = 3
"""A random game ends at the latest after this many moves for each point of the board."""

CIRCLING: Final = 16
"""The weight of a move in a game that does not end by itself: it takes that much longer, as ever
larger chains are taken and come back."""

_BIGGEST_NAKADE: Final = 6
_BOTH: Final = BLACK + WHITE

_Watchers: TypeAlias = "tuple[int, _Watchers] | None"


@dataclass(slots=True)
class MoveAllowance:
    """How many moves may still be played in random games while somebody waits for them.

    It counts moves, not seconds, so that a position has the same answer on every machine.
    """

    left: int


def seed_of(position: Sequence[int], size: int) -> int:
    """Return a position's seed, which is the same on every machine and in every run."""
    digest = sha256(bytes([size, *position])).digest()
    return int.from_bytes(digest[:8], "big")


def play_out(
    position: Sequence[int],
    size: int,
    games: int,
    *,
    seed: int | None = None,
    closed: Collection[int] = (),
    work: MoveAllowance | None = None,
) -> Iterator[list[int]]:
    """Yield the final positions of random games from a position; the players alternate in starting.

    ``position`` has ``size * size`` states, and every chain in it has a liberty; ``seed`` defaults
    to the position's own (:func:`seed_of`). Nobody plays on the points of ``closed``. The first
    game is always played, and further ones only while there is ``work`` left.
    """
    rng = Random(seed_of(position, size) if seed is None else seed)
    adjacent = neighbours(size)
    watched: list[_Watchers] = [None] * (size * size)
    for stone, state in enumerate(position):
        if state:
            for near in adjacent[stone]:
                if not position[near]:
                    watched[near] = (stone, watched[near])
                    break
    open_points = [p for p, state in enumerate(position) if state == EMPTY and p not in closed]
    for game in range(games):
        if game and work is not None and work.left <= 0:
            return
        board = list(position)
        beginner = BLACK if game % 2 == 0 else WHITE
        moves = _play(board, watched.copy(), open_points, size, beginner, rng)
        if work is not None:
            work.left -= moves * (CIRCLING if moves == LONGEST * size * size else 1)
        yield board


@cache
def diagonals(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every point of a board, its diagonal neighbours."""
    return tuple(
        tuple(
            r * size + c
            for r in (row - 1, row + 1)
            for c in (column - 1, column + 1)
            if 0 <= r < size and 0 <= c < size
        )
        for row in range(size)
        for column in range(size)
    )


def _play(
    board: list[int],
    watched: list[_Watchers],
    open_points: list[int],
    size: int,
    mover: int,
    rng: Random,
) -> int:
    """Play one random game on a board until both players pass; return its number of moves.

    Each player has a list of points still to try. Points that they cannot or will not play now wait
    until the list is empty, and are tried again if a stone has been played since.
    """
    adjacent, corners = neighbours(size), diagonals(size)
    random = rng.random
    lists: tuple[list[int], ...] = ([], open_points.copy(), open_points.copy())
    waiting: tuple[list[int], ...] = ([], [], [])
    stale = [0, 0, 0]
    moves, most = 0, LONGEST * size * size
    passes = 0
    ko = urgent = -1
    while moves < most:
        todo, later = lists[mover], waiting[mover]
        other = _BOTH - mover
        played = False
        while True:
            if urgent >= 0:
                point, urgent = urgent, -1
            elif not todo:
                # Everything was tried; try again if a stone was played since the last time.
                if not later or stale[mover] == moves:
                    break
                stale[mover] = moves
                todo.extend(later)
                later.clear()
                continue
            else:
                index = int(random() * len(todo))
                point = todo[index]
                last = todo.pop()
                if last != point:
                    todo[index] = last
            if board[point]:
                continue
            if point == ko:
                later.append(point)
                continue
            friends = enemies = liberties = 0
            for near in adjacent[point]:
                state = board[near]
                if state == mover:
                    friends += 1
                elif state:
                    enemies += 1
                else:
                    liberties += 1
            if not liberties and not enemies:
                # All neighbours are their own: an eye, unless two diagonals (one at the edge) are
                # taken.
                around = corners[point]
                bad = 1 if len(around) < 4 else 0
                for near in around:
                    if board[near] == other:
                        bad += 1
                if bad < 2:
                    later.append(point)
                    continue
            watchers = watched[point]
            if not liberties and not friends and not watchers:
                later.append(point)
                continue
            board[point] = mover
            ko = -1
            taken = _take(board, adjacent, watched, point, mover) if watchers else None
            if not _has_liberty(board, adjacent, watched, point, mover):
                # The opponent's watchers have found other liberties; the mover's keep watching this
                # one.
                board[point] = EMPTY
                watched[point] = _of(board, watchers, mover)
                later.append(point)
                continue
            if (
                not taken
                and liberties < 2
                and friends
                and _is_big_self_atari(board, adjacent, point, mover)
            ):
                board[point] = EMPTY
                watched[point] = _of(board, watchers, mover)
                later.append(point)
                continue
            if taken:
                lists[1].extend(taken)
                lists[2].extend(taken)
                if len(taken) == 1 and not friends and not liberties:
                    ko = taken[0]
            played = True
            break
        if played:
            moves += 1
            passes = 0
            urgent = _answer(board, adjacent, point, mover, ko)
        else:
            ko = -1
            passes += 1
            if passes == 2:
                break
        mover = other
    return moves


def _answer(
    board: list[int],
    adjacent: tuple[tuple[int, ...], ...],
    point: int,
    mover: int,
    ko: int,
) -> int:
    """Return the point at which a stone just played is best answered at once, or -1.

    Its chain is taken if it can be; a chain that it put in atari is rescued if it can be.
    """
    other = _BOTH - mover
    last = _only_liberty(board, adjacent, point, mover)
    if last >= 0 and last != ko and _takes_safely(board, adjacent, last, point, mover):
        return last
    for near in adjacent[point]:
        if board[near] == other:
            last = _only_liberty(board, adjacent, near, other)
            if last >= 0:
                rescue = _rescue(board, adjacent, near, other)
                if rescue >= 0 and rescue != ko:
                    return rescue
                board[last] = other
                saved = _only_liberty(board, adjacent, last, other) == -1
                board[last] = EMPTY
                if saved:
                    return last
    return -1


def _takes_safely(
    board: list[int], adjacent: tuple[tuple[int, ...], ...], last: int, prey: int, colour: int
) -> bool:
    """Say whether taking a chain of a colour at its last liberty leaves the taker out of atari."""
    taken = _remove(board, adjacent, prey, colour)
    board[last] = _BOTH - colour
    safe = _only_liberty(board, adjacent, last, _BOTH - colour) == -1
    board[last] = EMPTY
    for point in taken:
        board[point] = colour
    return safe


def _rescue(
    board: list[int], adjacent: tuple[tuple[int, ...], ...], stone: int, colour: int
) -> int:
    """Return the point where a chain in atari can safely take an adjacent chain, or -1."""
    other = _BOTH - colour
    chain = [stone]
    known = {stone}
    for member in chain:
        for near in adjacent[member]:
            if near in known:
                continue
            state = board[near]
            if state == colour:
                known.add(near)
                chain.append(near)
            elif state == other:
                known.add(near)
                last = _only_liberty(board, adjacent, near, other)
                if last >= 0 and _takes_safely(board, adjacent, last, near, other):
                    return last
    return -1


def _only_liberty(
    board: list[int], adjacent: tuple[tuple[int, ...], ...], stone: int, colour: int
) -> int:
    """Return the only liberty of a chain, -1 if it has several, -2 if it has none."""
    only = -2
    chain = [stone]
    known = {stone}
    for member in chain:
        for near in adjacent[member]:
            state = board[near]
            if not state:
                if near != only:
                    if only >= 0:
                        return -1
                    only = near
            elif state == colour and near not in known:
                known.add(near)
                chain.append(near)
    return only


def _is_big_self_atari(
    board: list[int], adjacent: tuple[tuple[int, ...], ...], stone: int, colour: int
) -> bool:
    """Say whether a chain is in atari and too big to be a nakade."""
    if _only_liberty(board, adjacent, stone, colour) < 0:
        return False
    chain = [stone]
    known = {stone}
    for member in chain:
        for near in adjacent[member]:
            if board[near] == colour and near not in known:
                known.add(near)
                chain.append(near)
        if len(chain) > _BIGGEST_NAKADE:
            return True
    return False


def _of(board: list[int], watchers: _Watchers, colour: int) -> _Watchers:
    """Return the watchers of one colour."""
    kept: _Watchers = None
    while watchers:
        stone, watchers = watchers
        if board[stone] == colour:
            kept = (stone, kept)
    return kept


def _take(
    board: list[int],
    adjacent: tuple[tuple[int, ...], ...],
    watched: list[_Watchers],
    point: int,
    mover: int,
) -> list[int]:
    """Take the opponent's chains whose last liberty a stone just took; return their points."""
    other = _BOTH - mover
    watchers = watched[point]
    watched[point] = None
    taken: list[int] = []
    while watchers:
        stone, watchers = watchers
        if board[stone] != other:
            continue
        for near in adjacent[stone]:
            if not board[near]:
                watched[near] = (stone, watched[near])
                break
        else:
            if not _has_liberty(board, adjacent, watched, stone, other):
                taken += _remove(board, adjacent, stone, other)
    return taken


def _has_liberty(
    board: list[int],
    adjacent: tuple[tuple[int, ...], ...],
    watched: list[_Watchers],
    stone: int,
    colour: int,
) -> bool:
    """Let the chain of a stone watch one of its liberties; say whether it has one."""
    for near in adjacent[stone]:
        if not board[near]:
            watched[near] = (stone, watched[near])
            return True
    chain = [stone]
    known = {stone}
    for member in chain:
        for near in adjacent[member]:
            state = board[near]
            if state == colour:
                if near not in known:
                    known.add(near)
                    chain.append(near)
            elif not state:
                watched[near] = (member, watched[near])
                return True
    return False


def _remove(
    board: list[int], adjacent: tuple[tuple[int, ...], ...], stone: int, colour: int
) -> list[int]:
    """Take a chain off the board; return its points."""
    board[stone] = EMPTY
    chain = [stone]
    for member in chain:
        for near in adjacent[member]:
            if board[near] == colour:
                board[near] = EMPTY
                chain.append(near)
    return chain
