"""What the players of a case said on its board is alive, dead and in seki, as its pages tell it."""

from dataclasses import dataclass
from datetime import datetime

from adjudication.models import SaidStones


@dataclass(frozen=True, slots=True)
class StonesSaid:
    """What a player said on the board: groups by a stone of each, or in words."""

    player_id: int
    name: str
    alive: tuple[str, ...]
    dead: tuple[str, ...]
    seki: tuple[str, ...]
    said_at: datetime


def stones_said(case_id: int) -> tuple[StonesSaid, ...]:
    """Return what the players of a case said on its board, Black first. One query."""
    return tuple(
        StonesSaid(
            row.player_id,
            row.player.name,
            tuple(row.alive),
            tuple(row.dead),
            tuple(row.seki),
            row.said_at,
        )
        for row in SaidStones.objects.of_case(case_id)
    )
