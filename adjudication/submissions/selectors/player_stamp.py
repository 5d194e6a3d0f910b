"""Whether anything on a player's own page has changed, told by one query.

Written by hand: every player's phone asks for it every few seconds, and the same through the models
costs several times as much processor time.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from tournament.models import RoundState
from tournament.public.selectors.freshness import plain_rows

_STATEMENT = """
SELECT t.name, t.rules, t.board_size, t.reporting, t.parameters, t.closed_at, p.number,
  r.number, r.state, r.clock_seconds, r.clock_started_at, r.clock_paused_at, r.report_until,
  r.play_by, g.play_by, g.plays_at, r.closes_at, r.shut_at,
  g.id, g.version, g.board_number, g.black_id, g.handicap, g.komi_half, g.state,
  g.winner, g.reason, g.margin_half, o.name, o.rank, o.club,
  (SELECT count(*) FROM tournament_seat s
    WHERE s.round_id = r.id AND s.player_id = p.id AND s.game_id IS NULL AND r.state <> 'draft'),
  (SELECT max(s.id) FROM adjudication_submission s WHERE s.game_id = g.id),
  (SELECT count(*) FROM adjudication_verdict v
    JOIN adjudication_submission s ON s.id = v.submission_id WHERE s.game_id = g.id),
  (SELECT max(d.id) FROM tournament_reschedule d WHERE d.game_id = g.id),
  (SELECT count(*) FROM tournament_reschedule d WHERE d.game_id = g.id AND d.state = 'proposed'),
  (SELECT max(e.id) FROM tournament_recordingerror e WHERE e.game_id = g.id
    AND e.state = 'proposed'
    AND CASE WHEN g.black_id = p.id THEN e.black_agreed_at ELSE e.white_agreed_at END IS NULL),
  (SELECT max(i.id) FROM adjudication_inquiry i WHERE i.game_id = g.id AND i.state = 'waiting'
    AND CASE WHEN g.black_id = p.id THEN i.black_answer ELSE i.white_answer END = ''),
  (SELECT sum(c.version) + 1000000 * count(*) FROM adjudication_case c WHERE c.game_id = g.id),
  (SELECT sum(c.version) + 1000000 * count(*) FROM adjudication_case_parties y
    JOIN adjudication_case c ON c.id = y.case_id WHERE y.player_id = p.id AND c.game_id IS NULL),
  (SELECT count(*) FROM adjudication_submission s
    JOIN adjudication_job j ON j.dedup_key = 'judge_submission:' || s.id
    WHERE s.game_id = g.id AND j.state = 'failed'),
  (SELECT count(*) FROM tournament_absence a WHERE a.player_id = p.id),
  (SELECT max(a.id) FROM tournament_absence a WHERE a.player_id = p.id),
  CASE WHEN NOT EXISTS (SELECT 1 FROM tournament_round x
      WHERE x.tournament_id = t.id AND x.state <> 'finished')
    THEN (SELECT h.sequence FROM tournament_trailhead h WHERE h.tournament_id = t.id) END
FROM tournament_player p
JOIN tournament_tournament t ON t.id = p.tournament_id
LEFT JOIN tournament_round r ON r.tournament_id = t.id
LEFT JOIN tournament_game g
  ON g.round_id = r.id AND (g.black_id = p.id OR g.white_id = p.id) AND r.state <> 'draft'
LEFT JOIN tournament_player o
  ON o.id = CASE WHEN g.black_id = p.id THEN g.white_id ELSE g.black_id END
WHERE p.id = %s
ORDER BY r.number
"""


_STATE, _REPORT_UNTIL = 8, 12
_DATES = slice(13, 17)
"""Until when it is played and when its players meet, and when the round closes to them."""


@dataclass(frozen=True, slots=True)
class PlayerStamp:
    """A value that changes with the page, and until when the round being played is reported.

    ``dates_over`` counts the dates of rounds and games that have passed: each changes the page.
    """

    rows: tuple[tuple[Any, ...], ...]
    report_until: datetime | None
    dates_over: int


def player_stamp(player_id: int) -> PlayerStamp:
    """Return a value that changes whenever something on the player's page does, in one query.

    Every state of a report comes with a new version of its game. What a draft seats nobody sees.
    An absence is never rewritten: with another one comes a higher id, or another number of them.
    Once every round is finished the page may tell the place, which depends on all other games.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [player_id])
        rows = cursor.fetchall()
    now = timezone.now()
    until = [row[_REPORT_UNTIL] for row in rows if row[_STATE] == RoundState.PUBLISHED]
    return PlayerStamp(
        rows=plain_rows(rows),
        report_until=_moment(until[-1]) if until else None,
        dates_over=sum(
            moment is not None and moment <= now
            for row in rows
            for moment in map(_moment, row[_DATES])
        ),
    )


def _moment(value: datetime | None) -> datetime | None:
    """Return a moment as a statement by hand gives it: from SQLite it comes without a time zone."""
    if value is None or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=UTC)
