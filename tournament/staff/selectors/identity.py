"""Who a visitor is: the access links a session was opened with, as long as they are usable."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db import connection
from django.utils import timezone

from adjudication.models import AppealState, CaseState
from tournament.models import Role


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
    label: str = ""
    """Who a staff link was made for, as its maker wrote it."""
    cases: int = 0
    """How many cases of the tournament wait for somebody of its staff."""
    sits: bool = False
    """Whether its holder sits on an appeals committee that has still to decide."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Everything a visitor may act as: at most one player, and any number of staff roles."""

    identities: tuple[Identity, ...] = ()
    superuser: bool = False
    """Whether this is the operator of the installation, signed in: an owner of everything."""
    user_id: int | None = None
    """The login of the operator: the record tells operators apart by it."""

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
        """Return every role but the player's."""
        return tuple(known for known in self.identities if known.role != Role.PLAYER)

    def has(self, tournament_id: int, *roles: str) -> bool:
        """Whether the visitor has one of these staff roles in a tournament, or all roles."""
        return self.superuser or any(
            known.role in roles and known.tournament_id == tournament_id
            for known in self.identities
        )

    def strongest(self, tournament_id: int, roles: Collection[str]) -> Identity | None:
        """Return the one of these roles of the visitor in a tournament that may do most, if any."""
        known = [
            one
            for one in self.identities
            if one.tournament_id == tournament_id and one.role in roles
        ]
        return min(known, key=lambda one: STRENGTH.index(Role(one.role)), default=None)


FOR_STAFF = (CaseState.OPEN, CaseState.TAKEN, CaseState.APPEALED)
"""The states of a case that waits for a referee or for a committee."""

STRENGTH = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE, Role.HELPER, Role.PLAYER)
"""The roles, the one that may do most first."""


# Written by hand: every phone asks for these every few seconds, and the same through the models
# costs several times as much processor time. That it means what AccessLink's usable() means, a
# test compares.
_STATEMENT = """
SELECT l.id, l.role, l.tournament_id, t.name, t.slug, l.player_id, coalesce(p.name, ''), l.label,
  (SELECT count(*) FROM adjudication_case c
    WHERE c.tournament_id = l.tournament_id AND c.state IN (%s, %s, %s)),
  EXISTS (SELECT 1 FROM adjudication_appeal a
    JOIN adjudication_committeemember m ON m.appeal_id = a.id
    JOIN tournament_person w ON w.id = m.person_id
    WHERE a.state = %s AND (w.link_id = l.id OR w.player_id = l.player_id))
FROM tournament_accesslink l
JOIN tournament_tournament t ON t.id = l.tournament_id
LEFT JOIN tournament_player p ON p.id = l.player_id
WHERE l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > %s) AND l.id IN ({marks})
"""
"""The columns are those of an :class:`Identity`."""


def visitor_by_links(
    link_ids: Sequence[int], *, superuser: bool = False, user_id: int | None = None
) -> Visitor:
    """Return what these links make of their holder; revoked and expired ones give nothing.

    The order of ``link_ids`` is kept: of two players' links the first counts. What of the cases
    waits comes along, for the doors that every page shows. One query.
    """
    if not link_ids:
        return Visitor(superuser=superuser, user_id=user_id)
    found: dict[int, Identity] = {}
    marks = ", ".join(["%s"] * len(link_ids))
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(
            _STATEMENT.replace("{marks}", marks),
            [*FOR_STAFF, AppealState.WAITING, now, *link_ids],
        )
        for row in cursor.fetchall():
            known = Identity(*row)
            found[known.link_id] = replace(known, sits=bool(known.sits))
    return Visitor(tuple(found[pk] for pk in link_ids if pk in found), superuser, user_id)
