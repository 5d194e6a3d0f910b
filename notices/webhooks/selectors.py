"""Webhooks and their deliveries as plain values, without secrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from notices.models import Delivery, Webhook
from tournament.audit.models import Topic

MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook. Nothing has arrived since ``failing_since``."""

    id: int
    url: str
    topics: tuple[str, ...]
    enabled: bool
    failing_since: datetime | None
    stopped_at: datetime | None
    created_at: datetime

    @property
    def topic_labels(self) -> tuple[str, ...]:
        """Return its topics in the reader's language."""
        labels = dict(Topic.choices)
        return tuple(str(labels.get(topic, topic)) for topic in self.topics)


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery and its last attempt."""

    id: int
    webhook_id: int
    message_id: str
    topic: str
    state: str
    attempts: int
    status: int | None
    duration_ms: int | None
    error: str
    created_at: datetime
    tried_at: datetime | None
    next_at: datetime | None

    @property
    def error_text(self) -> str:
        """Return why it failed, in the reader's language if it is an error of our own."""
        return gettext(self.error) if self.error else ""

    @property
    def topic_label(self) -> str:
        """Return its topic in the reader's language."""
        return str(dict(Topic.choices).get(self.topic, self.topic))


_WEBHOOK = ("pk", "url", "topics", "enabled", "failing_since", "stopped_at", "created_at")
_DELIVERY = (
    "pk",
    "webhook_id",
    "message_id",
    "topic",
    "state",
    "attempts",
    "status",
    "duration_ms",
    "error",
    "created_at",
    "tried_at",
    "next_at",
)


def webhooks_of(tournament_id: int) -> tuple[WebhookRow, ...]:
    """Return the webhooks of a tournament, the oldest first."""
    rows = Webhook.objects.filter(tournament=tournament_id).order_by("pk")
    return tuple(_webhook(row) for row in rows.values_list(*_WEBHOOK))


def webhook_of(tournament_id: int, webhook_id: int) -> WebhookRow | None:
    """Return one webhook of a tournament, or None."""
    rows = Webhook.objects.filter(tournament=tournament_id, pk=webhook_id)
    row = rows.values_list(*_WEBHOOK).first()
    return None if row is None else _webhook(row)


def deliveries_of(
    tournament_id: int,
    webhook_id: int,
    *,
    before: int | None = None,
    most: int = MOST_LISTED,
    state: str = "",
) -> tuple[DeliveryRow, ...]:
    """Return deliveries of a webhook, the newest first; ``before`` is the id to continue from."""
    rows = Delivery.objects.filter(webhook=webhook_id, webhook__tournament=tournament_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if state:
        rows = rows.filter(state=state)
    return tuple(DeliveryRow(*row) for row in rows.order_by("-pk").values_list(*_DELIVERY)[:most])


def delivery_of(tournament_id: int, delivery_id: int) -> DeliveryRow | None:
    """Return one delivery of a tournament's webhooks, or None."""
    rows = Delivery.objects.filter(pk=delivery_id, webhook__tournament=tournament_id)
    row = rows.values_list(*_DELIVERY).first()
    return None if row is None else DeliveryRow(*row)


def _webhook(row: Sequence[object]) -> WebhookRow:
    pk, url, topics, *rest = row
    return WebhookRow(pk, url, tuple(topics), *rest)  # type: ignore[arg-type]
