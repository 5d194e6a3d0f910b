"""A tournament from an empty page: created, with the link of whoever it belongs to."""

from dataclasses import dataclass

from django.db import transaction

from tournament.models import Role
from tournament.settings.selectors.setup import EventSettings
from tournament.staff.services import issue_link, open_link
from tournament.tournaments.services import create_tournament

LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class Founded:
    """A new tournament and its owner's link, whose token is told this once."""

    tournament_id: int
    name: str
    slug: str
    link_id: int
    token: str


@transaction.atomic
def found_tournament(*, event: EventSettings, secret: bytes | None = None) -> Founded:
    """Create a tournament and the link of its owner.

    ``secret`` is as for :func:`~tournament.staff.services.issue_link`. Raises UserError and
    Conflict as :func:`create_tournament` does.
    """
    row = create_tournament(
        name=event.name,
        rules=event.rules,
        slug=event.slug,
        board_size=event.board_size,
        city=event.city,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        director_name=event.director_name,
        internet=event.internet,
    )
    label = row.director_name[:LONGEST_LABEL].strip()
    token = issue_link(tournament_id=row.pk, role=Role.DIRECTOR, label=label, secret=secret)
    return Founded(row.pk, row.name, row.slug, open_link(token).link_id, token)
