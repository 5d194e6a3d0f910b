"""One announcement to one webhook."""

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notices.models.webhook import Webhook


class DeliveryState(models.TextChoices):
    """How far it is."""

    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Given up")


def new_message_id() -> str:
    """Return the id that every attempt of a delivery carries."""
    return f"msg_{token_hex(12)}"


class Delivery(models.Model):
    """What a webhook is told, and how the last attempt went.

    ``source`` is what happened: ``event:<id>`` of the record of the tournament, ``verdict:<id>``
    or ``test:<random>``. The body is made of it anew at every attempt, so that no names are kept
    here. ``round_of_attempts`` counts up with every replay, ``attempts`` within it.
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
    """The HTTP status of the last answer; None: there was none."""
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")
    """Why the last attempt failed, in English."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    """When it is tried again; None: now, or no more."""

    class Meta:
        """Once for each thing that happened."""

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
