"""What the players of a case said on its board is alive, dead and in seki, as its pages tell it."""

from dataclasses import dataclass
from datetime import datetime

from adjudication.cases.selectors.record_names import NO_NAMES, record_names
from adjudication.models import SaidStones
from tournament.games.selectors import GameRow


@dataclass(frozen=True, slots=True)
class StonesSaid:
    """What a player said on the board: groups by a stone of each, or in words."""

    player_id: int
    name: str
    alive: tuple[str, ...]
    dead: tuple[str, ...]
    seki: tuple[str, ...]
    said_at: datetime
    record: str = ""
    """What the record is called that they said it of, where the game has several."""


def stones_said(case_id: int, game: GameRow, reader: int | None = None) -> tuple[StonesSaid, ...]:
    """Return what the players of a case said on its board, Black first. At most three queries.

    ``reader`` is the player who reads it, by their id.
    """
    said = SaidStones.objects.of_case(case_id)
    names = record_names(game, reader) if said else NO_NAMES
    return tuple(
        StonesSaid(
            row.player_id,
            row.player.name,
            tuple(row.alive),
            tuple(row.dead),
            tuple(row.seki),
            row.said_at,
            names.among_several(row.record_sha256),
        )
        for row in said
    )
