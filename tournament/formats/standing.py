"""The standings for file writers: rows in final order, values with their scale."""

from dataclasses import dataclass

from tournament.standings.table import standings
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.standings.writing import decimal_text
from tournament.state.criteria import Criterion
from tournament.state.event import Event
from tournament.state.people import Player


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's row: the place, shared if tied, and the value of every criterion."""

    place: int
    player: Player
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings after round ``after``, in final order."""

    after: int
    criteria: tuple[Criterion, ...]
    rows: tuple[StandingRow, ...]


def standings_table(event: Event, after: int | None = None) -> StandingsTable:
    """Return the standings after a round, by default the last played."""
    after = event.state.played_rounds if after is None else after
    found = standings(event.state, after=after)
    return StandingsTable(
        after=after,
        criteria=found.criteria,
        rows=tuple(
            StandingRow(row.place, row.player, tuple(row.values[item] for item in found.criteria))
            for row in found.rows()
        ),
    )


def scale_of(criterion: Criterion) -> int:
    """Return the divisor of a criterion's values: 2 for points X2, 4 for SODOS, 1 for integers."""
    return TIEBREAKS[criterion].scale


def score_text(criterion: Criterion, value: int) -> str:
    """Return a value as a decimal: 63 with a scale of 2 is ``31.5``."""
    return decimal_text(value, scale_of(criterion))
