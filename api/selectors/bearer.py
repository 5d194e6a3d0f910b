"""Whom a token lets in, asked with every call.

By hand: the same through the models costs several times as much processor time. That it means what
:meth:`~api.models.token.TokenQuerySet.usable` means, a test compares for every kind of token.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection

from tournament.staff.selectors import Identity, Visitor

NOTED_EVERY = timedelta(hours=1)
"""So often it is noted that a token is used: a call is no reason to write."""

_STATEMENT = """
SELECT k.id, k.scopes, k.last_used_at IS NULL OR k.last_used_at < %s,
  k.user_id, u.is_active AND u.is_superuser,
  l.id, l.role, l.tournament_id, t.name, t.slug, l.player_id, coalesce(p.name, ''), l.label
FROM api_token k
LEFT JOIN auth_user u ON u.id = k.user_id
LEFT JOIN tournament_accesslink l ON l.id = k.link_id
LEFT JOIN tournament_tournament t ON t.id = l.tournament_id
LEFT JOIN tournament_player p ON p.id = l.player_id
WHERE k.token_hash = %s AND k.revoked_at IS NULL AND k.expires_at > %s
  AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > %s)
"""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A usable token, and whom it makes of its bearer."""

    token_id: int
    scopes: frozenset[str]
    visitor: Visitor
    to_note: bool
    """Whether it is time to note that the token is used."""


def bearer_of(digest: str, now: datetime) -> Bearer | None:
    """Return whom the token with this digest lets in; None where it lets nobody in.

    What of the cases waits, which the doors of pages tell, is not asked for.
    """
    moment, noted = (
        connection.ops.adapt_datetimefield_value(one) for one in (now, now - NOTED_EVERY)
    )
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [noted, digest, moment, moment])
        row = cursor.fetchone()
    if row is None:
        return None
    token_id, scopes, to_note, user_id, operates, *linked = row
    if linked[0] is not None:
        visitor = Visitor((Identity(*linked),))
    elif operates:
        visitor = Visitor(superuser=True, user_id=user_id)
    else:
        return None
    return Bearer(token_id, frozenset(json.loads(scopes)), visitor, bool(to_note))
