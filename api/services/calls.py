"""Forgetting the calls that nobody sends again."""

from datetime import datetime, timedelta

from api.models import IdempotentCall

KEPT = timedelta(hours=48)
"""How long the same key gives the same answer."""


def forget_calls(now: datetime) -> int:
    """Remove what is older than :data:`KEPT`; return how many calls."""
    removed, _ = IdempotentCall.objects.filter(created_at__lt=now - KEPT).delete()
    return removed
