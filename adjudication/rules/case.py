"""What is known of a record once it is read and replayed: the input of every judgement on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.rules.claims import SETTLING, Reason
from adjudication.rules.header import Header
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_moves
from adjudication.rules.scoring.regions import chains_without_liberty
from adjudication.rules.turns import (
    ends_in_two_passes,
    out_of_turn,
    resumptions,
    without_handicap_passes,
)
from adjudication.rules.verdicts import End

_SETTLED_END = {
    Reason.RESIGNATION: End.RESIGNED,
    Reason.TIME: End.TIME,
    Reason.FORFEIT: End.FORFEIT,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A record, its header as settled, and its replay.

    ``turns`` are the moves out of turn, ``resumed`` the plays that resumed the game, ``stopped``
    whether the last two moves are passes that end play; all numbers of moves. ``marked`` tells
    whether territory is marked in the position that is counted. ``no_liberty`` are the points of
    set-up stones without a liberty.
    """

    record: GameRecord
    header: Header
    replay: Replay
    turns: list[int]
    resumed: list[int]
    stopped: bool
    marked: bool
    no_liberty: tuple[int, ...]

    @property
    def faulty(self) -> bool:
        """Whether the record breaks off, was changed by hand, or starts as no board can.

        Such a record confirms nothing and accuses nobody.
        """
        return self.record.truncated or bool(self.record.edits) or bool(self.no_liberty)

    @property
    def incomplete(self) -> bool:
        """Whether an illegal move may be the record's fault: it is faulty or lacks stones."""
        return self.faulty or self.header.incomplete

    @property
    def settled(self) -> bool:
        """Whether the claim is one that stands whatever the board says."""
        return self.header.claim is not None and self.header.claim.reason in SETTLING

    @property
    def end(self) -> End:
        """Return how play ended: as claimed where the claim settles it, else as the moves show."""
        if self.header.claim is not None and self.settled:
            return _SETTLED_END[self.header.claim.reason]
        return End.TWO_PASSES if self.stopped else End.UNFINISHED


def open_case(record: GameRecord, header: Header, ended_after: int | None) -> Case:
    """Replay a record and find what every rule set asks for.

    ``ended_after`` is the number of the last move that counts, None for all. Raises ValueError
    when it is negative.
    """
    colours, points, marked = record.colours, record.points, record.marked
    if ended_after is not None:
        if ended_after < 0:
            raise ValueError(f"a game cannot have ended after move {ended_after}")
        if ended_after < len(points):
            # Marks stand at the end of the record, in a position that does not count then.
            colours, points, marked = colours[:ended_after], points[:ended_after], False
    ending: Sequence[int] = points
    if header.handicap >= 2 and not record.placed:
        ending = without_handicap_passes(colours, points, header.handicap)
    no_liberty: tuple[int, ...] = ()
    if any(record.start):
        chains = chains_without_liberty(record.start, record.size)
        no_liberty = tuple(sorted(point for chain in chains for point in chain))
    return Case(
        record,
        header,
        replay_moves(record.size, record.start, colours, points, edits=record.edits),
        out_of_turn(
            colours,
            ending,
            black_run=header.handicap - record.placed if header.handicap >= 2 else 0,
            restarts={*record.gaps, *(edit.after_move for edit in record.edits)},
        ),
        resumptions(ending),
        ends_in_two_passes(ending),
        marked,
        no_liberty,
    )
