"""The raw SQL of the audit trail, each statement with the reason why the ORM will not do.

Every action writes an event, and every open page asks every few seconds whether it is up to date:
building these queries with the ORM takes several times as long as running them.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

Counters = tuple[int, int, int]
"""A tournament's id, and how often its public pages, and all its pages, have changed."""

_HEAD = (
    "SELECT h.sequence, h.digest, t.expected_scores OR t.live_odds OR t.certain_boards"
    " FROM tournament_trailhead h JOIN tournament_tournament t ON t.id = h.tournament_id"
    " WHERE h.tournament_id = %s"
)
_MOVE_HEAD = (
    "UPDATE tournament_trailhead SET sequence = %s, digest = %s, public = public + %s,"
    ' "all" = "all" + 1 WHERE tournament_id = %s'
)
_RAISE = (
    'UPDATE tournament_trailhead SET public = public + %s, "all" = "all" + 1'
    " WHERE tournament_id = %s"
)
_COUNTERS = (
    'SELECT t.id, coalesce(h.public, 0), coalesce(h."all", 0) FROM tournament_tournament t'
    " LEFT JOIN tournament_trailhead h ON h.tournament_id = t.id WHERE {where}"
)
_OF_GAME = (
    'SELECT r.tournament_id, coalesce(h.public, 0), coalesce(h."all", 0) FROM tournament_game g'
    " JOIN tournament_round r ON r.id = g.round_id AND r.state <> 'draft'"
    " LEFT JOIN tournament_trailhead h ON h.tournament_id = r.tournament_id WHERE g.id = %s"
)
_PLAYER = "SELECT uid FROM tournament_person WHERE tournament_id = %s AND player_id = %s"
_NUMBERS = (
    "SELECT b.number, w.number FROM tournament_player b, tournament_player w"
    " WHERE b.id = %s AND w.id = %s"
)
_WEBHOOKS = "SELECT EXISTS (SELECT 1 FROM notices_webhook WHERE tournament_id = %s AND enabled)"
_WEBHOOKS_OR_MAILS = (
    "SELECT EXISTS (SELECT 1 FROM notices_webhook WHERE tournament_id = %s AND enabled)"
    " OR (NOT EXISTS (SELECT 1 FROM notices_mailrules WHERE tournament_id = %s AND NOT enabled)"
    " AND (EXISTS (SELECT 1 FROM tournament_player WHERE tournament_id = %s AND email <> '')"
    " OR EXISTS (SELECT 1 FROM notices_staffmail WHERE tournament_id = %s)))"
)


def trail_head(tournament_id: int) -> tuple[int, str, bool]:
    """Return the last event's number and digest, and whether the tournament is looked ahead in.

    0 and an empty string if there is no event. Raw because every event reads it under the lock of
    the trail.
    """
    found = _row(_HEAD, [tournament_id])
    return (0, "", False) if found is None else (found[0], found[1], bool(found[2]))


def move_trail_head(tournament_id: int, sequence: int, digest: str, *, public: bool) -> bool:
    """Note the last event and raise the counters; return False if there is no head yet.

    Raw because every event does it under the lock of the trail.
    """
    return _changed(_MOVE_HEAD, [sequence, digest, int(public), tournament_id])


def raise_counters(tournament_id: int, *, public: bool) -> bool:
    """Raise the counters of a tournament; return False if it has no head yet.

    Raw because every verdict does it under the lock of the trail.
    """
    return _changed(_RAISE, [int(public), tournament_id])


def counters_by_id(tournament_id: int) -> Counters | None:
    """Return the counters of a tournament. Raw because every page a player has open asks."""
    return _row(_COUNTERS.format(where="t.id = %s"), [tournament_id])


def counters_by_slug(slug: str) -> Counters | None:
    """Return the counters of a tournament. Raw because every open public page asks."""
    return _row(_COUNTERS.format(where="t.slug = %s"), [slug])


def counters_by_game(game_id: int) -> Counters | None:
    """Return the counters of a published game's tournament. Raw because every open game asks."""
    return _row(_OF_GAME, [game_id])


def uid_of_player(tournament_id: int, player_id: int) -> str | None:
    """Return the uid of a player's person. Raw because players act most often."""
    found = _row(_PLAYER, [tournament_id, player_id])
    return None if found is None else str(found[0])


def numbers_of_players(black_id: int, white_id: int) -> tuple[int, int]:
    """Return the numbers of a game's two players. Raw because every report records them."""
    found = _row(_NUMBERS, [black_id, white_id])
    assert found is not None
    return found[0], found[1]


def anybody_listens(tournament_id: int, *, mails: bool) -> bool:
    """Whether a webhook or, with ``mails``, somebody with an e-mail address may want to know.

    Raw because nearly every event asks.
    """
    sql, times = (_WEBHOOKS_OR_MAILS, 4) if mails else (_WEBHOOKS, 1)
    found = _row(sql, [tournament_id] * times)
    return bool(found and found[0])


def _row(sql: str, values: Sequence[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()


def _changed(sql: str, values: Sequence[Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return bool(cursor.rowcount)
