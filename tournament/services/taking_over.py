"""A tournament out of a file: created, with the link of whoever it belongs to."""

from django.db import transaction

from tournament.models import Role
from tournament.services.founding import LONGEST_LABEL, Founded
from tournament.services.imports import import_event
from tournament.services.links import issue_link, open_link
from tournament.state.event import Event


@transaction.atomic
def take_over(*, event: Event, rules: str = "", secret: bytes | None = None) -> Founded:
    """Create a tournament with everything that ``event`` holds, and the link of its owner.

    ``secret`` is as for :func:`~tournament.services.links.issue_link`.
    Raises UserError as :func:`~tournament.services.imports.import_event` does.
    """
    row = import_event(event=event, rules=rules)
    label = row.director_name[:LONGEST_LABEL].strip()
    token = issue_link(tournament_id=row.pk, role=Role.DIRECTOR, label=label, secret=secret)
    return Founded(row.pk, row.name, row.slug, open_link(token).link_id, token)
