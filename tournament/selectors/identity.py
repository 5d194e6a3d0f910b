"""Who a visitor is: the access links a session was opened with, as long as they are usable."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import AccessLink, Role


@dataclass(frozen=True, slots=True)
class Identity:
    """What one usable link makes of a visitor. ``player_id`` is None but for a player's link."""

    link_id: int
    role: str
    tournament_id: int
    tournament_name: str
    slug: str
    player_id: int | None
    player_name: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """Everything a visitor may act as: at most one player, and any number of staff roles."""

    identities: tuple[Identity, ...] = ()

    @property
    def player(self) -> Identity | None:
        """Return the player this visitor is, if any."""
        return next((known for known in self.identities if known.role == Role.PLAYER), None)

    @property
    def player_id(self) -> int | None:
        """Return the player's id, if the visitor is a player."""
        return self.player.player_id if self.player else None

    @property
    def staff(self) -> tuple[Identity, ...]:
        """Return the director's and referee's roles."""
        return tuple(known for known in self.identities if known.role != Role.PLAYER)

    def directs(self, tournament_id: int) -> bool:
        """Whether this is a director of the tournament."""
        return self._has(Role.DIRECTOR, tournament_id)

    def referees(self, tournament_id: int) -> bool:
        """Whether this is a referee of the tournament."""
        return self._has(Role.REFEREE, tournament_id)

    def _has(self, role: Role, tournament_id: int) -> bool:
        return any(
            known.role == role and known.tournament_id == tournament_id for known in self.identities
        )


def visitor_by_links(link_ids: Sequence[int]) -> Visitor:
    """Return what these links make of their holder; revoked and expired ones give nothing.

    The order of ``link_ids`` is kept: of two players' links the first counts.
    """
    if not link_ids:
        return Visitor()
    rows = AccessLink.objects.usable().filter(pk__in=link_ids)
    found = {
        row["pk"]: Identity(
            link_id=row["pk"],
            role=row["role"],
            tournament_id=row["tournament_id"],
            tournament_name=row["tournament__name"],
            slug=row["tournament__slug"],
            player_id=row["player_id"],
            player_name=row["player__name"] or "",
        )
        for row in rows.values(
            "pk",
            "role",
            "tournament_id",
            "tournament__name",
            "tournament__slug",
            "player_id",
            "player__name",
        )
    }
    return Visitor(tuple(found[pk] for pk in link_ids if pk in found))
