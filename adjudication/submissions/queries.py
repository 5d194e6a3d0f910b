"""Raw SQL of reports: what tells whether a page has changed, and what sending has to know."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from adjudication.models import SubmissionState
from tournament.models import GameState, RoundState
from tournament.public.queries import plain_rows

_VERDICTS = """
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
        cursor.execute(_VERDICTS, [tournament_id, round_id])
        return tuple(cursor.fetchone())


# --- Whether anything in the changing part of a game's page has changed, told by one query ---


_GAME = """
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
        cursor.execute(_GAME, [game_id])
        return plain_rows(cursor.fetchall())


# --- Whether anything on a player's own page has changed, told by one query ---


_PLAYER = """
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
        cursor.execute(_PLAYER, [player_id])
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


# --- What is needed to take a report that a player sends, and to tell what became of it ---


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
    """A game that is played: how large its board is, and the keys of its two players."""

    board_size: int
    players: frozenset[int]


def table_of(game_id: int) -> Table | None:
    """Return a game of a round that is published; None where there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [game_id])
        found = cursor.fetchone()
    return None if found is None else Table(found[0], frozenset(found[1:]))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a report: it waits, or the game has its result or its dispute by it."""

    waits: bool
    final: bool
    disputed: bool


def fate_of(submission_id: int) -> Fate:
    """Return what became of a report, which may have been sent long ago. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_FATE, [submission_id])
        row = cursor.fetchone()
    state, game, *results = row
    return Fate(
        waits=state == SubmissionState.PENDING,
        final=state == SubmissionState.CONFIRMED and results[:3] == results[3:],
        disputed=state == SubmissionState.CONTESTED and game == GameState.DISPUTED,
    )
