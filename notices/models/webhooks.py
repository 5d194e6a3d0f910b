"""Webhooks, the topics they can subscribe to, and the deliveries to them."""

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.models import Topic
from tournament.models import Tournament

SUBSCRIBED = tuple(topic for topic in Topic if topic is not Topic.TEST)
"""The topics that a webhook can subscribe to."""


def new_seed() -> str:
    """Return a random seed; a webhook's secret is derived from it and the installation's key."""
    return token_hex(16)


class Webhook(models.Model):
    """An address that receives messages about some topics.

    The signing secret is not stored: it is derived from ``seed`` and ``SHINPAN_SECRET_KEY``, so a
    copy of the database alone signs nothing. Nothing has arrived since ``failing_since``;
    ``stopped_at`` is when the program switched the webhook off for that.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    topics = models.JSONField(default=list)
    """Values of :class:`Topic`."""
    enabled = models.BooleanField(default=True)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The subscribers are looked up for every announcement, so there is an index for it."""

        constraints = (
            models.CheckConstraint(condition=~Q(url=""), name="webhook_address"),
            models.CheckConstraint(
                condition=Q(enabled=False) | Q(stopped_at=None), name="webhook_stopped"
            ),
        )
        indexes = (
            models.Index(fields=["tournament"], condition=Q(enabled=True), name="webhook_listens"),
        )

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Given up")


def new_message_id() -> str:
    """Return a random message id; every attempt of a delivery carries the same."""
    return f"msg_{token_hex(12)}"


class Delivery(models.Model):
    """A message to one webhook, and how its last attempt went.

    ``source`` is what it is about: ``event:<id>`` of the audit trail, ``verdict:<id>`` or
    ``test:<random>``. The body is built from it at every attempt, so that no names are stored
    here. ``round_of_attempts`` counts the replays, ``attempts`` starts again with each of them.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40, unique=True, default=new_message_id)
    topic = models.CharField(max_length=40)
    source = models.CharField(max_length=40)
    state = models.CharField(
        max_length=9, choices=DeliveryState.choices, default=DeliveryState.WAITING
    )
    round_of_attempts = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """The HTTP status of the last response; None: there was none."""
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")
    """Why the last attempt failed, in English."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    """When it is tried again; None: now, or never."""

    class Meta:
        """One delivery for each webhook and source."""

        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(fields=["webhook", "source"], name="delivery_once"),
            models.CheckConstraint(
                condition=Q(state__in=DeliveryState.values), name="delivery_state"
            ),
        )
        indexes = (
            models.Index(fields=["webhook", "-id"], name="delivery_newest"),
            models.Index(fields=["created_at"], name="delivery_age"),
        )

    def __str__(self) -> str:
        return self.message_id
