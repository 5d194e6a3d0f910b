"""Forgetting what nobody needs any more: old calls, tokens that ended."""

from datetime import datetime, timedelta

from django.db.models import Q

from api.models import IdempotentCall, Token

KEPT = timedelta(hours=48)
"""How long the same key gives the same answer."""
AFTER_THE_END = timedelta(days=1)
"""How long an expired token is kept, should the clock have been wrong."""


def forget_calls(now: datetime) -> int:
    """Remove what is older than :data:`KEPT`; return how many calls."""
    removed, _ = IdempotentCall.objects.filter(created_at__lt=now - KEPT).delete()
    return removed


def forget_tokens(now: datetime) -> int:
    """Remove tokens that were revoked, by themselves or with their link, or expired; say how many.

    The record of the tournament keeps that there were some; what they were called may name a
    person who was erased.
    """
    ended = Q(revoked_at__isnull=False) | Q(link__revoked_at__isnull=False)
    removed, _ = Token.objects.filter(ended | Q(expires_at__lt=now - AFTER_THE_END)).delete()
    return removed
