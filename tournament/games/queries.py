"""The raw SQL of games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

_PLACE = """
SELECT g.id, t.id, t.rules, t.board_size, g.black_id, b.number, g.white_id, w.number
FROM tournament_game g
JOIN tournament_round r ON r.id = g.round_id AND r.state <> 'draft'
JOIN tournament_tournament t ON t.id = r.tournament_id
JOIN tournament_player b ON b.id = g.black_id
JOIN tournament_player w ON w.id = g.white_id
WHERE g.id = %s
"""


def place_of_game(game_id: int) -> tuple[Any, ...] | None:
    """Return the values of a ``GamePlace`` for a published game, in the order of its fields.

    Raw because it precedes everything a program does with a game.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [game_id])
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found


_GIVE_RESULTS = """
WITH given (id, version, winner, reason, margin_half) AS (VALUES {rows})
UPDATE tournament_game SET state = %s, version = tournament_game.version + 1,
  winner = given.winner, reason = given.reason, margin_half = given.margin_half, reported_at = %s
FROM given
WHERE tournament_game.id = given.id AND tournament_game.version = given.version
RETURNING tournament_game.id
"""
_ROW = (
    "(CAST(%s AS bigint), CAST(%s AS integer), CAST(%s AS varchar), CAST(%s AS varchar),"
    " CAST(%s AS integer))"
)


def give_results(
    rows: Sequence[tuple[int, int, str, str, int | None]], *, state: str, reported_at: datetime
) -> int:
    """Give games their results, with the same state and time; return how many were changed.

    Each row is a game's key and the version it was read with, then winner, reason and margin; a
    game whose version has changed since is left alone. Raw because the ORM would write a CASE for
    every game and column.
    """
    sql = _GIVE_RESULTS.format(rows=", ".join([_ROW] * len(rows)))
    moment = connection.ops.adapt_datetimefield_value(reported_at)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(value for row in rows for value in row), state, moment])
        return len(cursor.fetchall())
