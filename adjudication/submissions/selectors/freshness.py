"""Whether any verdict or report has come in of a round, told by one cheap query."""

from django.db import connection

_STATEMENT = """
SELECT sum((
    SELECT count(s.id) + 1000000 * count(v.id) + 1000000000000 * count(j.id)
    FROM adjudication_submission s
    LEFT JOIN adjudication_verdict v ON v.submission_id = s.id
    LEFT JOIN adjudication_job j ON j.state = 'failed' AND j.dedup_key =
      CASE WHEN s.record_id IS NOT NULL AND v.id IS NULL THEN 'judge_submission:' || s.id END
    WHERE s.game_id = g.id)),
  (SELECT count(*) FROM adjudication_ruling u JOIN adjudication_case c ON c.id = u.case_id
   WHERE c.tournament_id = %s)
FROM tournament_game g
WHERE g.round_id = %s
"""


def verdicts_stamp(tournament_id: int, round_id: int | None) -> tuple[int | None, ...]:
    """Return a value that changes with every report and verdict of a round.

    It changes also with every ruling of the tournament, and with every replay of the round that
    was given up or is tried again. Reports and verdicts are never removed, so they are counted, one
    game at a time: what other games of the installation have is not looked at.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [tournament_id, round_id])
        return tuple(cursor.fetchone())
