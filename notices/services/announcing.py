"""Telling everybody who listens: one job becomes a job for every webhook and every mail."""

from django.utils import timezone

from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue, finish
from notices.models import Delivery, Mail, Webhook
from notices.selectors.recipients import To, recipients
from notices.services.delivering import hand_over
from notices.services.later import write_jobs

MAIL = "mail"
"""The kind of job that sends one mail."""
FEW = 20


def tell_all(job: ClaimedJob) -> bool:
    """Write the deliveries and mails of an announcement, all of them or none."""
    topic, source = str(job.payload["topic"]), str(job.payload["source"])
    tournament_id = int(job.payload["tournament_id"])

    def write() -> None:
        hooks = Webhook.objects.filter(tournament=tournament_id, enabled=True).order_by("pk")
        for webhook in hooks:
            if topic in webhook.topics:
                delivery, made = Delivery.objects.get_or_create(
                    webhook=webhook, source=source, defaults={"topic": topic}
                )
                if made:
                    hand_over(delivery)
        for to in recipients(topic, tournament_id, source):
            post_all(tournament_id, to, source)

    return finish(job, write)


def post_all(tournament_id: int, to: To, source: str) -> None:
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
