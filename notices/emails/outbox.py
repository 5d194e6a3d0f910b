"""The outbox: write e-mails that are to be sent, with their jobs, in the caller's transaction."""

from django.db import transaction
from django.utils import timezone

from jobs.models import Urgency
from jobs.table import enqueue, enqueue_many
from notices.emails.recipients import To
from notices.models import Mail

MAIL = "mail"
"""The kind of job that sends an e-mail."""
HINTED = 20
"""Up to so many are announced at once; more are left to the sweeper."""


@transaction.atomic
def write_mails(tournament_id: int, to: To, source: str) -> None:
    """Write e-mails and their jobs; nobody gets two of a kind about the same source."""
    rows = [
        *(Mail(player_id=pk, kind=to.kind.value, source=source) for pk in to.players),
        *(Mail(staff_id=pk, kind=to.kind.value, source=source) for pk in to.staff),
    ]
    for row in rows:
        row.tournament_id = tournament_id
    Mail.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    written = Mail.objects.filter(tournament=tournament_id, kind=to.kind.value, source=source)
    keys = list(written.order_by("pk").values_list("pk", flat=True))
    if len(keys) > HINTED:
        jobs = [(f"{MAIL}:{pk}", {"mail_id": pk}) for pk in keys]
        enqueue_many(MAIL, jobs, priority=Urgency.MESSAGE, at=timezone.now())
        return
    for pk in keys:
        enqueue(
            kind=MAIL,
            dedup_key=f"{MAIL}:{pk}",
            payload={"mail_id": pk},
            priority=Urgency.MESSAGE,
        )
