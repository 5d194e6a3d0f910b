"""The raw SQL for identifying visitors: it runs with every request, so its cost counts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

_USABLE_LINKS = """
SELECT l.id, l.role, l.tournament_id, t.name, t.slug, l.player_id, coalesce(p.name, ''), l.label,
  t.time_zone,
  (SELECT count(*) FROM adjudication_case c
    WHERE c.tournament_id = l.tournament_id AND c.state IN ('open', 'taken', 'appealed')
      AND t.closed_at IS NULL),
  EXISTS (SELECT 1 FROM adjudication_appeal a
    JOIN adjudication_committeemember m ON m.appeal_id = a.id
    JOIN tournament_person w ON w.id = m.person_id
    WHERE a.state = 'waiting' AND (w.link_id = l.id OR w.player_id = l.player_id))
FROM tournament_accesslink l
JOIN tournament_tournament t ON t.id = l.tournament_id
LEFT JOIN tournament_player p ON p.id = l.player_id
WHERE (t.status <> 'deleted' OR l.role = 'director')
  AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > %s) AND l.id IN ({marks})
"""


def usable_links(link_ids: Sequence[int], now: datetime) -> list[tuple[Any, ...]]:
    """Return the values of an ``Identity`` for each link that works, in the order of its fields.

    Raw because every phone asks for it every few seconds, and the ORM takes several times as much
    processor time. Tests compare it with ``AccessLink.objects.usable()`` and ``FOR_STAFF`` of the
    cases.
    """
    sql = _USABLE_LINKS.format(marks=", ".join(["%s"] * len(link_ids)))
    with connection.cursor() as cursor:
        cursor.execute(sql, [connection.ops.adapt_datetimefield_value(now), *link_ids])
        return list(cursor.fetchall())
