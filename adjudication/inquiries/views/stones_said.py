"""What the players of a case said on its board is alive, dead and in seki, for its pages."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.legend import LegendEntry, Meaning, legend_of, sign_for
from adjudication.board.page import is_small, named_chains, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.record_names import NO_NAMES, RecordNames
from adjudication.models import SaidStones
from adjudication.rules.colours import states_of


@dataclass(frozen=True, slots=True)
class StonesSaid:
    """What a player said on the board: groups by one stone each, or in words."""

    player_id: int
    name: str
    alive: tuple[str, ...]
    dead: tuple[str, ...]
    seki: tuple[str, ...]
    said_at: datetime
    record: str = ""
    """The name of the record they said it about, if the game has several."""
    svg: SafeString | None = None
    small: bool = False
    legend: tuple[LegendEntry, ...] = ()


def stones_said(case_id: int, names: RecordNames = NO_NAMES) -> tuple[StonesSaid, ...]:
    """Return what the players of a case said on its board, Black first. One query.

    ``names`` are the names of the records.
    """
    said = SaidStones.objects.of_case(case_id)
    return tuple(_said(row, names.among_several(row.record_sha256)) for row in said)


def _said(row: SaidStones, record: str) -> StonesSaid:
    """Return what one player said, with its board."""
    size, position = row.size, states_of(row.position)
    alive, dead, seki = (
        named_chains(names, position, size) for names in (row.alive, row.dead, row.seki)
    )
    label = _("What %(name)s said on the board") % {"name": row.player.name}
    shown = [
        meaning
        for meaning, names in (
            (Meaning.ALIVE, row.alive),
            (Meaning.DEAD, row.dead),
            (Meaning.SEKI, row.seki),
        )
        if names
    ]
    drawing = Drawing(
        size=size,
        position=position,
        label=label,
        dead=dead,
        signs={
            **dict.fromkeys(alive, sign_for(Meaning.ALIVE)),
            **dict.fromkeys(seki, sign_for(Meaning.SEKI)),
        },
    )
    return StonesSaid(
        row.player_id,
        row.player.name,
        tuple(row.alive),
        tuple(row.dead),
        tuple(row.seki),
        row.said_at,
        record,
        safe_svg(drawing),
        is_small(size),
        legend_of(*shown),
    )
