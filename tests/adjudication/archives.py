"""Archives as tests look into them, and what makes them long."""

import io

from django.utils import timezone

from adjudication.archive.services.archive import write_archive
from tournament.audit import queries
from tournament.audit.selectors.trail import event_digest
from tournament.audit.services.current_actor import NOBODY
from tournament.models import AuditEvent, Tournament, Verb


def archive_of(tournament: Tournament) -> bytes:
    stream = io.BytesIO()
    write_archive(tournament_id=tournament.pk, stream=stream)
    return stream.getvalue()


def add_events(tournament: Tournament, count: int) -> None:
    """Write so many events at once, each sealing the one before it."""
    sequence, digest, __ = queries.trail_head(tournament.pk)
    events: list[AuditEvent] = []
    for number in range(count):
        board = {"table": number % 999 + 1, "black": 1, "white": 2, "handicap": 0, "komi_half": 15}
        event = AuditEvent(
            tournament=tournament,
            sequence=sequence + 1,
            at=timezone.now(),
            verb=Verb.TERMS_SET,
            actor_role=NOBODY.role,
            round_number=1,
            table=number % 999 + 1,
            players=[1, 2],
            before={**board, "result": "", "note": "as it was paired in the draft of the round"},
            after={**board, "komi_half": 13},
            previous=digest,
        )
        event.digest = digest = event_digest(event, None)
        sequence += 1
        events.append(event)
        if len(events) == 5000 or number == count - 1:
            AuditEvent.objects.bulk_create(events, batch_size=500)
            events.clear()
    queries.move_trail_head(tournament.pk, sequence, digest, public=False)
