"""Who was seen at the door before a round is paired."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import CheckIn
from tournament.rounds.selectors.drafts import Drafted


@dataclass(frozen=True, slots=True)
class DoorCount:
    """How many of those who take part were seen, and who was not.

    ``used`` says that anybody at all was: where nobody keeps a door, nobody is missing.
    """

    seen: int
    total: int
    missing: tuple[Drafted, ...]

    @property
    def used(self) -> bool:
        """Whether somebody was checked in for this round."""
        return self.seen > 0


def door_of(tournament_id: int, number: int, players: Iterable[Drafted]) -> DoorCount:
    """Return who of the players of a round was checked in, with one query."""
    rows = CheckIn.objects.filter(player__tournament=tournament_id, round_number=number)
    seen = set(rows.values_list("player_id", flat=True))
    expected = tuple(players)
    missing = tuple(player for player in expected if player.name.id not in seen)
    return DoorCount(len(expected) - len(missing), len(expected), missing)
