"""Telling everybody who listens: one job becomes a job for every webhook and every mail."""

from jobs.table import ClaimedJob, finish
from notices.models import Delivery, Webhook
from notices.selectors.recipients import recipients
from notices.services.delivering import hand_over
from notices.services.writing import write_mails


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
            write_mails(tournament_id, to, source)

    return finish(job, write)
