"""Announcements: one job about an event becomes a job for every webhook and every e-mail."""

from jobs.table import ClaimedJob, finish
from notices.emails.outbox import write_mails
from notices.emails.recipients import recipients
from notices.models import Delivery, Webhook
from notices.webhooks.delivery import enqueue_attempt


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
