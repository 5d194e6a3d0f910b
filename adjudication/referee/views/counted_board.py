"""The board that a ruling counts: dead stones, territory, the sum, and what is odd in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.legend import LegendEntry, Meaning, legend_of, sign_for
from adjudication.board.page import is_small, named_chains, position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.record_names import record_names
from adjudication.cases.views.ruled_board import RuledBoard, ruled_board
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.rules.colours import EMPTY
from adjudication.rules.counting import count_to_the_letter
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.rulesets import RuleSet
from adjudication.submissions.views.chains import chain_names
from adjudication.submissions.views.evidence import SumLine, sum_lines
from adjudication.submissions.views.false_eyes import count_hints
from adjudication.submissions.views.marking import sums_of
from adjudication.verdicts.selectors.at_hand import record_sent
from tournament.games.selectors import GameRow
from tournament.spoken import translated


@dataclass(frozen=True, slots=True)
class CountedRecord:
    """The record that a decision counts, played through, and the board as it is counted."""

    said: BoardCount
    record: GameRecord
    replay: Replay
    board: RuledBoard


def _read(decision: Decision, game: GameRow, ruleset: RuleSet) -> CountedRecord | None:
    """Return the board that a decision counts; None if there is none, or its record is not known.

    Two queries, for such decisions only.
    """
    said = decision.counted
    record = None if said is None else record_sent(game.id, said.record)
    if said is None or record is None:
        return None
    replay = replay_record(record)
    return CountedRecord(said, record, replay, ruled_board(said, replay, record, game, ruleset))


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A board as it was counted; ``name`` is the name of its record, if there are others.

    ``differing`` names the groups on which the players differed; empty if there are none, or if
    that was not stored.
    """

    name: str
    differing: str
    svg: SafeString
    small: bool
    rows: tuple[str, ...]
    sums: tuple[SumLine, ...]
    legend: tuple[LegendEntry, ...]
    read: CountedRecord
    """What was counted, for :func:`notes_on_count`."""


def counted_board(
    decision: Decision, game: GameRow | None, ruleset: RuleSet, reader: int | None = None
) -> CountedBoard | None:
    """Return the board that a decision counts; None if it counts none or its record is not known.

    ``reader`` is the id of the player who is reading. Three queries, for such decisions only.
    """
    read = None if game is None else _read(decision, game, ruleset)
    if game is None or read is None:
        return None
    said, board, size = read.said, read.board, read.record.size
    position = read.replay.position
    nobody = [point for point, owner in board.owners.items() if owner == EMPTY]
    differing = named_chains(said.differing, position, size)
    drawing = Drawing(
        size=size,
        position=position,
        label=_("The end of the record, as it was counted: pale stones are dead."),
        dead=board.dead,
        territory=board.territory,
        signs={
            **dict.fromkeys(differing, sign_for(Meaning.DIFFERING)),
            **dict.fromkeys(board.seki, sign_for(Meaning.SEKI)),
            **dict.fromkeys(nobody, sign_for(Meaning.NOBODY)),
        },
    )
    drawn_so = (
        (Meaning.DIFFERING, differing - board.seki),
        (Meaning.SEKI, board.seki),
        (Meaning.NOBODY, nobody),
    )
    shown = [Meaning.DEAD, *(meaning for meaning, points in drawn_so if points)]
    return CountedBoard(
        name=record_names(game, reader).among_several(said.record),
        differing=", ".join(chain_names(position, size, differing)),
        svg=safe_svg(drawing),
        small=is_small(size),
        rows=position_in_words(position, size),
        sums=sum_lines(sums_of(board.counted)),
        legend=legend_of(*shown),
        read=read,
    )


def notes_on_count(
    counted: CountedBoard | None, game: GameRow | None, ruleset: RuleSet
) -> tuple[str, ...]:
    """Return what to look at in a board as it was counted, for whoever decides on it.

    That is what the page of the count says about the same board; empty without a board. No query.
    """
    if game is None or counted is None:
        return ()
    read, board = counted.read, counted.read.board
    hints = count_hints(
        read.replay,
        read.record,
        game,
        ruleset,
        board.findings,
        dead=board.dead,
        seki=board.seki,
        owners=board.owners,
    )
    letter = count_to_the_letter(
        read.replay,
        read.record,
        ruleset,
        dead=board.dead,
        seki=board.seki,
        owners=board.owners,
        komi=game.komi_half / 2,
        handicap=game.handicap,
    )
    open_dame = (found for found in board.findings if found.code == Code.OPEN_DAME)
    return (*hints, *(translated(found.text) for found in open_dame if letter is not None))
