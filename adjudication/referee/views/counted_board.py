"""The board that a ruling counts: its dead stones, its territory and the sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.legend import LegendEntry, Meaning, legend_of, sign_for
from adjudication.board.page import (
    chains_on,
    drawn,
    is_small,
    points_on,
    position_in_words,
)
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.record_names import record_names
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.counting import count_as_set
from adjudication.rules.replay import replay_record
from adjudication.rules.rulesets import RuleSet
from adjudication.submissions.views.evidence import SumLine, sum_lines
from adjudication.submissions.views.marking import sums_of
from adjudication.verdicts.selectors.at_hand import record_sent
from tournament.games.selectors import GameRow
from tournament.models import Winner

_OWNERS = {Winner.BLACK.value: BLACK, Winner.WHITE.value: WHITE, "nobody": EMPTY}


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A board as it was counted; ``name`` is what its record is called, if there are others."""

    name: str
    svg: SafeString
    small: bool
    rows: tuple[str, ...]
    sums: tuple[SumLine, ...]
    legend: tuple[LegendEntry, ...]


def as_counted(
    said: BoardCount, position: Sequence[int], size: int
) -> tuple[frozenset[int], frozenset[int], dict[int, int]]:
    """Return the dead stones of a count, those in seki, and the points that it gives to somebody.

    ``position`` is the board that was counted; the owner of a point that is nobody's is EMPTY.
    """
    dead, seki = (chains_on(names, position, size) for names in (said.dead, said.seki))
    owners = {
        point: _OWNERS[owner]
        for owner, names in said.owners.items()
        for point in points_on(names, size)
    }
    return dead, seki, owners


def counted_board(
    decision: Decision, game: GameRow | None, ruleset: RuleSet, reader: int | None = None
) -> CountedBoard | None:
    """Return the board that a decision counts; None where it counts none, or its record is unknown.

    ``reader`` is the player who looks, by their id. Three queries, for such decisions only.
    """
    said = decision.counted
    record = None if game is None or said is None else record_sent(game.id, said.record)
    if game is None or said is None or record is None:
        return None
    replay, size = replay_record(record), record.size
    position = replay.position
    dead, seki, owners = as_counted(said, position, size)
    counted, _odd = count_as_set(
        replay,
        record,
        ruleset,
        dead=dead,
        seki=seki,
        owners=owners,
        komi=game.komi_half / 2,
        handicap=game.handicap,
    )
    nobody = [point for point, owner in owners.items() if owner == EMPTY]
    drawing = Drawing(
        size=size,
        position=position,
        label=_("The end of the record, as it was counted: pale stones are dead."),
        dead=dead,
        territory={
            **dict.fromkeys(counted.black_territory, BLACK),
            **dict.fromkeys(counted.white_territory, WHITE),
        },
        signs={
            **dict.fromkeys(seki, sign_for(Meaning.SEKI)),
            **dict.fromkeys(nobody, sign_for(Meaning.NOBODY)),
        },
    )
    shown = [Meaning.DEAD, *([Meaning.SEKI] if seki else []), *([Meaning.NOBODY] if nobody else [])]
    return CountedBoard(
        name=record_names(game, reader).among_several(said.record),
        svg=drawn(drawing),
        small=is_small(size),
        rows=position_in_words(position, size),
        sums=sum_lines(sums_of(counted)),
        legend=legend_of(*shown),
    )
