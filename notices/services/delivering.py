"""Delivering announcements to webhooks, from the job table.

Every attempt is a job of its own. A delivery arrives at least once: a worker that dies after the
answer and before it is noted sends the same message again, under the same id.
"""

import json
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue, finish
from notices.models import Delivery, DeliveryState, MailKind, Topic, Webhook
from notices.selectors.payloads import payload_of
from notices.selectors.recipients import staff_told
from notices.services import patience
from notices.services.addresses import host_of
from notices.services.later import write_jobs
from notices.services.posting import Answer, post
from notices.services.signing import signature
from notices.services.writing import write_mails

DELIVER = "webhook"
"""The kind of job that makes one attempt."""
_SECONDS, _MINUTES, _HOURS = (
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
)
PAUSES = (
    10 * _SECONDS,
    1 * _MINUTES,
    5 * _MINUTES,
    15 * _MINUTES,
    30 * _MINUTES,
    1 * _HOURS,
    2 * _HOURS,
    4 * _HOURS,
    6 * _HOURS,
    9 * _HOURS,
    12 * _HOURS,
)
"""How long after every failed attempt the next one is made: 12 attempts in a day and a half."""
FAILING = timedelta(days=1)
"""A webhook of which nothing arrived for so long is switched off with the next one given up."""
LONGEST = sum(PAUSES, timedelta())
"""And after so long with any that fails: of many that wait none may be tried twelve times."""
GONE = 410
SWITCHED_OFF = gettext_noop("The webhook is switched off.")
NO_LONGER = gettext_noop("What it tells of is no longer there.")


def hand_over(delivery: Delivery) -> None:
    """Write the job of a delivery's next attempt into the caller's transaction."""
    key, payload = _job(delivery)
    enqueue(kind=DELIVER, dedup_key=key, payload=payload, priority=Urgency.MESSAGE)


def deliver(job: ClaimedJob) -> bool:
    """Make an attempt and note how it went, or when the next one follows."""
    rows = Delivery.objects.select_related("webhook__tournament")
    delivery = rows.filter(
        pk=job.payload["delivery_id"],
        round_of_attempts=job.payload["round"],
        attempts=job.payload["attempt"],
        state=DeliveryState.WAITING,
    ).first()
    if delivery is None:
        return finish(job, lambda: None)
    if not delivery.webhook.enabled and delivery.topic != Topic.TEST:
        return finish(job, lambda: _give_up(delivery, Answer(None, 0, SWITCHED_OFF)))
    payload = payload_of(delivery.topic, delivery.source)
    if payload is None:
        return finish(job, lambda: _give_up(delivery, Answer(None, 0, NO_LONGER)))
    machine = host_of(delivery.webhook.url)
    if delivery.topic != Topic.TEST and not patience.may_try(machine):
        return finish(job, lambda: _put_off(job, delivery))
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    now = timezone.now()
    answer = post(delivery.webhook.url, body, _headers(delivery, body, now))
    patience.note(machine, well=answer.status is not None, seconds=answer.duration_ms / 1000)
    return finish(job, lambda: _note(delivery, answer))


def _put_off(job: ClaimedJob, delivery: Delivery) -> None:
    """Let a delivery wait for a machine that does not answer; this is no attempt."""
    now = timezone.now()
    pause = patience.pause_after(now - (delivery.webhook.failing_since or now))
    # They come one after the other: the machine is tried with the first one of a minute.
    next_at = now + pause + (delivery.pk % patience.EVERY_SECONDS) * pause / patience.EVERY_SECONDS
    Delivery.objects.filter(pk=delivery.pk).update(next_at=next_at)
    key, payload = _job(delivery)
    write_jobs(DELIVER, [(f"{key}:{job.id}", payload)], at=next_at)


def _headers(delivery: Delivery, body: bytes, now: datetime) -> dict[str, str]:
    seconds = int(now.timestamp())
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Shinpan-Webhooks",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(
            delivery.webhook.seed, message_id=delivery.message_id, timestamp=seconds, body=body
        ),
    }


def _note(delivery: Delivery, answer: Answer) -> None:
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return
    if answer.well:
        _save(delivery, answer, state=DeliveryState.DELIVERED)
        if webhook.failing_since is not None:
            webhook.failing_since = None
            webhook.save(update_fields=["failing_since"])
        return
    now = timezone.now()
    tests = delivery.topic == Topic.TEST
    if not tests and webhook.failing_since is None:
        webhook.failing_since = now
        webhook.save(update_fields=["failing_since"])
    since = webhook.failing_since
    last = delivery.attempts >= len(PAUSES)
    if not tests and webhook.enabled and since is not None:
        long = now - since >= (FAILING if last else LONGEST)
        if long or answer.status == GONE:
            _switch_off(webhook, now)
    if tests or last or answer.status == GONE:
        _give_up(delivery, answer)
        return
    next_at = now + PAUSES[delivery.attempts]
    if _save(delivery, answer, state=DeliveryState.WAITING, next_at=next_at):
        delivery.attempts += 1
        write_jobs(DELIVER, [_job(delivery)], at=next_at)


def _give_up(delivery: Delivery, answer: Answer) -> None:
    _save(delivery, answer, state=DeliveryState.FAILED)


def _save(
    delivery: Delivery, answer: Answer, *, state: DeliveryState, next_at: datetime | None = None
) -> bool:
    """Note an attempt, unless the delivery was begun anew meanwhile."""
    same = Delivery.objects.filter(
        pk=delivery.pk, round_of_attempts=delivery.round_of_attempts, attempts=delivery.attempts
    )
    changed = same.update(
        state=state,
        attempts=F("attempts") + 1,
        status=answer.status,
        duration_ms=answer.duration_ms,
        error=answer.error,
        tried_at=timezone.now(),
        next_at=next_at,
    )
    return changed == 1


def _switch_off(webhook: Webhook, now: datetime) -> None:
    webhook.enabled = False
    webhook.stopped_at = now
    webhook.save(update_fields=["enabled", "stopped_at"])
    to = staff_told(MailKind.STAFF_TROUBLE, webhook.tournament_id)
    write_mails(webhook.tournament_id, to, f"webhook:{webhook.pk}:{int(now.timestamp())}")


def _job(delivery: Delivery) -> tuple[str, dict[str, int]]:
    """Return key and payload of a delivery's next attempt: there is one job for each."""
    round_, attempt = delivery.round_of_attempts, delivery.attempts
    payload = {"delivery_id": delivery.pk, "round": round_, "attempt": attempt}
    return f"{DELIVER}:{delivery.pk}:{round_}:{attempt}", payload
