"""A replayed game: every position, every capture, and what the basic rules say of each move."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adjudication.rules.colours import BLACK, WHITE, opponent
from adjudication.rules.kernel import Trace, play_moves
from adjudication.rules.points import PASS
from adjudication.rules.record import BoardEdit, GameRecord
from adjudication.rules.repetition import Recurrence, find_recurrences
from adjudication.rules.turns import colours_alternate


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """One move as it was replayed.

    ``number`` is 1-based; ``point`` an index, PASS or OFF_BOARD; ``captured`` the points taken off
    (the mover's own stones if ``suicide``). A ``skipped`` move changed nothing.
    """

    number: int
    colour: int
    point: int
    captured: tuple[int, ...]
    suicide: bool
    skipped: bool


@dataclass(slots=True)
class Replay:
    """The moves of a game played out on a board.

    Made by :func:`replay_moves`. Move numbers are 1-based over plays and passes; 0 is the position
    before the first move.
    """

    size: int
    start: Sequence[int]
    colours: Sequence[int]
    points: Sequence[int]
    position: list[int]
    """The final position."""
    captured: dict[int, list[int]]
    suicides: set[int]
    illegal: dict[int, str]
    ko_retakes: set[int]
    recurrences: list[Recurrence]
    edits: dict[int, dict[int, int]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of moves, passes included."""
        return len(self.points)

    @property
    def is_faultless(self) -> bool:
        """Whether no rule set can object to any move, as in nearly all records.

        No move was on a stone or off the board, was suicide or retook a ko at once, no position was
        repeated, and the players took turns.
        """
        objections = (self.illegal, self.suicides, self.ko_retakes, self.recurrences)
        return not any(objections) and colours_alternate(self.colours)

    @property
    def moves(self) -> Iterator[ReplayedMove]:
        """Iterate over the moves in order."""
        for number, (colour, point) in enumerate(zip(self.colours, self.points, strict=True), 1):
            yield ReplayedMove(
                number,
                colour,
                point,
                tuple(self.captured.get(number, ())),
                number in self.suicides,
                number in self.illegal,
            )

    def position_after(self, number: int) -> list[int]:
        """Return the position after a move (0: before the first), ``size * size`` states.

        Raises ValueError when there is no such move.
        """
        if not 0 <= number <= len(self.points):
            raise ValueError(f"move {number} is not between 0 and {len(self.points)}")
        board = list(self.start)
        for point, state in self.edits.get(0, {}).items():
            board[point] = state
        for played in self.moves:
            if played.number > number:
                break
            if played.point >= 0 and not played.skipped:
                board[played.point] = played.colour
                for stone in played.captured:
                    board[stone] = 0
            for point, state in self.edits.get(played.number, {}).items():
                board[point] = state
        return board

    def prisoners_after(self, number: int) -> tuple[int, int]:
        """Return the numbers of stones taken by Black and by White in the first ``number`` moves.

        Stones lost by suicide are the opponent's prisoners.
        """
        taken = {BLACK: 0, WHITE: 0}
        for move, stones in self.captured.items():
            if move <= number:
                colour = self.colours[move - 1]
                taken[opponent(colour) if move in self.suicides else colour] += len(stones)
        return taken[BLACK], taken[WHITE]


def replay_record(record: GameRecord) -> Replay:
    """Play out the game of a record (:func:`replay_moves`)."""
    return replay_moves(
        record.size, record.start, record.colours, record.points, edits=record.edits
    )


def replay_moves(
    size: int,
    start: Sequence[int],
    colours: Sequence[int],
    points: Sequence[int],
    *,
    edits: Sequence[BoardEdit] = (),
    unwritten_passes: Collection[int] = (),
) -> Replay:
    """Play out a game and find every capture, fault of the basic rules, and repetition.

    ``edits`` are changes of the board by hand in mid-game; repetition is looked for only between
    them, since an edit breaks the sequence of moves. ``unwritten_passes`` are the numbers of moves
    before which the other player passed, though the record does not say so; every move keeps its
    number.
    """
    if not edits:
        trace = play_moves(size, start, colours, points)
        first_mover = colours[0] if colours else BLACK
        recurrences = find_recurrences(
            size, start, first_mover, colours, points, trace, unwritten_passes
        )
        return Replay(
            size,
            start,
            colours,
            points,
            trace.position,
            trace.captured,
            trace.suicides,
            trace.illegal,
            trace.ko_retakes,
            recurrences,
        )
    return _replay_in_parts(size, start, colours, points, edits, unwritten_passes)


def retakes_after_pass(
    replay: Replay, unwritten_passes: Collection[int] = ()
) -> Iterator[tuple[int, int]]:
    """Yield ko retakes after nothing but a pass, each with the number of the earlier capture.

    Between the two, the player who retakes has passed and has not played.
    """
    last = max(replay.captured, default=0)
    if PASS not in replay.points[:last] and not unwritten_passes:
        return
    taken: dict[tuple[int, int], int] = {}
    for number, stones in sorted(replay.captured.items()):
        if len(stones) != 1 or number in replay.suicides:
            continue
        point, stone, colour = replay.points[number - 1], stones[0], replay.colours[number - 1]
        earlier = taken.get((stone, point))
        taken[point, stone] = number
        if earlier is None or replay.colours[earlier - 1] == colour:
            continue
        between = range(earlier + 1, number)
        own = [replay.points[n - 1] for n in between if replay.colours[n - 1] == colour]
        unwritten = any(n in unwritten_passes and replay.colours[n - 1] != colour for n in between)
        if (own or unwritten) and all(played == PASS for played in own):
            yield number, earlier


def _replay_in_parts(
    size: int,
    start: Sequence[int],
    colours: Sequence[int],
    points: Sequence[int],
    edits: Sequence[BoardEdit],
    unwritten_passes: Collection[int],
) -> Replay:
    """Replay the parts between edits and number everything over the whole game."""
    changes: dict[int, dict[int, int]] = {}
    for edit in edits:
        changes.setdefault(edit.after_move, {}).update(edit.stones)
    whole = Replay(size, start, colours, points, list(start), {}, set(), {}, set(), [], changes)
    board = list(start)
    cuts = [0, *sorted(changes), len(points)]
    for begin, end in pairwise(cuts):
        for point, state in changes.get(begin, {}).items():
            board[point] = state
        part = slice(begin, end)
        trace = play_moves(size, board, colours[part], points[part])
        if begin < end:
            passed = {number - begin for number in unwritten_passes}
            found = find_recurrences(
                size, board, colours[begin], colours[part], points[part], trace, passed
            )
            whole.recurrences += [_moved(recurrence, begin) for recurrence in found]
        _add(whole, trace, begin)
        board = list(trace.position)
    for point, state in changes.get(len(points), {}).items():
        board[point] = state
    whole.position = board
    return whole


def _add(whole: Replay, trace: Trace, offset: int) -> None:
    """Add the result of one part of the game, with move numbers over the whole game."""
    whole.captured.update({n + offset: stones for n, stones in trace.captured.items()})
    whole.illegal.update({n + offset: code for n, code in trace.illegal.items()})
    whole.suicides.update(n + offset for n in trace.suicides)
    whole.ko_retakes.update(n + offset for n in trace.ko_retakes)


def _moved(recurrence: Recurrence, offset: int) -> Recurrence:
    """Return a recurrence found in a part of the game, numbered over the whole game."""

    def shift(number: int | None) -> int | None:
        return None if number is None else number + offset

    return Recurrence(
        recurrence.move + offset,
        recurrence.first + offset,
        shift(recurrence.created_by_mover),
        shift(recurrence.latest_by_mover),
        shift(recurrence.left_by_mover),
        shift(recurrence.created_by_opponent),
        shift(recurrence.latest_by_opponent),
    )
