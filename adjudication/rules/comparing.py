"""Two records of one game, move by move: where they differ, how, and where they meet again.

Both players may send a record, and neither need be right: a stone was entered one line off, two
moves were left out, an order was reconstructed from memory. What is common is found first; a
stretch in which they differ ends where the same position stands on both boards with the same player
to move, or where the same moves follow again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Final

from adjudication.rules.colours import opponent
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record

_RUN: Final = 4
"""So many equal moves in a row tell that two records tell the same again."""
_ALIKE_SHARE: Final = 0.9
"""Two games that share nine of ten moves are one game."""
_FEWEST_ALIKE: Final = 30
"""Fewer common moves may be a common opening."""

_Move = tuple[int, int]


class Way(StrEnum):
    """How two records differ in one place."""

    ANOTHER_POINT = "another_point"
    """One move stands elsewhere, and what follows is the same."""
    ANOTHER_ORDER = "another_order"
    """The same moves in another order, to the same position."""
    LEFT_OUT = "left_out"
    """One of them has moves that the other does not have, and then both go on alike."""
    GOES_ON = "goes_on"
    """One of them ends here, and the other goes on."""
    OTHER_MOVES = "other_moves"
    """Other moves in each."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moves in which two records differ, by their numbers (1-based) in each of them.

    ``first`` and ``second`` are ranges of move numbers, empty where that record has no move there:
    then their start is the number that such a move would have.
    """

    way: Way
    first: range
    second: range


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two records of one size have in common and where they differ, in the order of the game.

    ``first_moves`` and ``second_moves`` are how many moves each has, ``common`` how many are in
    both, and ``same_start`` tells whether they begin with the same stones on the board.
    """

    stretches: tuple[Stretch, ...]
    common: int
    first_moves: int
    second_moves: int
    same_start: bool

    @property
    def same(self) -> bool:
        """Return whether both tell the same moves from the same start."""
        return self.same_start and not self.stretches

    @property
    def of_one_game(self) -> bool:
        """Return whether they are records of one and the same game, as far as moves can tell.

        That is the same game to the end, or with one part missing: of the shorter one nine moves
        of ten are in the other, and so many that no two games begin alike for so long.
        """
        fewer = min(self.first_moves, self.second_moves)
        return self.common >= max(_FEWEST_ALIKE, _ALIKE_SHARE * fewer)


def compare(first: GameRecord, second: GameRecord) -> Comparison:
    """Compare two records move by move. Raises ValueError for boards of two sizes."""
    if first.size != second.size:
        raise ValueError(f"boards of {first.size} and {second.size} lines cannot be compared")
    ours, theirs = _moves(first), _moves(second)
    positions = _positions(first), _positions(second)
    runs = _runs(theirs)
    stretches: list[Stretch] = []
    here, there, common = 0, 0, 0
    while True:
        while here < len(ours) and there < len(theirs) and ours[here] == theirs[there]:
            here, there, common = here + 1, there + 1, common + 1
        if here == len(ours) and there == len(theirs):
            break
        again = _together_again(ours, theirs, positions, runs, here, there)
        stretches.append(_stretch(ours, theirs, (here, there), again))
        here, there = again
    same_start = tuple(first.start) == tuple(second.start) and first.edits == second.edits
    return Comparison(tuple(stretches), common, len(ours), len(theirs), same_start)


def turned_alike(first: GameRecord, second: GameRecord) -> GameRecord:
    """Return the second record turned and mirrored so that most of its moves are the first one's.

    Who writes down a game from the other side of the table, or copies one so that it does not look
    copied, has every stone elsewhere. A record that is best as it is comes back as it is.
    """
    size = first.size
    if second.size != size:
        return second
    ours, theirs = _moves(first), _moves(second)

    def alike(table: Sequence[int]) -> int:
        pairs = zip(ours, theirs, strict=False)
        return sum(
            one == (colour, table[point] if point >= 0 else point) for one, (colour, point) in pairs
        )

    best = max(_turns(size), key=alike)
    return _turned(second, best)


def signature(record: GameRecord, moves: Sequence[int]) -> tuple[int, ...] | None:
    """Return the points of some moves, the same however a board is turned; None where one is not.

    Records with the same signature may be of the same game: moves 20, 40 and 60 tell two games of
    professionals apart in nearly every case (Dyer's signature, as databases of games use it).
    """
    if len(record.points) < max(moves):
        return None
    points = [record.points[number - 1] for number in moves]
    if min(points) < 0:
        return None
    return min(tuple(table[point] for point in points) for table in _turns(record.size))


def _moves(record: GameRecord) -> list[_Move]:
    return list(zip(record.colours, record.points, strict=True))


def _positions(record: GameRecord) -> list[tuple[int, int]]:
    """Return every position, the start first, each with who moves then; equal ones are equal."""
    replay = replay_record(record)
    board = 0
    for point, state in enumerate(replay.position_after(0)):
        board ^= state << 2 * point
    movers = [*record.colours, 0]
    found = [(board, movers[0])]
    for played in replay.moves:
        if played.point >= 0 and not played.skipped:
            board ^= played.colour << 2 * played.point
            for stone in played.captured:
                taken = played.colour if played.suicide else opponent(played.colour)
                board ^= taken << 2 * stone
        for point, state in replay.edits.get(played.number, {}).items():
            board ^= (board >> 2 * point & 3 ^ state) << 2 * point
        found.append((board, movers[played.number]))
    return found


def _runs(moves: Sequence[_Move]) -> Mapping[tuple[_Move, ...], list[int]]:
    """Return where every few moves in a row begin."""
    places: dict[tuple[_Move, ...], list[int]] = {}
    for begin in range(len(moves) - _RUN + 1):
        places.setdefault(tuple(moves[begin : begin + _RUN]), []).append(begin)
    return places


def _together_again(
    ours: Sequence[_Move],
    theirs: Sequence[_Move],
    positions: tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]],
    runs: Mapping[tuple[_Move, ...], list[int]],
    here: int,
    there: int,
) -> tuple[int, int]:
    """Return after how many moves of each the records tell the same again; else both ends."""
    best = len(ours), len(theirs)
    reached: dict[tuple[int, int], int] = {}
    for number in range(len(theirs), there - 1, -1):
        reached[positions[1][number]] = number
    for number in range(here, len(ours) + 1):
        if number + there >= sum(best):
            break
        met = reached.get(positions[0][number])
        if met is not None and (number, met) != (here, there) and number + met < sum(best):
            best = number, met
        for begin in runs.get(tuple(ours[number : number + _RUN]), ()):
            if begin >= there and number + begin < sum(best):
                best = number, begin
    tail = _common_tail(ours[here:], theirs[there:])
    ends = len(ours) - tail, len(theirs) - tail
    return min(best, ends, key=sum)


def _common_tail(ours: Sequence[_Move], theirs: Sequence[_Move]) -> int:
    """Return how many moves at the end are the same; passes alone tell nothing."""
    length = 0
    for one, other in zip(reversed(ours), reversed(theirs), strict=False):
        if one != other:
            break
        length += 1
    return length if any(point >= 0 for _, point in ours[len(ours) - length :]) else 0


def _stretch(
    ours: Sequence[_Move],
    theirs: Sequence[_Move],
    begin: tuple[int, int],
    end: tuple[int, int],
) -> Stretch:
    mine, other = ours[begin[0] : end[0]], theirs[begin[1] : end[1]]
    if not mine or not other:
        over = end == (len(ours), len(theirs))
        way = Way.GOES_ON if over else Way.LEFT_OUT
    elif sorted(mine) == sorted(other):
        way = Way.ANOTHER_ORDER
    elif len(mine) == len(other) == 1 and mine[0][0] == other[0][0]:
        way = Way.ANOTHER_POINT
    else:
        way = Way.OTHER_MOVES
    return Stretch(way, range(begin[0] + 1, end[0] + 1), range(begin[1] + 1, end[1] + 1))


def _turns(size: int) -> list[list[int]]:
    """Return the eight ways to lay a board on itself, the plain one first: point to point."""
    last = size - 1
    tables = []
    for swap, down, right in product((False, True), repeat=3):
        table = []
        for point in range(size * size):
            row, column = divmod(point, size)
            row, column = (last - row if down else row), (last - column if right else column)
            row, column = (column, row) if swap else (row, column)
            table.append(row * size + column)
        tables.append(table)
    return tables


def _turned(record: GameRecord, table: Sequence[int]) -> GameRecord:
    """Return a record with every stone where a table puts it."""
    if list(table) == list(range(len(table))):
        return record
    start = [0] * len(table)
    for point, state in enumerate(record.start):
        start[table[point]] = state
    return replace(
        record,
        start=tuple(start),
        points=[table[point] if point >= 0 else point for point in record.points],
        edits=tuple(
            replace(edit, stones={table[point]: state for point, state in edit.stones.items()})
            for edit in record.edits
        ),
        black_marks=frozenset(table[point] for point in record.black_marks),
        white_marks=frozenset(table[point] for point in record.white_marks),
    )
