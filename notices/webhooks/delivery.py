"""Delivery of messages to webhooks: attempts, retries, switching off what keeps failing.

Every attempt is a job. A message arrives at least once: if a worker dies after the response and
before recording it, the same message is sent again with the same id.
"""

import json
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue, enqueue_many, finish
from notices import slow_hosts
from notices.emails.outbox import staff_recipients, write_mails
from notices.models import DELIVER, Delivery, DeliveryState, MailKind, Webhook
from notices.webhooks.http_client import Outcome, post
from notices.webhooks.payloads import payload_of
from notices.webhooks.safe_addresses import host_of
from notices.webhooks.signing import signature
from tournament.audit.models import Topic

_SECONDS, _MINUTES, _HOURS = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
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
"""The pauses after failed attempts: 12 attempts in a day and a half."""
FAILING = timedelta(days=1)
"""A webhook that has received nothing for so long is switched off when a delivery is given up."""
LONGEST = sum(PAUSES, timedelta())
"""After so long any failure switches it off: if many wait, none may ever reach 12 attempts."""
GONE = 410
SWITCHED_OFF = gettext_noop("The webhook is switched off.")
SOURCE_GONE = gettext_noop("What it was about no longer exists.")


def enqueue_attempt(delivery: Delivery) -> None:
    """Write the job of a delivery's next attempt, in the caller's transaction."""
    key, payload = _job(delivery)
    enqueue(kind=DELIVER, dedup_key=key, payload=payload, priority=Urgency.MESSAGE)


def deliver(job: ClaimedJob) -> bool:
    """Make an attempt; record how it went, and when the next one follows."""
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
        return finish(job, lambda: _give_up(delivery, Outcome(None, 0, SWITCHED_OFF)))
    payload = payload_of(delivery.topic, delivery.source)
    if payload is None:
        return finish(job, lambda: _give_up(delivery, Outcome(None, 0, SOURCE_GONE)))
    host = host_of(delivery.webhook.url)
    if delivery.topic != Topic.TEST and not slow_hosts.may_try(host):
        return finish(job, lambda: _postpone(job, delivery))
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    now = timezone.now()
    outcome = post(delivery.webhook.url, body, _headers(delivery, body, now))
    slow_hosts.record_attempt(
        host, succeeded=outcome.status is not None, seconds=outcome.duration_ms / 1000
    )
    return finish(job, lambda: _record(delivery, outcome))


def _postpone(job: ClaimedJob, delivery: Delivery) -> None:
    """Postpone a delivery to a slow host; this does not count as an attempt."""
    now = timezone.now()
    pause = slow_hosts.pause_after(now - (delivery.webhook.failing_since or now))
    # Spread out, so that not all of them are due at the same moment.
    spread = (delivery.pk % slow_hosts.RETRY_SECONDS) / slow_hosts.RETRY_SECONDS
    next_at = now + pause + spread * pause
    Delivery.objects.filter(pk=delivery.pk).update(next_at=next_at)
    key, payload = _job(delivery)
    enqueue_many(DELIVER, [(f"{key}:{job.id}", payload)], priority=Urgency.MESSAGE, at=next_at)


def _headers(delivery: Delivery, body: bytes, now: datetime) -> dict[str, str]:
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Shinpan-Webhooks",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature(
            delivery.webhook.seed, message_id=delivery.message_id, sent_at=now, body=body
        ),
    }


def _record(delivery: Delivery, outcome: Outcome) -> None:
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return
    if outcome.succeeded:
        _save(delivery, outcome, state=DeliveryState.DELIVERED)
        if webhook.failing_since is not None:
            webhook.failing_since = None
            webhook.save(update_fields=["failing_since"])
        return
    now = timezone.now()
    is_test = delivery.topic == Topic.TEST
    if not is_test and webhook.failing_since is None:
        webhook.failing_since = now
        webhook.save(update_fields=["failing_since"])
    since = webhook.failing_since
    last = delivery.attempts >= len(PAUSES)
    if not is_test and webhook.enabled and since is not None:
        too_long = now - since >= (FAILING if last else LONGEST)
        if too_long or outcome.status == GONE:
            _switch_off(webhook, now)
    if is_test or last or outcome.status == GONE:
        _give_up(delivery, outcome)
        return
    next_at = now + PAUSES[delivery.attempts]
    if _save(delivery, outcome, state=DeliveryState.WAITING, next_at=next_at):
        delivery.attempts += 1
        enqueue_many(DELIVER, [_job(delivery)], priority=Urgency.MESSAGE, at=next_at)


def _give_up(delivery: Delivery, outcome: Outcome) -> None:
    _save(delivery, outcome, state=DeliveryState.FAILED)


def _save(
    delivery: Delivery, outcome: Outcome, *, state: DeliveryState, next_at: datetime | None = None
) -> bool:
    """Record an attempt, unless the delivery was replayed meanwhile."""
    unchanged = Delivery.objects.filter(
        pk=delivery.pk, round_of_attempts=delivery.round_of_attempts, attempts=delivery.attempts
    )
    updated = unchanged.update(
        state=state,
        attempts=F("attempts") + 1,
        status=outcome.status,
        duration_ms=outcome.duration_ms,
        error=outcome.error,
        tried_at=timezone.now(),
        next_at=next_at,
    )
    return updated == 1


def _switch_off(webhook: Webhook, now: datetime) -> None:
    webhook.enabled = False
    webhook.stopped_at = now
    webhook.save(update_fields=["enabled", "stopped_at"])
    to = staff_recipients(MailKind.STAFF_TROUBLE, webhook.tournament_id)
    write_mails(webhook.tournament_id, to, f"webhook:{webhook.pk}:{int(now.timestamp())}")


def _job(delivery: Delivery) -> tuple[str, dict[str, int]]:
    """Return key and payload of a delivery's next attempt; every attempt has a key of its own."""
    round_, attempt = delivery.round_of_attempts, delivery.attempts
    payload = {"delivery_id": delivery.pk, "round": round_, "attempt": attempt}
    return f"{DELIVER}:{delivery.pk}:{round_}:{attempt}", payload
