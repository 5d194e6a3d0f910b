"""Two records of one game, move by move: where they differ, how, and where they meet again.

Both players may send a record, and neither need be right: a stone was entered one line off, two
moves were left out, an order was reconstructed from memory. The common moves are found first; a
stretch in which the records differ ends where both boards show the same position with the same
player to move, or where the same moves follow again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from itertools import product
from typing import Final

from adjudication.rules.colours import opponent
from adjudication.rules.points import PASS
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record
from adjudication.rules.turns import ends_in_two_passes

_RUN: Final = 4
"""This many equal moves in a row show that two records agree again."""
_ALIKE_SHARE: Final = 0.9
"""Two games that share nine moves in ten are the same game."""
FEWEST_ALIKE: Final = 30
"""A game with fewer moves may well be played twice."""
_OPENING_SHARE: Final = 5
"""Two different games may share an opening as long as a fifth of the board's points: 72 moves."""
_SHINGLE: Final = 8
_PRINTS: Final = 8

_Move = tuple[int, int]


class DifferenceKind(StrEnum):
    """How two records differ in one place."""

    ANOTHER_POINT = "another_point"
    """One move is on another point, and what follows is the same."""
    ANOTHER_ORDER = "another_order"
    """The same moves in another order, to the same position."""
    LEFT_OUT = "left_out"
    """One of them has moves that the other lacks, and then both continue alike."""
    GOES_ON = "goes_on"
    """One of them ends here, and the other goes on."""
    OTHER_MOVES = "other_moves"
    """Different moves in each."""


@dataclass(frozen=True, slots=True)
class DifferingMoves:
    """Moves in which two records differ, by their numbers (1-based) in each of them.

    ``first`` and ``second`` are ranges of move numbers, empty where that record has no move there;
    such a range starts at the number that the move would have.
    """

    kind: DifferenceKind
    first: range
    second: range


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two records of one size have in common and where they differ, in the order of the game.

    ``first_moves`` and ``second_moves`` are the numbers of moves in each, ``common`` the number in
    both; ``same_start`` says whether they begin with the same stones on the board of ``size``
    lines.
    """

    stretches: tuple[DifferingMoves, ...]
    common: int
    first_moves: int
    second_moves: int
    same_start: bool
    size: int

    @property
    def same(self) -> bool:
        """Return whether both have the same moves from the same start."""
        return self.same_start and not self.stretches

    @property
    def of_one_game(self) -> bool:
        """Return whether they are records of one and the same game, as far as moves can show.

        That is the same game to the end, or with parts that differ or are missing: the other record
        has nine in ten moves of the shorter one, and more than any two games share as an opening.
        Among 8299 real games, all that are alike in this sense are copies of each other.
        """
        fewer = min(self.first_moves, self.second_moves)
        opening = max(FEWEST_ALIKE, self.size * self.size // _OPENING_SHARE)
        if self.same:
            return fewer >= FEWEST_ALIKE
        return self.common >= max(opening, _ALIKE_SHARE * fewer)


def compare(first: GameRecord, second: GameRecord) -> Comparison:
    """Compare two records move by move. Raises ValueError for boards of different sizes."""
    if first.size != second.size:
        raise ValueError(f"boards of {first.size} and {second.size} lines cannot be compared")
    ours, theirs = _moves(first), _moves(second)
    positions = _positions(first), _positions(second)
    runs = _runs(theirs)
    stretches: list[DifferingMoves] = []
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
    return Comparison(tuple(stretches), common, len(ours), len(theirs), same_start, first.size)


def contradicts(record: GameRecord, other: GameRecord) -> bool:
    """Return whether another record of the same game has different or more moves than a record.

    A record that breaks off earlier and has the same moves until then does not contradict it; nor
    do passes at the end. One that was played to its end earlier does: by it nothing more was
    played. A board may be turned. Boards of different sizes are not compared.
    """
    if record.size != other.size:
        return False
    turned = turned_to_match(record, other)
    ours, theirs = _without_last_passes(record), _without_last_passes(turned)
    if tuple(record.start) != tuple(turned.start) or ours[: len(theirs)] != theirs:
        return True
    if len(ours) == len(theirs) or not ends_in_two_passes(turned.points):
        return False
    # Where play was resumed after a stop, both records have the passes at which it stopped.
    return not ends_in_two_passes(record.points[: len(theirs) + 2])


def either_contradicts(first: GameRecord, second: GameRecord) -> bool:
    """Return whether either of two records of a game speaks against the other."""
    return contradicts(first, second) or contradicts(second, first)


@dataclass(frozen=True, slots=True)
class Departure:
    """The first different move of a record that does not reach a position of another one.

    ``move`` is its number; ``here`` is the point in the record and ``there`` the point in the other
    one, None where a record ends before it. Where all moves are the same, the records differ by
    stones set up by hand, and ``move`` is None.
    """

    move: int | None
    here: int | None = None
    there: int | None = None


def first_departure(record: GameRecord, base: GameRecord, after: int) -> Departure | None:
    """Return where a record departs from ``base`` before the position after one of its moves.

    None if that position stands on the record's board at some point, however it is turned and in
    whatever order it arose; a record may also begin with it. Boards of different sizes are not
    compared.
    """
    if record.size != base.size:
        return None
    wanted = replay_record(base).position_after(after)
    laid = {_board(_laid_position(wanted, table)) for table in _turns(base.size)}
    if any(board in laid for board, _mover in _positions(record)):
        return None
    turned = turned_to_match(base, record)
    moves, others = _moves(turned), _moves(base)[:after]
    for number, there in enumerate(others, 1):
        if number > len(moves):
            return Departure(number, None, there[1])
        if moves[number - 1] != there:
            return Departure(number, moves[number - 1][1], there[1])
    return Departure(None)


def _laid_position(position: Sequence[int], table: Sequence[int]) -> tuple[int, ...]:
    """Return a position with every stone moved to where a table puts its point."""
    laid = [0] * len(position)
    for point, state in enumerate(position):
        laid[table[point]] = state
    return tuple(laid)


def turned_to_match(first: GameRecord, second: GameRecord) -> GameRecord:
    """Return the second record, turned and mirrored so that it shares most moves with the first.

    If a game is written down from the other side of the table, or copied with an attempt to hide
    it, every stone is elsewhere. A move in the same order counts twice, since a mirrored board can
    have the same stones with other moves. A record that fits best as it is is returned unchanged,
    and so is one that shares less than half of its moves, or of the first one's, however it is
    turned: that is another game.
    """
    size = first.size
    if second.size != size:
        return second
    ours, theirs = _moves(first), _moves(second)
    counted = Counter(ours)
    alike: list[tuple[int, int]] = []
    for table in _turns(size):
        turned = [(colour, _laid(point, table)) for colour, point in theirs]
        alike.append(((counted & Counter(turned)).total(), _in_order(ours, turned)))
    best = max(range(len(alike)), key=lambda turn: sum(alike[turn]))
    if 2 * alike[best][0] < min(len(theirs), len(ours)):
        return second
    return _turned(second, _turns(size)[best])


def as_played(record: GameRecord) -> tuple[object, ...]:
    """Return what a record shows on a board: records for which it is equal show the same.

    Their names, clocks, comments and result lines may differ.
    """
    edits = tuple((edit.after_move, frozenset(edit.stones.items())) for edit in record.edits)
    return record.size, record.start, tuple(record.colours), tuple(record.points), edits


def fingerprint(record: GameRecord) -> tuple[int, ...]:
    """Return numbers shared by records of one game, however the board is turned, and by few others.

    They are the smallest hashes of all runs of eight moves (the sketch of Broder's "On the
    resemblance and containment of documents"), each turned to the orientation that sorts first. So
    a move that was left out or is one line off changes some of them and not the rest, wherever it
    is. A game of fewer than ``FEWEST_ALIKE`` moves has none. Each is from -2**63 to 2**63 - 1.
    """
    points = [point for point in record.points if point >= 0]
    if len(points) < FEWEST_ALIKE:
        return ()
    laid = [[table[point] for point in points] for table in _turns(record.size)]
    runs = {
        min(tuple(line[begin : begin + _SHINGLE]) for line in laid)
        for begin in range(len(points) - _SHINGLE + 1)
    }
    return tuple(sorted(_number(record.size, run) for run in runs)[:_PRINTS])


def _number(size: int, run: tuple[int, ...]) -> int:
    digest = blake2b(repr((size, run)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _moves(record: GameRecord) -> list[_Move]:
    return list(zip(record.colours, record.points, strict=True))


def _in_order(ours: Sequence[_Move], theirs: Sequence[_Move]) -> int:
    """Return how many moves both have in the same order, with or without others in between.

    That is the length of their longest common subsequence, computed with integers that have a bit
    for each move (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004).
    """
    places: dict[_Move, int] = {}
    for number, move in enumerate(ours):
        places[move] = places.get(move, 0) | 1 << number
    every = (1 << len(ours)) - 1
    free = every
    for move in theirs:
        met = free & places.get(move, 0)
        free = (free + met | free - met) & every
    return len(ours) - free.bit_count()


def _without_last_passes(record: GameRecord) -> list[_Move]:
    moves = _moves(record)
    while moves and moves[-1][1] == PASS:
        moves.pop()
    return moves


def _positions(record: GameRecord) -> list[tuple[int, int]]:
    """Return every position from the start on, with who moves next; equal pairs are equal."""
    replay = replay_record(record)
    board = _board(replay.position_after(0))
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


def _board(position: Sequence[int]) -> int:
    """Return a position as one number, two bits for each point."""
    return sum(state << 2 * point for point, state in enumerate(position))


def _runs(moves: Sequence[_Move]) -> Mapping[tuple[_Move, ...], list[int]]:
    """Return the places where each short run of moves begins."""
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
    """Return how many moves of each precede the point where they agree again, else both ends."""
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
    """Return how many moves at the end are the same; passes alone do not count."""
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
) -> DifferingMoves:
    mine, other = ours[begin[0] : end[0]], theirs[begin[1] : end[1]]
    if not mine or not other:
        over = end == (len(ours), len(theirs))
        way = DifferenceKind.GOES_ON if over else DifferenceKind.LEFT_OUT
    elif sorted(mine) == sorted(other):
        way = DifferenceKind.ANOTHER_ORDER
    elif len(mine) == len(other) == 1 and mine[0][0] == other[0][0]:
        way = DifferenceKind.ANOTHER_POINT
    else:
        way = DifferenceKind.OTHER_MOVES
    return DifferingMoves(way, range(begin[0] + 1, end[0] + 1), range(begin[1] + 1, end[1] + 1))


@cache
def _turns(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a board as tables from point to point, the identity first."""
    last = size - 1
    tables = []
    for swap, down, right in product((False, True), repeat=3):
        table = []
        for point in range(size * size):
            row, column = divmod(point, size)
            row, column = (last - row if down else row), (last - column if right else column)
            row, column = (column, row) if swap else (row, column)
            table.append(row * size + column)
        tables.append(tuple(table))
    return tuple(tables)


def _laid(point: int, table: Sequence[int]) -> int:
    """Return where a table puts a move; a pass stays a pass."""
    return table[point] if point >= 0 else point


def _turned(record: GameRecord, table: Sequence[int]) -> GameRecord:
    """Return a record with every stone where a table puts it."""
    if list(table) == list(range(len(table))):
        return record
    return replace(
        record,
        start=_laid_position(record.start, table),
        points=[_laid(point, table) for point in record.points],
        edits=tuple(
            replace(edit, stones={table[point]: state for point, state in edit.stones.items()})
            for edit in record.edits
        ),
        black_marks=frozenset(table[point] for point in record.black_marks),
        white_marks=frozenset(table[point] for point in record.white_marks),
    )
