"""What the players of a case said on its board is alive, dead and in seki, as its pages tell it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from adjudication.models import SaidStones


@dataclass(frozen=True, slots=True)
class StonesSaid:
    """What a player said on the board: groups by a stone of each."""

    player_id: int
    name: str
    alive: str
    dead: str
    seki: str
    said_at: datetime


def stones_said(case_id: int) -> tuple[StonesSaid, ...]:
    """Return what the players of a case said on its board, Black first. One query."""

    def told(names: Iterable[str]) -> str:
        return ", ".join(names)

    return tuple(
        StonesSaid(
            row.player_id,
            row.player.name,
            told(row.alive),
            told(row.dead),
            told(row.seki),
            row.said_at,
        )
        for row in SaidStones.objects.of_case(case_id)
    )
