"""A second implementation of the rules, slow and plain, written from SPEC.md and the texts alone.

It shares nothing with the core: points are (row, column), a position is a tuple of strings, every
chain is filled afresh at every move, and repetition is found by comparing whole boards with the
whole list of earlier ones. Colours are "X" (Black) and "O" (White), an empty point is ".".
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

EMPTY, BLACK, WHITE = ".", "X", "O"
Point = tuple[int, int]
Position = tuple[str, ...]


def other(colour: str) -> str:
    return WHITE if colour == BLACK else BLACK


def neighbours(point: Point, size: int) -> list[Point]:
    row, column = point
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def region(board: dict[Point, str], start: Point, size: int) -> tuple[set[Point], set[str]]:
    """Return the points of one colour connected to a point, and the other colours that touch it."""
    colour, points, touches, todo = board[start], {start}, set(), [start]
    while todo:
        for near in neighbours(todo.pop(), size):
            if board[near] != colour:
                touches.add(board[near])
            elif near not in points:
                points.add(near)
                todo.append(near)
    return points, touches


def as_rows(board: dict[Point, str], size: int) -> Position:
    return tuple("".join(board[row, column] for column in range(size)) for row in range(size))


def as_board(rows: Iterable[str]) -> dict[Point, str]:
    return {(r, c): mark for r, line in enumerate(rows) for c, mark in enumerate(line)}


@dataclass
class Left:
    """A position in the history: what it was, who left it, how, and the captures so far."""

    rows: Position
    colour: str
    how: str
    by_black: int
    by_white: int


@dataclass
class Cycle:
    """A whole board that came back after a play.

    ``first`` and ``latest`` are the first and the last move that had made it, with the same player
    to move where there is such a move; ``prisoners`` are Black's less White's since ``latest``.
    """

    move: int
    first: int
    latest: int
    same_player_to_move: bool
    prisoners: int


@dataclass
class NaiveGame:
    """A game replayed move by move, with one entry a move in each of the lists.

    ``codes`` are None for a legal move; ``repeats`` hold the move whose position the ko rule
    forbids to bring back, whatever else is wrong with the move.

    ``ko`` is SIMPLE, PSK, SSK or NSSK. ``first`` is the colour to move at the start: the start
    position counts as left, by a play, by its opponent (SPEC 1.2).
    """

    rows: Position
    ko: str
    suicide: bool
    first: str = BLACK
    by_black: int = 0
    by_white: int = 0
    codes: list[str | None] = field(default_factory=list)
    captures: list[list[Point]] = field(default_factory=list)
    repeats: list[int | None] = field(default_factory=list)
    history: list[Left] = field(default_factory=list)
    last_capture: tuple[str, Point, Point] | None = None

    def __post_init__(self) -> None:
        self.size = len(self.rows)
        self.history.append(Left(self.rows, other(self.first), "play", 0, 0))

    def play(self, colour: str, point: Point | None) -> None:
        """Play a move or, with None, a pass. An illegal move is noted and, if it can be, played."""
        if point is None:
            self.last_capture = None
            self._note(None, [], None, colour, "pass")
            return
        board = as_board(self.rows)
        if board.get(point) != EMPTY:
            # It changes nothing, but it was the next move: a ko may be retaken after it.
            self.last_capture = None
            code = "illegal.occupied" if point in board else "record.bad_point"
            self._note(code, [], None, colour, "skipped")
            return
        board[point] = colour
        captured = self._without_liberty(board, other(colour))
        for stone in captured:
            board[stone] = EMPTY
        own = [] if captured else self._without_liberty(board, colour)
        for stone in own:
            board[stone] = EMPTY
        after = as_rows(board, self.size)
        retaken = self.last_capture
        code, repeated = None, self._forbidden_repetition(after, colour)
        if own and not self.suicide:
            code = "illegal.suicide"
        elif len(captured) == 1 and retaken == (other(colour), captured[0], point):
            code = "illegal.ko" if self.ko == "SIMPLE" else code
        if code is None and repeated is not None:
            code = "illegal.superko"
        gone = len(captured) if colour == BLACK else len(own)
        self.by_black += gone
        self.by_white += len(own) if colour == BLACK else len(captured)
        self.last_capture = (colour, point, captured[0]) if len(captured) == 1 else None
        self.rows = after
        self._note(code, captured + own, repeated, colour, "play")

    def _without_liberty(self, board: dict[Point, str], colour: str) -> list[Point]:
        dead: set[Point] = set()
        for point, mark in board.items():
            if mark == colour and point not in dead:
                chain, touches = region(board, point, self.size)
                if EMPTY not in touches:
                    dead |= chain
        return sorted(dead)

    def _forbidden_repetition(self, after: Position, colour: str) -> int | None:
        """Return the number of the first move whose position may not come back, or None."""
        for number, left in enumerate(self.history):
            if left.rows != after or left.how == "skipped":
                continue
            mine = left.colour == colour
            if self.ko == "PSK" or (self.ko == "SSK" and mine):
                return number
            if self.ko == "NSSK" and mine and left.how == "play":
                return number
        return None

    def _note(
        self,
        code: str | None,
        captured: list[Point],
        repeated: int | None,
        colour: str,
        how: str,
    ) -> None:
        self.codes.append(code)
        self.captures.append(captured)
        self.repeats.append(repeated)
        self.history.append(Left(self.rows, colour, how, self.by_black, self.by_white))

    def cycles(self) -> list[Cycle]:
        """Return every whole board that a play brought back.

        Earlier occurrences with the same player to move go before those with the other.
        """
        found = []
        for move, now in enumerate(self.history):
            earlier = [
                (number, before)
                for number, before in enumerate(self.history[:move])
                if before.how == "play" and before.rows == now.rows
            ]
            if move == 0 or now.how != "play" or not earlier:
                continue
            same = [pair for pair in earlier if pair[1].colour == now.colour]
            first, (latest, before) = (same or earlier)[0][0], (same or earlier)[-1]
            difference = (now.by_black - before.by_black) - (now.by_white - before.by_white)
            found.append(Cycle(move, first, latest, bool(same), difference))
        return found


def area_count(rows: Position) -> tuple[int, int]:
    """Return the area of Black and of White: stones and what only they surround."""
    board, size = as_board(rows), len(rows)
    total = {BLACK: 0, WHITE: 0}
    for point, mark in board.items():
        if mark != EMPTY:
            total[mark] += 1
            continue
        _, touches = region(board, point, size)
        if len(touches) == 1:
            total[touches.pop()] += 1
    return total[BLACK], total[WHITE]


def territory_count(rows: Position, dead: Iterable[Point]) -> tuple[int, int, int, int]:
    """Return territory of Black and White after lifting the dead, and the lifted of each colour."""
    board, size = as_board(rows), len(rows)
    lifted = {BLACK: 0, WHITE: 0}
    for point in set(dead):
        lifted[board[point]] += 1
        board[point] = EMPTY
    total = {BLACK: 0, WHITE: 0}
    for point, mark in board.items():
        if mark == EMPTY:
            _, touches = region(board, point, size)
            if len(touches) == 1:
                total[touches.pop()] += 1
    return total[BLACK], total[WHITE], lifted[BLACK], lifted[WHITE]
