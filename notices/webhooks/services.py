"""Add, change and remove webhooks, renew their secrets, send tests, replay deliveries.

All of it works in a closed tournament as well: nothing of the tournament changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from notices.models import SUBSCRIBED, Delivery, DeliveryState, Webhook, new_seed
from notices.webhooks.delivery import enqueue_attempt
from notices.webhooks.safe_addresses import host_of, target_of
from notices.webhooks.signing import secret_of
from tournament.audit.models import Topic
from tournament.audit.services.recording import record
from tournament.common.locks import locked_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Verb

MOST_WEBHOOKS = 10
MOST_REPLAYED = 1000


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook that was just created or got a new secret, which is shown only this once."""

    id: int
    secret: str


@transaction.atomic
def add_webhook(
    *, tournament_id: int, url: str, topics: Sequence[str], seed: str | None = None
) -> NewWebhook:
    """Send messages about some topics to a URL from now on; return the secret.

    The secret is derived from ``seed`` (32 hexadecimal digits), which is random unless given.

    Raises UserError (field ``url`` or ``topics``), NotFound, and Conflict if there are too many.
    """
    topics = _topics(topics)
    host = target_of(url).host
    locked_tournament(tournament_id)
    if Webhook.objects.filter(tournament=tournament_id).count() >= MOST_WEBHOOKS:
        raise Conflict(
            "too_many_webhooks",
            text=_("A tournament has at most %(most)d webhooks: remove one first.")
            % {"most": MOST_WEBHOOKS},
        )
    webhook = Webhook.objects.create(
        tournament_id=tournament_id, url=url.strip(), topics=topics, seed=seed or new_seed()
    )
    record(
        Verb.WEBHOOK_ADDED,
        tournament_id=tournament_id,
        after={"host": host, "topics": topics},
    )
    return NewWebhook(webhook.pk, secret_of(webhook.seed))


@transaction.atomic
def change_webhook(
    *, tournament_id: int, webhook_id: int, url: str, topics: Sequence[str], enabled: bool
) -> None:
    """Change a webhook's URL or topics, or switch it off or on.

    Switching it on, or a new URL, ends the count of failures. The audit trail names the host only,
    because the rest of the URL may be a secret. Raises UserError (field ``url`` or ``topics``) and
    NotFound.
    """
    topics = _topics(topics)
    host = target_of(url).host
    webhook = _locked(tournament_id, webhook_id)
    before = _summary(webhook)
    moved = webhook.url != url.strip()
    if moved or (enabled and not webhook.enabled):
        webhook.failing_since = None
    if enabled or webhook.enabled:
        webhook.stopped_at = None
    webhook.url, webhook.topics, webhook.enabled = url.strip(), topics, enabled
    webhook.save(update_fields=["url", "topics", "enabled", "failing_since", "stopped_at"])
    after = {**_summary(webhook), "host": host, **({"address": "new"} if moved else {})}
    if after != before:
        record(Verb.WEBHOOK_CHANGED, tournament_id=tournament_id, before=before, after=after)


@transaction.atomic
def renew_secret(*, tournament_id: int, webhook_id: int, seed: str | None = None) -> NewWebhook:
    """Give a webhook a new secret and return it; the old one is no longer used.

    Raises NotFound.
    """
    webhook = _locked(tournament_id, webhook_id)
    webhook.seed = seed or new_seed()
    webhook.save(update_fields=["seed"])
    record(
        Verb.WEBHOOK_CHANGED,
        tournament_id=tournament_id,
        after={"host": host_of(webhook.url), "secret": "new"},
    )
    return NewWebhook(webhook.pk, secret_of(webhook.seed))


@transaction.atomic
def remove_webhook(*, tournament_id: int, webhook_id: int) -> None:
    """Remove a webhook and the list of its deliveries. Raises NotFound."""
    webhook = _locked(tournament_id, webhook_id)
    before = _summary(webhook)
    webhook.delete()
    record(Verb.WEBHOOK_REMOVED, tournament_id=tournament_id, before=before)


@transaction.atomic
def send_test(*, tournament_id: int, webhook_id: int) -> int:
    """Send a test, even to a webhook that is switched off; return the delivery's id.

    Raises NotFound.
    """
    webhook = _locked(tournament_id, webhook_id)
    delivery = Delivery.objects.create(
        webhook=webhook, topic=Topic.TEST, source=f"test:{token_hex(12)}"
    )
    enqueue_attempt(delivery)
    return delivery.pk


@transaction.atomic
def replay_delivery(*, tournament_id: int, delivery_id: int) -> None:
    """Deliver a message again, with the same message id, however it went before.

    Raises NotFound, and Conflict if its webhook is switched off.
    """
    found = Delivery.objects.filter(pk=delivery_id, webhook__tournament=tournament_id).first()
    if found is None:
        raise NotFound("no_delivery", text=_("There is no such delivery."))
    webhook = _locked(tournament_id, found.webhook_id)
    _refuse_switched_off(webhook)
    _replay(Delivery.objects.select_for_update().get(pk=delivery_id))


@transaction.atomic
def replay_since(*, tournament_id: int, webhook_id: int, since: datetime) -> int:
    """Deliver everything since a given time again, the oldest first; return how many.

    At most the newest :data:`MOST_REPLAYED`. Tests are left out. Raises NotFound, and Conflict if
    the webhook is switched off.
    """
    webhook = _locked(tournament_id, webhook_id)
    _refuse_switched_off(webhook)
    rows = webhook.deliveries.filter(created_at__gte=since).exclude(topic=Topic.TEST)
    found = list(rows.select_for_update().order_by("-pk")[:MOST_REPLAYED])
    for delivery in reversed(found):
        _replay(delivery)
    return len(found)


def _replay(delivery: Delivery) -> None:
    delivery.state = DeliveryState.WAITING
    delivery.round_of_attempts += 1
    delivery.attempts = 0
    delivery.next_at = None
    delivery.save(update_fields=["state", "round_of_attempts", "attempts", "next_at"])
    enqueue_attempt(delivery)


def _topics(topics: Sequence[str]) -> list[str]:
    chosen = [str(topic.value) for topic in SUBSCRIBED if topic.value in set(topics)]
    if not chosen or len(chosen) != len(set(topics)):
        raise UserError("webhook_topics", field="topics", text=_("Choose at least one topic."))
    return chosen


def _locked(tournament_id: int, webhook_id: int) -> Webhook:
    rows = Webhook.objects.select_for_update().filter(pk=webhook_id, tournament=tournament_id)
    webhook = rows.first()
    if webhook is None:
        raise NotFound("no_webhook", text=_("There is no such webhook."))
    return webhook


def _refuse_switched_off(webhook: Webhook) -> None:
    if not webhook.enabled:
        raise Conflict("webhook_off", text=_("The webhook is switched off: switch it on first."))


def _summary(webhook: Webhook) -> dict[str, object]:
    return {
        "host": host_of(webhook.url),
        "topics": list(webhook.topics),
        "enabled": webhook.enabled,
    }
