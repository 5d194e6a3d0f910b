"""A call that changed something, kept so that sending it again changes nothing more."""

from http import HTTPStatus

from django.db import models
from django.utils import timezone


class IdempotentCall(models.Model):
    """The key of a call, what was sent and what was answered.

    It is written in the same transaction as its effect: both exist, or neither does.
    """

    caller = models.CharField(max_length=80)
    """``token:`` and its id, ``address:`` and the source of an anonymous call, or ``page``."""
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    """SHA-256 of method, address and body."""
    status = models.PositiveSmallIntegerField(default=0)
    """0 only inside the transaction of the call itself."""
    body = models.TextField(blank=True, default="")
    """The answer as JSON, its members in the order sent; empty if there was none."""
    location = models.CharField(max_length=200, blank=True, default="")
    tournament_id = models.BigIntegerField(null=True, db_index=True)
    """The tournament that the call was about, so that erasing somebody reaches its answer.

    Not a foreign key, which would lock the tournament's row for every call.
    """
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        """Each caller uses a key only once."""

        constraints = (models.UniqueConstraint(fields=["caller", "key"], name="api_call_once"),)

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"

    @property
    def answer_is_gone(self) -> bool:
        """Whether its answer had a body that is no longer kept."""
        return not self.body and self.status != HTTPStatus.NO_CONTENT
