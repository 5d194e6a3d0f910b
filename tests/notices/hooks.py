"""What the tests of webhooks do again and again."""

import json
from datetime import timedelta
from typing import Any

from django.utils import timezone

from jobs.models import Job, JobState
from jobs.worker import run_job
from notices.models import SUBSCRIBED, Delivery, Webhook
from notices.webhooks.services import NewWebhook, add_webhook
from tests.support.receiver import Receiver
from tests.support.world import World

ALL = [topic.value for topic in SUBSCRIBED]


def listen(world: World, receiver: Receiver, *topics: str) -> NewWebhook:
    return add_webhook(tournament_id=world.tournament.pk, url=receiver.url, topics=topics or ALL)


def work() -> int:
    """Do every job that is due; return how many there were."""
    count = 0
    while run_job():
        count += 1
    return count


def later(**pause: float) -> None:
    """Let time pass for whatever waits."""
    gone = timedelta(**pause)
    for job in Job.objects.filter(state=JobState.READY):
        Job.objects.filter(pk=job.pk).update(run_after=job.run_after - gone)
    for hook in Webhook.objects.exclude(failing_since=None):
        assert hook.failing_since is not None
        Webhook.objects.filter(pk=hook.pk).update(failing_since=hook.failing_since - gone)


def bodies(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in receiver.got]


def only_delivery() -> Delivery:
    (delivery,) = Delivery.objects.all()
    return delivery


def waits_for() -> float:
    """Return in how many seconds the next job is due."""
    (job,) = Job.objects.filter(state=JobState.READY)
    return (job.run_after - timezone.now()).total_seconds()
