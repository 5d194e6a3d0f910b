"""Recording what was done, in the transaction that does it.

An event seals the one before it, so they are written one after the other: :func:`record_all` takes
the last of all locks (:mod:`tournament.common.locks`) and keeps it until the transaction ends.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.table import enqueue
from tournament.audit import queries
from tournament.audit.models import PRIVATE_VERBS, Topic
from tournament.audit.selectors.trail import event_digest
from tournament.audit.services.current_actor import Actor, current_actor
from tournament.audit.services.looking_ahead import looking_ahead
from tournament.audit.services.outbox import TOPICS, announce_each
from tournament.audit.services.persons import uid_of
from tournament.common.cleaning import check_line
from tournament.common.locks import hold_trail
from tournament.errors import UserError
from tournament.fields.models import max_length_of
from tournament.formats.chain import as_stored_json, digest_of_reason
from tournament.models import AuditEvent, TrailHead

LONGEST_REASON = max_length_of(AuditEvent, "reason")


def checked_note(note: str) -> str:
    """Return the reason that an event will keep, on one line.

    Raises UserError (field ``note``) if it is missing or too long.
    """
    note = " ".join(note.split())
    if not note:
        raise UserError(
            "reason_missing",
            field="note",
            text=_("The round is published: say in a few words why this changes."),
        )
    check_line(note, LONGEST_REASON, field="note", code="note")
    return note


@dataclass(frozen=True, slots=True)
class EventContents:
    """The contents of an event.

    ``players`` are numbers in the tournament. ``before`` and ``after`` are JSON with the old and
    new values, which refer to things by numbers and never by keys
    (:class:`~tournament.models.AuditEvent`).
    """

    verb: str
    round_number: int | None = None
    table: int | None = None
    players: Sequence[int] = ()
    before: Any = None
    after: Any = None
    reason: str = ""
    undoes: AuditEvent | None = None


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
    """Write an event and return it; see :class:`EventContents` and :func:`record_all`."""
    contents = EventContents(verb, round_number, table, players, before, after, reason, undoes)
    (event,) = record_all([contents], tournament_id=tournament_id, by=by)
    return event


@transaction.atomic(savepoint=False)
def record_all(
    told: Sequence[EventContents], *, tournament_id: int, by: Actor | None = None
) -> list[AuditEvent]:
    """Write events in this order and return them; call it in the transaction of the changes.

    ``by`` is the actor, if not the request's. After it, take no lock that somebody may hold who
    writes an event directly.
    """
    if not told:
        return []
    who = current_actor() if by is None else by
    hold_trail(tournament_id)
    uid = uid_of(tournament_id, who, held=True)
    last, digest, looks_ahead = queries.trail_head(tournament_id)
    at = timezone.now()
    events = []
    for sequence, what in enumerate(told, last + 1):
        reason = what.reason[:LONGEST_REASON]
        salt = new_salt(reason)
        event = AuditEvent(
            tournament_id=tournament_id,
            sequence=sequence,
            at=at,
            verb=what.verb,
            actor=uid,
            actor_role=who.role,
            round_number=what.round_number,
            table=what.table,
            players=list(what.players),
            before=as_stored_json(what.before),
            after=as_stored_json(what.after),
            reason=reason,
            reason_salt=salt,
            reason_digest=digest_of_reason(salt, reason),
            undoes=what.undoes,
            previous=digest,
        )
        digest = event.digest = event_digest(event, what.undoes)
        events.append(event)
    AuditEvent.objects.bulk_create(events)
    sequence, public = last + len(events), any(what.verb not in PRIVATE_VERBS for what in told)
    if not queries.move_trail_head(tournament_id, sequence, digest, public=public):
        TrailHead.objects.create(
            tournament_id=tournament_id,
            sequence=sequence,
            digest=digest,
            public=int(public),
            all=1,
        )
    keys: dict[Topic, list[int]] = defaultdict(list)
    for event in events:
        if event.verb in TOPICS:
            keys[TOPICS[event.verb]].append(event.pk)
    for topic, several in keys.items():
        announce_each(topic, "event", several, tournament_id=tournament_id)
    if looks_ahead:
        enqueue(**looking_ahead(tournament_id, sequence))
    return events


def new_salt(reason: str) -> str:
    """Return the salt that hides a reason in its digest; empty if there is no reason."""
    return token_hex(16) if reason else ""
