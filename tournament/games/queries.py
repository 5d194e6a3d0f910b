"""The raw SQL of games."""

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
    """Return what a ``GamePlace`` has of a published game, in its order.

    Raw because it comes before everything that a program does about a game.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [game_id])
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found
