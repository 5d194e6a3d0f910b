"""Where another program wants to be told what happens in a tournament."""

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models import Tournament

LONGEST_ADDRESS = 500


def new_seed() -> str:
    """Return what a webhook's secret is made from, together with the installation's key."""
    return token_hex(16)


class Webhook(models.Model):
    """An address that is told of some topics.

    The secret it signs with is not kept: it comes from ``seed`` and ``SHINPAN_SECRET_KEY``, so a
    copy of the database alone signs nothing. ``failing_since`` is when deliveries began to fail
    and none arrived any more; ``stopped_at`` when the program switched it off for that.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=LONGEST_ADDRESS)
    topics = models.JSONField(default=list)
    """Values of :class:`~notices.models.topic.Topic`."""
    enabled = models.BooleanField(default=True)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Who listens is looked for at every announcement: an index answers it."""

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
