"""What is known of a record once it is read and replayed: the input of every judgement on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.rules.claims import SETTLING_REASONS, ClaimReason
from adjudication.rules.colours import WHITE
from adjudication.rules.header import SettledHeader
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_moves
from adjudication.rules.scoring.regions import chains_without_liberty
from adjudication.rules.servers import StatedServer, stated_server
from adjudication.rules.turns import (
    ends_in_two_passes,
    moves_out_of_turn,
    resuming_moves,
    with_unwritten_passes,
    without_handicap_passes,
)
from adjudication.rules.verdicts import End
from language.messages import Message
from language.messages import gettext_lazy as _

_SETTLED_END = {
    ClaimReason.RESIGNATION: End.RESIGNED,
    ClaimReason.TIME: End.TIME,
    ClaimReason.FORFEIT: End.FORFEIT,
}

_OTHER_LINES: Final = _(
    "From here on the record has several variations, and this may not be the one that was played: "
    "only the players can say."
)
_MISNUMBERED: Final = _(
    "The move numbers in the record are not consecutive, so some moves may be missing before this "
    "one: only the players can say."
)
_OTHER_TO_MOVE: Final = _(
    "Elsewhere the record says that it was the other player's turn, so moves may be missing before "
    "this one: only the players can say."
)
_EMPTY_NODE: Final = _(
    "Before this move the record has an empty node, which may be a pass that was not recorded: "
    "only the players can say."
)
_EVEN_GAME: Final = _("the game is even")
_STONES_PLACED: Final = _("handicap stones are placed")
_WRONG_FIRST_MOVE: Final = _(
    "The record begins with a move by the wrong player, so a move may be missing or the colours "
    "may be exchanged: only the players can say."
)
_BAD_START: Final = _("The starting position is not clear, so this may be an error in the record.")
_BAD_CHARSET: Final = _(
    "The moves depend on how the texts are decoded, so this may be an error in the record."
)


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """A record, its header as settled, and its replay.

    ``turns`` are the moves out of turn, and ``resumed`` the plays that resumed the game, all as
    move numbers; ``stopped`` says whether the last two moves are passes that end play. ``marked``
    says whether territory is marked in the position that is counted. ``no_liberty`` are the points
    of set-up stones without a liberty. ``played_so`` are the moves that both players or a referee
    say were played as written, ``unwritten_passes`` those before which, they say, the other player
    passed. ``server`` is where the game was played, if that server refuses illegal moves.
    """

    record: GameRecord
    header: SettledHeader
    replay: Replay
    turns: list[int]
    resumed: list[int]
    stopped: bool
    marked: bool
    no_liberty: tuple[int, ...]
    played_so: frozenset[int]
    unwritten_passes: frozenset[int] = frozenset()
    server: StatedServer | None = None
    unmatched: bool = False

    @property
    def is_faulty(self) -> bool:
        """Whether the record breaks off, was edited or entered by hand, or has an impossible start.

        Such a record confirms nothing, and accuses nobody of anything after the fault.
        """
        return self.record.truncated or self.first_move_by_hand is not None

    @property
    def first_move_by_hand(self) -> int | None:
        """Return the number of the first move after the board was set up or changed by hand.

        A handicap and a position that a game can start from do not count as a change.
        """
        if self.no_liberty or self.header.entered or self.why_unclear:
            return 1
        return min((edit.after_move + 1 for edit in self.record.edits), default=None)

    @property
    def why_unclear(self) -> Message | None:
        """Return why the whole record may be misread, None where it can be read only one way."""
        if self.record.charset_unclear:
            return _BAD_CHARSET
        return _BAD_START if self.record.setup_faults else None

    def line_doubt(self, move: int) -> Message | None:
        """Return why a move in the record may not be one of the game.

        There are other lines, the record's own move numbers or player to move contradict it, a pass
        before it may be missing, or the game begins with the wrong player's move. None where there
        is no such doubt. This is no damage: it matters only where the move would be a fault.
        """
        record = self.record
        if record.branch is not None and move > record.branch:
            return _OTHER_LINES
        if record.misnumbered is not None and move >= record.misnumbered[0]:
            return _MISNUMBERED
        if record.other_to_move is not None and move >= record.other_to_move:
            return _OTHER_TO_MOVE
        if record.gaps and move > record.gaps[0]:
            return _EMPTY_NODE
        return None if self.wrong_first_move is None else _WRONG_FIRST_MOVE

    @property
    def wrong_first_move(self) -> Message | None:
        """Return why the first move should have been the other player's, None if it need not."""
        record, header = self.record, self.header
        if not record.colours or header.entered:
            return None
        if record.colours[0] == WHITE:
            even = not any(record.start) and header.handicap < 2
            return _EVEN_GAME if even else None
        if WHITE in record.start:
            return None  # a position: nobody knows whose turn it is
        return _STONES_PLACED if record.placed >= max(2, header.handicap) else None

    @property
    def claim_settles(self) -> bool:
        """Whether the claim stands whatever the board says."""
        return self.header.claim is not None and self.header.claim.reason in SETTLING_REASONS

    @property
    def end(self) -> End:
        """Return how play ended: as claimed where the claim settles it, else as the moves show."""
        if self.header.claim is not None and self.claim_settles:
            return _SETTLED_END[self.header.claim.reason]
        return End.TWO_PASSES if self.stopped else End.UNFINISHED


def replay_with_header(
    record: GameRecord,
    header: SettledHeader,
    ended_after: int | None = None,
    *,
    unwritten_passes: Iterable[int] = (),
    played_so: Iterable[int] = (),
    over_the_board: bool = False,
    unmatched: bool = False,
) -> ReplayedRecord:
    """Replay a record and find everything that any rule set needs to know.

    ``ended_after`` is the number of the last move that counts, None for all; ``unwritten_passes``
    and ``played_so`` are the answers to questions (:func:`adjudication.rules.adjudicate`);
    ``over_the_board`` says that the game was played on a real board, whatever the record says;
    ``unmatched`` is as in :class:`ReplayedRecord`. Raises ValueError for an answer about a move it
    cannot be about.
    """
    colours, points, marked = record.colours, record.points, record.marked
    unwritten, settled = frozenset(unwritten_passes), frozenset(played_so)
    _check_answers(colours, unwritten, settled)
    if ended_after is not None:
        if ended_after < 0:
            raise ValueError(f"a game cannot have ended after move {ended_after}")
        if ended_after < len(points):
            # The marks belong to the end of the record, a position that then does not count.
            colours, points, marked = colours[:ended_after], points[:ended_after], False
    ending: Sequence[int] = points
    if header.handicap >= 2 and not record.placed:
        ending = without_handicap_passes(colours, points, header.handicap)
    whole, numbers = with_unwritten_passes(ending, unwritten)
    no_liberty: tuple[int, ...] = ()
    if any(record.start):
        chains = chains_without_liberty(record.start, record.size)
        no_liberty = tuple(sorted(point for chain in chains for point in chain))
    return ReplayedRecord(
        record,
        header,
        replay_moves(
            record.size,
            record.start,
            colours,
            points,
            edits=record.edits,
            unwritten_passes=unwritten,
        ),
        moves_out_of_turn(
            colours,
            ending,
            black_run=header.black_run,
            restarts={*record.gaps, *(edit.after_move for edit in record.edits)},
            unwritten_passes=unwritten,
            entered=header.entered,
        ),
        [numbers[number - 1] for number in resuming_moves(whole)],
        ends_in_two_passes(whole),
        marked,
        no_liberty,
        settled,
        unwritten,
        None if over_the_board else stated_server(record),
        unmatched,
    )


def _check_answers(
    colours: Sequence[int], unwritten: Collection[int], settled: Collection[int]
) -> None:
    """Raise ValueError for an answer about a move that it cannot be about."""
    for number in unwritten:
        if not 2 <= number <= len(colours) or colours[number - 1] != colours[number - 2]:
            raise ValueError(f"move {number} does not follow a move of the same colour")
        if number in settled:
            raise ValueError(f"move {number} cannot have two answers")
    for number in settled:
        if not 1 <= number <= len(colours):
            raise ValueError(f"there is no move {number}")
