"""Who a visitor is by their links, and the links of staff and players as a director sees them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from tournament.games.selectors import PlayerName, namesake_marks, with_marks
from tournament.models import AccessLink, AuditEvent, Player, Role
from tournament.staff import queries


@dataclass(frozen=True, slots=True)
class Identity:
    """What one usable link makes of a visitor. ``player_id`` is None except for a player's link."""

    link_id: int
    role: str
    tournament_id: int
    tournament_name: str
    slug: str
    player_id: int | None
    player_name: str
    label: str = ""
    """Who a staff link was made for, as its maker wrote it."""
    time_zone: str = ""
    """The tournament's time zone."""
    cases: int = 0
    """How many cases of the tournament wait for a member of its staff."""
    sits: bool = False
    """Whether its holder sits on an appeals committee that has yet to decide."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Everything a visitor may act as: at most one player, and any number of staff roles."""

    identities: tuple[Identity, ...] = ()
    superuser: bool = False
    """Whether this is the operator of the installation, signed in: an owner of everything."""
    user_id: int | None = None
    """The operator's login, by which the record tells operators apart."""

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
        """Return every role except the player's."""
        return tuple(known for known in self.identities if known.role != Role.PLAYER)

    def has(self, tournament_id: int, *roles: str) -> bool:
        """Whether the visitor has one of these staff roles in a tournament, or has every role."""
        return self.superuser or any(
            known.role in roles and known.tournament_id == tournament_id
            for known in self.identities
        )

    def strongest(self, tournament_id: int, roles: Collection[str]) -> Identity | None:
        """Return the visitor's most powerful of these roles in a tournament, if any."""
        known = [
            identity
            for identity in self.identities
            if identity.tournament_id == tournament_id and identity.role in roles
        ]
        return min(known, key=lambda identity: STRENGTH.index(Role(identity.role)), default=None)


STRENGTH = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE, Role.HELPER, Role.PLAYER)
"""The roles, most powerful first."""


def visitor_by_links(
    link_ids: Sequence[int], *, superuser: bool = False, user_id: int | None = None
) -> Visitor:
    """Return what these links make of their holder; revoked and expired ones give nothing.

    The order of ``link_ids`` is kept: of two players' links the first counts. The numbers of
    waiting cases come along, because every page shows them. One query.
    """
    if not link_ids:
        return Visitor(superuser=superuser, user_id=user_id)
    found: dict[int, Identity] = {}
    for row in queries.usable_links(link_ids, timezone.now()):
        known = Identity(*row)
        found[known.link_id] = replace(known, sits=bool(known.sits))
    return Visitor(tuple(found[pk] for pk in link_ids if pk in found), superuser, user_id)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link and whether it still works."""

    id: int
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    usable: bool


@dataclass(frozen=True, slots=True)
class PlayerLinks:
    """A player with the links made for them, newest first."""

    player: PlayerName
    links: tuple[LinkRow, ...]

    @property
    def usable(self) -> tuple[LinkRow, ...]:
        """Return the links that work."""
        return tuple(link for link in self.links if link.usable)


@dataclass(frozen=True, slots=True)
class LinkOwner:
    """The owner of a link, and its tournament."""

    id: int
    tournament_id: int
    role: str
    player: PlayerName | None
    usable: bool


def player_links(tournament_id: int) -> tuple[PlayerLinks, ...]:
    """Return the players of a tournament with their links, by number, in two queries."""
    links: dict[int, list[LinkRow]] = {}
    rows = AccessLink.objects.filter(tournament=tournament_id, role=Role.PLAYER).order_by("-pk")
    for link in rows:
        row = LinkRow(link.pk, link.created_at, link.expires_at, link.revoked_at, _usable(link))
        links.setdefault(link.player_id or 0, []).append(row)
    players = Player.objects.filter(tournament=tournament_id).order_by("number")
    names = (
        PlayerName(*row) for row in players.values_list("pk", "name", "rank", "club", "number")
    )
    return tuple(
        PlayerLinks(player, tuple(links.get(player.id, ()))) for player in with_marks(names)
    )


def link_owner(link_id: int) -> LinkOwner | None:
    """Return a link's owner, or None if there is no such link; at most three queries."""
    link = AccessLink.objects.filter(pk=link_id).first()
    if link is None:
        return None
    player = (
        player_of(tournament_id=link.tournament_id, player_id=link.player_id)
        if link.player_id
        else None
    )
    return LinkOwner(link.pk, link.tournament_id, link.role, player, _usable(link))


def player_of(*, tournament_id: int, player_id: int) -> PlayerName | None:
    """Return a player of the tournament, with what tells them apart from namesakes.

    None if they do not play in it. Two queries.
    """
    row = (
        Player.objects.filter(tournament=tournament_id, pk=player_id)
        .values_list("pk", "name", "rank", "club", "number")
        .first()
    )
    if row is None:
        return None
    mark = namesake_marks(tournament_id).get(player_id, "")
    return replace(PlayerName(*row), mark=mark)


def player_behind(identity: Identity) -> PlayerName | None:
    """Return the player of a link, as :func:`player_of` does; None for staff."""
    if identity.player_id is None:
        return None
    return player_of(tournament_id=identity.tournament_id, player_id=identity.player_id)


def email_of(player_id: int) -> str:
    """Return the e-mail address of a player, or an empty string."""
    return Player.objects.filter(pk=player_id).values_list("email", flat=True).first() or ""


def _usable(link: AccessLink) -> bool:
    """Return for a loaded link what ``AccessLink.objects.usable()`` asks the database."""
    return link.revoked_at is None and (link.expires_at is None or link.expires_at > timezone.now())


@dataclass(frozen=True, slots=True)
class StaffLink:
    """A link of a staff member. ``last`` is when it was last used to do something."""

    id: int
    role: str
    label: str
    created_at: datetime
    expires_at: datetime | None
    last: datetime | None

    @property
    def role_label(self) -> str:
        """Return the role in words."""
        return str(Role(self.role).label)


def staff_links(tournament_id: int) -> tuple[StaffLink, ...]:
    """Return the staff's working links, owners first, then by age, in two queries.

    Links made for the tokens of programs, which nobody can open, are left out.
    """
    rows = list(
        AccessLink.objects.usable()
        .filter(tournament=tournament_id, tokens=None)
        .exclude(role=Role.PLAYER)
        .order_by("pk")
        .values_list("person__uid", "pk", "role", "label", "created_at", "expires_at")
    )
    done = AuditEvent.objects.filter(
        tournament=tournament_id, actor__in=[uid for uid, *_ in rows if uid]
    )
    last = dict(done.order_by().values_list("actor").annotate(last=Max("at")))
    found = [StaffLink(*row[1:], last.get(row[0])) for row in rows]
    return tuple(sorted(found, key=lambda link: STRENGTH.index(Role(link.role))))


def staff_link(tournament_id: int, link_id: int) -> StaffLink | None:
    """Return a working link of the staff, or None."""
    return next((link for link in staff_links(tournament_id) if link.id == link_id), None)
