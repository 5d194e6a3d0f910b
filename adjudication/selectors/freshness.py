"""Whether any verdict or ruling has come in, told by one cheap query."""

from django.db import connection

_STATEMENT = """
SELECT (SELECT max(id) FROM adjudication_verdict), (SELECT count(*) FROM adjudication_verdict),
  (SELECT max(id) FROM adjudication_submission), (SELECT count(*) FROM adjudication_submission),
  (SELECT count(*) FROM adjudication_job WHERE state = 'failed'),
  (SELECT count(*) FROM adjudication_ruling)
"""


def verdicts_stamp() -> tuple[int | None, ...]:
    """Return a value that changes with every verdict, replay given up and ruling.

    It is that of the whole installation: finding a tournament's own verdicts costs more than now
    and then sending a table that has not changed. Of two at once the lower id may become visible
    last, so they are counted, too.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT)
        return tuple(cursor.fetchone())
