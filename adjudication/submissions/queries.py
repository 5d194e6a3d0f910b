"""Raw SQL for reports: what is needed to send one, and what became of it."""

from dataclasses import dataclass

from django.db import connection

from adjudication.models import SubmissionState
from tournament.models import GameState

_TABLE = """
SELECT t.board_size, g.black_id, g.white_id
FROM tournament_game g
JOIN tournament_round r ON r.id = g.round_id
JOIN tournament_tournament t ON t.id = r.tournament_id
WHERE g.id = %s AND r.state <> 'draft'
"""
_FATE = """
SELECT s.state, g.state, s.claim_winner, s.claim_reason, s.claim_margin_half,
  g.winner, g.reason, g.margin_half
FROM adjudication_submission s JOIN tournament_game g ON g.id = s.game_id
WHERE s.id = %s
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that can be reported: the size of its board, and the keys of its two players."""

    board_size: int
    players: frozenset[int]


def table_of(game_id: int) -> Table | None:
    """Return a game of a published round, or None. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [game_id])
        found = cursor.fetchone()
    return None if found is None else Table(found[0], frozenset(found[1:]))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a report: it waits, or the game's result or dispute is due to it."""

    waits: bool
    final: bool
    disputed: bool


def fate_of(submission_id: int) -> Fate:
    """Return what became of a report, possibly long after it was sent. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_FATE, [submission_id])
        row = cursor.fetchone()
    state, game, *results = row
    return Fate(
        waits=state == SubmissionState.PENDING,
        final=state == SubmissionState.CONFIRMED and results[:3] == results[3:],
        disputed=state == SubmissionState.CONTESTED and game == GameState.DISPUTED,
    )
