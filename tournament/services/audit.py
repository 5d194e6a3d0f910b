"""Writing down what was done, in the transaction that does it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.models import AuditEvent
from tournament.services.acting import Actor, actor

LONGEST_REASON = 500


def checked_note(note: str) -> str:
    """Return the reason that an event is to keep, on one line.

    Raises UserError (field ``note``) without one, or for one that is too long.
    """
    note = " ".join(note.split())
    if not note:
        raise UserError(
            "reason_missing",
            field="note",
            text=_("The round is published: say in a few words why this changes."),
        )
    if len(note) > LONGEST_REASON or not note.isprintable():
        raise UserError("note", field="note", text=_("Write at most 500 characters, on one line."))
    return note


def record(
    verb: str,
    *,
    tournament_id: int,
    round_number: int | None = None,
    table: int | None = None,
    players: Sequence[int] = (),
    before: Any = None,
    after: Any = None,
    reason: str = "",
    undoes: AuditEvent | None = None,
    by: Actor | None = None,
) -> AuditEvent:
    """Write an event and return it; call it inside the transaction of the change.

    ``players`` are numbers in the tournament. ``before`` and ``after`` are JSON that tells what
    was and what is, by numbers and never by keys (:class:`~tournament.models.AuditEvent`).
    ``by`` is who acts, where that is not the one of the request.
    """
    who = actor() if by is None else by
    return AuditEvent.objects.create(
        tournament_id=tournament_id,
        verb=verb,
        actor_role=who.role,
        actor_name=who.name,
        actor_link=who.link_id,
        round_number=round_number,
        table=table,
        players=list(players),
        before=before,
        after=after,
        reason=reason[:LONGEST_REASON],
        undoes=undoes,
    )
