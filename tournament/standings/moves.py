"""The differences between two standings of one tournament: whose place has changed."""

from dataclasses import dataclass

from tournament.standings.table import Standings


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player by id, and their place in each of two tables; None if they are not in it."""

    player: int
    was: int | None
    now: int | None


def moves_between(before: Standings, after: Standings) -> tuple[PlaceChange, ...]:
    """Return whose place differs, in the order of the second table; then who is missing from it."""
    was = {row.player.id: row.place for row in before.rows()}
    now = {row.player.id: row.place for row in after.rows()}
    return tuple(
        PlaceChange(player, was.get(player), now.get(player))
        for player in dict.fromkeys([*now, *was])
        if was.get(player) != now.get(player)
    )
