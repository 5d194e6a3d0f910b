"""Forgetting what was told long ago: lists of deliveries and mails do not grow for ever."""

from datetime import datetime, timedelta

from notices.models import Delivery, Mail

KEPT = timedelta(days=90)
EVERY = timedelta(hours=1)
MOST_AT_ONCE = 1000
_looked: list[datetime] = []


def forget_old(now: datetime) -> int:
    """Remove deliveries and mails older than :data:`KEPT`, some at a time; return how many.

    Each process looks once an hour, and at once again where there was more than it removed.
    """
    if _looked and timedelta() <= now - _looked[0] < EVERY:
        return 0
    count, more = 0, False
    for model in (Delivery, Mail):
        old = model._default_manager.filter(created_at__lt=now - KEPT).order_by("created_at")
        keys = list(old.values_list("pk", flat=True)[:MOST_AT_ONCE])
        count += model._default_manager.filter(pk__in=keys).delete()[0]
        more = more or len(keys) == MOST_AT_ONCE
    if not more:
        _looked[:] = [now]
    return count
