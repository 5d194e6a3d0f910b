"""What the jobs of this application do: announce, send an e-mail, delete old messages."""

from datetime import datetime, timedelta

from jobs.table import ClaimedJob, finish
from notices.email_texts.email import compose
from notices.emails.outbox import recipients, write_mails
from notices.emails.sending import send
from notices.models import Delivery, Mail, Webhook
from notices.webhooks.delivery import enqueue_attempt

RETENTION = timedelta(days=90)
"""How long messages are kept, so that their lists do not grow forever."""
EVERY = timedelta(hours=1)
BATCH = 1000
_last_run: list[datetime] = []


def announce(job: ClaimedJob) -> bool:
    """Write the deliveries and e-mails of an announcement, all of them or none."""
    topic, source = str(job.payload["topic"]), str(job.payload["source"])
    tournament_id = int(job.payload["tournament_id"])

    def write() -> None:
        webhooks = Webhook.objects.filter(tournament=tournament_id, enabled=True).order_by("pk")
        for webhook in webhooks:
            if topic in webhook.topics:
                delivery, created = Delivery.objects.get_or_create(
                    webhook=webhook, source=source, defaults={"topic": topic}
                )
                if created:
                    enqueue_attempt(delivery)
        for to in recipients(topic, tournament_id, source):
            write_mails(tournament_id, to, source)

    return finish(job, write)


def delete_old(now: datetime) -> int:
    """Delete a batch of deliveries and e-mails older than :data:`RETENTION`; return how many.

    Each process looks once an hour, and again at once if there was more than a batch.
    """
    if _last_run and timedelta() <= now - _last_run[0] < EVERY:
        return 0
    count, more = 0, False
    for model in (Delivery, Mail):
        old = model._default_manager.filter(created_at__lt=now - RETENTION).order_by("created_at")
        ids = list(old.values_list("pk", flat=True)[:BATCH])
        count += model._default_manager.filter(pk__in=ids).delete()[0]
        more = more or len(ids) == BATCH
    if not more:
        _last_run[:] = [now]
    return count


def send_mail(job: ClaimedJob) -> bool:
    """Send an e-mail, with the text that belongs to its topic."""
    return send(job, compose=compose)
