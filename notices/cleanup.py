"""Deletes deliveries and e-mails after 90 days, so that their lists do not grow forever."""

from datetime import datetime, timedelta

from notices.models import Delivery, Mail

RETENTION = timedelta(days=90)
EVERY = timedelta(hours=1)
BATCH = 1000
_last_run: list[datetime] = []


def delete_old(now: datetime) -> int:
    """Delete a batch of deliveries and e-mails older than :data:`RETENTION`; return how many.

    Each process looks once an hour, and again at once if there was more than a batch.
    """
    if _last_run and timedelta() <= now - _last_run[0] < EVERY:
        return 0
    count, more = 0, False
    for model in (Delivery, Mail):
        old = model._default_manager.filter(created_at__lt=now - RETENTION).order_by("created_at")
        ids = list(old.values_list("pk", flat=True)[:BATCH])
        count += model._default_manager.filter(pk__in=ids).delete()[0]
        more = more or len(ids) == BATCH
    if not more:
        _last_run[:] = [now]
    return count
