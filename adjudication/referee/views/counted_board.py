"""The board that a ruling counts: its dead stones, its territory, and the sum."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.legend import LegendEntry, Meaning, legend_of, sign_for
from adjudication.board.page import chains_on, drawn, is_small, position_in_words
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.record_names import record_names
from adjudication.cases.views.ruled_board import ruled_board
from adjudication.policy.decisions import Decision
from adjudication.rules.colours import EMPTY
from adjudication.rules.replay import replay_record
from adjudication.rules.rulesets import RuleSet
from adjudication.submissions.views.chains import chain_names
from adjudication.submissions.views.evidence import SumLine, sum_lines
from adjudication.submissions.views.marking import sums_of
from adjudication.verdicts.selectors.at_hand import record_sent
from tournament.games.selectors import GameRow


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


def counted_board(
    decision: Decision, game: GameRow | None, ruleset: RuleSet, reader: int | None = None
) -> CountedBoard | None:
    """Return the board that a decision counts; None if it counts none or its record is not known.

    ``reader`` is the id of the player who is reading. Three queries, for such decisions only.
    """
    said = decision.counted
    record = None if game is None or said is None else record_sent(game.id, said.record)
    if game is None or said is None or record is None:
        return None
    replay, size = replay_record(record), record.size
    position = replay.position
    board = ruled_board(said, replay, record, game, ruleset)
    nobody = [point for point, owner in board.owners.items() if owner == EMPTY]
    differing = chains_on(said.differing, position, size)
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
        svg=drawn(drawing),
        small=is_small(size),
        rows=position_in_words(position, size),
        sums=sum_lines(sums_of(board.counted)),
        legend=legend_of(*shown),
    )
