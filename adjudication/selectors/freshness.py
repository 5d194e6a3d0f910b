"""Whether any verdict or report has come in of a round, told by one cheap query."""

from django.db import connection

_STATEMENT = """
SELECT max(v.id), count(v.id), max(s.id), count(s.id),
  (SELECT count(*) FROM adjudication_ruling u JOIN adjudication_case c ON c.id = u.case_id
   WHERE c.tournament_id = %s),
  (SELECT count(*) FROM adjudication_job WHERE state = 'failed')
FROM tournament_game g
JOIN adjudication_submission s ON s.game_id = g.id
LEFT JOIN adjudication_verdict v ON v.submission_id = s.id
WHERE g.round_id = %s
"""


def verdicts_stamp(tournament_id: int, round_id: int | None) -> tuple[int | None, ...]:
    """Return a value that changes with every report and verdict of a round.

    It changes also with every ruling of the tournament and, of the whole installation, with every
    replay that was given up. Of two at once the lower id may become visible last, so they are
    counted, too.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [tournament_id, round_id])
        return tuple(cursor.fetchone())
