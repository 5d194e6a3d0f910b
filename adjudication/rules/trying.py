"""A line of moves tried out from a position of a game: what is legal, and what it takes off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.rules.colours import BLACK, WHITE, opponent
from adjudication.rules.findings import Code
from adjudication.rules.illegal_moves import forbidden_moves
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, ReplayedMove, replay_moves
from adjudication.rules.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first move of a line that the rules do not allow. ``number`` is its place in the line."""

    number: int
    point: int
    code: Code


@dataclass(frozen=True, slots=True)
class TriedLine:
    """A game up to a move, and a line played on from there by both players in turn.

    ``replay`` holds both, and ``after`` is the number of moves in it that are the game's.
    ``refused`` is the move that could not be played; the line then ends before it.
    """

    replay: Replay
    after: int
    to_move: int
    """Whose turn it is after the line."""
    refused: Refusal | None

    @property
    def moves(self) -> tuple[ReplayedMove, ...]:
        """Return the moves of the line that were played."""
        return tuple(self.replay.moves)[self.after :]


def to_move(record: GameRecord, after: int) -> int:
    """Return whose turn it is after a number of moves of a record.

    That is the player who moves next in it; at its end the player who did not move last, or White
    if Black was given stones and nobody has moved.
    """
    if after < len(record.colours):
        return record.colours[after]
    if record.colours:
        return opponent(record.colours[-1])
    return WHITE if record.placed else BLACK


def try_line(record: GameRecord, after: int, line: Sequence[int], ruleset: RuleSet) -> TriedLine:
    """Play a line from the position after a number of moves of a record.

    ``line`` holds points of the board, or PASS; the players move in turn. The game's own moves
    count for ko and superko, whatever is wrong with them.
    """
    first = to_move(record, after)
    colours = [first if number % 2 == 0 else opponent(first) for number in range(len(line))]
    replay = _replayed(record, after, colours, line)
    refused = _refused(replay, after, ruleset)
    played = len(line)
    if refused is not None:
        played = refused.number - 1
        replay = _replayed(record, after, colours[:played], line[:played])
    turn = first if played % 2 == 0 else opponent(first)
    return TriedLine(replay, after, turn, refused)


def _replayed(
    record: GameRecord, after: int, colours: Sequence[int], line: Sequence[int]
) -> Replay:
    return replay_moves(
        record.size,
        record.start,
        [*record.colours[:after], *colours],
        [*record.points[:after], *line],
        edits=[edit for edit in record.edits if edit.after_move <= after],
    )


def _refused(replay: Replay, after: int, ruleset: RuleSet) -> Refusal | None:
    faults = {number: Code(code) for number, code in replay.illegal.items()}
    for fault in forbidden_moves(replay, ruleset):
        faults.setdefault(fault.move, fault.code)
    number = min((number for number in faults if number > after), default=None)
    if number is None:
        return None
    return Refusal(number - after, replay.points[number - 1], faults[number])
