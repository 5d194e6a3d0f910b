"""Writing down which mails are to be sent, and their jobs."""

from django.db import transaction
from django.utils import timezone

from jobs.models import Urgency
from jobs.table import enqueue
from notices.models import Mail
from notices.selectors.recipients import To
from notices.services.later import write_jobs

MAIL = "mail"
"""The kind of job that sends one mail."""
FEW = 20


@transaction.atomic
def write_mails(tournament_id: int, to: To, source: str) -> None:
    """Write mails and their jobs; who has one of the kind about the same gets no other."""
    rows = [
        *(Mail(player_id=pk, kind=to.kind.value, source=source) for pk in to.players),
        *(Mail(staff_id=pk, kind=to.kind.value, source=source) for pk in to.staff),
    ]
    for row in rows:
        row.tournament_id = tournament_id
    Mail.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    written = Mail.objects.filter(tournament=tournament_id, kind=to.kind.value, source=source)
    keys = list(written.order_by("pk").values_list("pk", flat=True))
    if len(keys) > FEW:  # the sweeper hands them out: nobody waits for one of many
        jobs = [(f"{MAIL}:{pk}", {"mail_id": pk}) for pk in keys]
        write_jobs(MAIL, jobs, at=timezone.now())
        return
    for pk in keys:
        enqueue(
            kind=MAIL,
            dedup_key=f"{MAIL}:{pk}",
            payload={"mail_id": pk},
            priority=Urgency.MESSAGE,
        )
