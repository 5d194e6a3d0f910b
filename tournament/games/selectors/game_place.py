"""Where a game belongs and who plays it: what a door has to know of it.

Written by hand: it comes before everything that a program does about a game.
"""

from dataclasses import dataclass

from django.db import connection

_STATEMENT = """
SELECT g.id, t.id, t.rules, t.board_size, g.black_id, b.number, g.white_id, w.number
FROM tournament_game g
JOIN tournament_round r ON r.id = g.round_id AND r.state <> 'draft'
JOIN tournament_tournament t ON t.id = r.tournament_id
JOIN tournament_player b ON b.id = g.black_id
JOIN tournament_player w ON w.id = g.white_id
WHERE g.id = %s
"""


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A published game: its key, its tournament, and its players by key and by number."""

    game_id: int
    tournament_id: int
    rules: str
    board_size: int
    black_id: int
    black_number: int
    white_id: int
    white_number: int

    def colour_of(self, player_id: int | None) -> str:
        """Return ``black``, ``white``, or an empty text for somebody else."""
        return {self.black_id: "black", self.white_id: "white"}.get(player_id or 0, "")

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the two players; 0 for somebody else."""
        known = {self.black_id: self.black_number, self.white_id: self.white_number}
        return known.get(player_id, 0)


def game_place(game_id: int) -> GamePlace | None:
    """Return where a published game belongs; None where there is no such game to be seen."""
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, [game_id])
        row = cursor.fetchone()
    return None if row is None else GamePlace(*row)
