"""How fresh what everybody sees of a tournament is, in one statement by hand.

The same through the models costs several times as much processor time, and this is what hundreds
of open pages ask for every few seconds.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

_STATEMENT = """
SELECT t.id, r.id, r.state, r.published_at, r.clock_seconds, r.clock_started_at, r.clock_paused_at,
  r.report_until,
  (SELECT count(*) FROM tournament_game g WHERE g.round_id = r.id),
  (SELECT sum(g.version) FROM tournament_game g WHERE g.round_id = r.id),
  h.sequence, r.number
FROM tournament_tournament t
LEFT JOIN tournament_trailhead h ON h.tournament_id = t.id
LEFT JOIN tournament_round r ON r.tournament_id = t.id AND r.state <> 'draft'
WHERE t.slug = %s
ORDER BY r.number
"""

ROUND_NUMBER = -1
"""The column of a stamp's row that holds the number of the round; the second holds its id."""


def stamp_of(slug: str) -> tuple[tuple[Any, ...], ...] | None:
    """Return a value that changes whenever something public of a tournament does, in one query.

    It holds the rounds shown with their clocks, how often their games were changed, and the last
    entry of the audit trail; the first column of the first row is the tournament's id. None where
    there is no such tournament.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [slug])
        rows = cursor.fetchall()
    return plain_rows(rows) or None


def plain_rows(rows: Iterable[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return the rows of a stamp with values that are written the same each time."""
    return tuple(
        tuple(value.isoformat() if isinstance(value, datetime) else value for value in row)
        for row in rows
    )
