"""Raw SQL to identify the caller: it runs with every call, so its cost matters."""

from datetime import datetime
from typing import Any

from django.db import connection

_BEARER = """
SELECT k.id, k.scopes, k.last_used_at IS NULL OR k.last_used_at < %s,
  k.user_id, u.is_active AND u.is_superuser,
  l.id, l.role, l.tournament_id, t.name, t.slug, l.player_id, coalesce(p.name, ''), l.label,
  t.time_zone
FROM api_token k
LEFT JOIN auth_user u ON u.id = k.user_id
LEFT JOIN tournament_accesslink l ON l.id = k.link_id
LEFT JOIN tournament_tournament t ON t.id = l.tournament_id
LEFT JOIN tournament_player p ON p.id = l.player_id
WHERE (l.id IS NULL OR t.status <> 'deleted') AND k.token_hash = %s
  AND k.revoked_at IS NULL AND k.expires_at > %s
  AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > %s)
"""


def bearer(digest: str, now: datetime, *, noted_before: datetime) -> tuple[Any, ...] | None:
    """Return token, login and link of the bearer of the token with this digest; None for nobody.

    Raw because the ORM would take several times as much processor time. A test checks, for every
    kind of token, that it matches :meth:`~api.models.token.TokenQuerySet.usable`.
    """
    moment, noted = map(connection.ops.adapt_datetimefield_value, (now, noted_before))
    with connection.cursor() as cursor:
        cursor.execute(_BEARER, [noted, digest, moment, moment])
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found
