"""The players' links as a director sees them. No secret is kept, so none can be shown."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.games.selectors.games import PlayerName
from tournament.models import AccessLink, Player, Role


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link and whether it still opens anything."""

    id: int
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    usable: bool


@dataclass(frozen=True, slots=True)
class PlayerLinks:
    """A player with the links made for him, newest first."""

    player: PlayerName
    links: tuple[LinkRow, ...]

    @property
    def usable(self) -> tuple[LinkRow, ...]:
        """Return the links that work."""
        return tuple(link for link in self.links if link.usable)


@dataclass(frozen=True, slots=True)
class LinkOwner:
    """Whose link it is, and of which tournament."""

    id: int
    tournament_id: int
    role: str
    player_id: int | None
    player_name: str
    usable: bool


def player_links(tournament_id: int) -> tuple[PlayerLinks, ...]:
    """Return the players of a tournament with their links, by number, in two queries."""
    links: dict[int, list[LinkRow]] = {}
    rows = AccessLink.objects.filter(tournament=tournament_id, role=Role.PLAYER).order_by("-pk")
    for link in rows:
        row = LinkRow(link.pk, link.created_at, link.expires_at, link.revoked_at, _usable(link))
        links.setdefault(link.player_id or 0, []).append(row)
    players = Player.objects.filter(tournament=tournament_id).order_by("number")
    return tuple(
        PlayerLinks(PlayerName(*values), tuple(links.get(values[0], ())))
        for values in players.values_list("pk", "name", "rank", "club")
    )


def link_owner(link_id: int) -> LinkOwner | None:
    """Return whose link this is, or None where there is no such link."""
    link = AccessLink.objects.select_related("player").filter(pk=link_id).first()
    if link is None:
        return None
    name = link.player.name if link.player else ""
    return LinkOwner(link.pk, link.tournament_id, link.role, link.player_id, name, _usable(link))


def player_of(*, tournament_id: int, player_id: int) -> PlayerName | None:
    """Return a player of the tournament, or None where he does not play in it."""
    row = (
        Player.objects.filter(tournament=tournament_id, pk=player_id)
        .values_list("pk", "name", "rank", "club")
        .first()
    )
    return PlayerName(*row) if row else None


def email_of(player_id: int) -> str:
    """Return where a player is written to, or an empty text."""
    return Player.objects.filter(pk=player_id).values_list("email", flat=True).first() or ""


def _usable(link: AccessLink) -> bool:
    """Say of a link that is read what ``AccessLink.objects.usable()`` asks the database."""
    return link.revoked_at is None and (link.expires_at is None or link.expires_at > timezone.now())
