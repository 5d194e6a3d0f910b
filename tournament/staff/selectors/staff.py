"""The staff's links: who may do what since when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tournament.models import AccessLink, AuditEvent, Role
from tournament.staff.selectors.identity import STRENGTH


@dataclass(frozen=True, slots=True)
class StaffLink:
    """A link of somebody on the staff. ``last`` is when something was done through it."""

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
    """Return the staff's links that work, owners first, then by age, in two queries.

    Those made for the tokens of programs, which nobody can open, are left out.
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
    return tuple(sorted(found, key=lambda one: STRENGTH.index(Role(one.role))))


def staff_link(tournament_id: int, link_id: int) -> StaffLink | None:
    """Return a link of the staff that works, or None."""
    return next((one for one in staff_links(tournament_id) if one.id == link_id), None)
