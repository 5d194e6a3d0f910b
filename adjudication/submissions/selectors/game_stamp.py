"""Whether anything in the changing part of a game's page has changed, told by one query.

Written by hand, like :mod:`adjudication.submissions.selectors.player_stamp`: both players' phones
ask for it every few seconds.
"""

from typing import Any

from django.db import connection

from tournament.public.selectors.freshness import plain_rows

_STATEMENT = """
SELECT t.rules, t.board_size, t.reporting, t.closed_at,
  r.number, r.state, g.board_number, g.version, g.state, g.reported_at,
  g.winner, g.reason, g.margin_half,
  g.handicap, g.komi_half, b.id, b.name, b.rank, b.club, b.hidden,
  w.id, w.name, w.rank, w.club, w.hidden,
  s.id, s.state, s.answered_at, s.answer_note, v.id, g.final, g.stones_stay_since,
  (SELECT max(j.id) FROM adjudication_rejudgement j WHERE j.submission_id = s.id),
  (SELECT sum(c.version) + 1000000 * count(*) FROM adjudication_case c WHERE c.game_id = g.id),
  (SELECT count(*) FROM adjudication_statement a JOIN adjudication_case c ON c.id = a.case_id
    WHERE c.game_id = g.id),
  (SELECT count(*) + count(i.settled_at) FROM adjudication_inquiry i WHERE i.game_id = g.id),
  (SELECT max(i.black_at) FROM adjudication_inquiry i WHERE i.game_id = g.id),
  (SELECT max(i.white_at) FROM adjudication_inquiry i WHERE i.game_id = g.id),
  CASE WHEN s.record_id IS NOT NULL AND v.id IS NULL
    THEN (SELECT count(*) FROM adjudication_job j
      WHERE j.dedup_key = 'judge_submission:' || s.id AND j.state = 'failed') END
FROM tournament_game g
JOIN tournament_round r ON r.id = g.round_id AND r.state <> 'draft'
JOIN tournament_tournament t ON t.id = r.tournament_id
JOIN tournament_player b ON b.id = g.black_id
JOIN tournament_player w ON w.id = g.white_id
LEFT JOIN adjudication_submission s ON s.game_id = g.id
LEFT JOIN adjudication_verdict v ON v.submission_id = s.id
WHERE g.id = %s
ORDER BY s.id
"""


def game_stamp(game_id: int) -> tuple[tuple[Any, ...], ...]:
    """Return a value that changes whenever something on a published game's page does.

    It is empty where there is no such game. What a report claims and what a replay found never
    change, so their ids stand for them. A case has another version after whatever is done with it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [game_id])
        return plain_rows(cursor.fetchall())
