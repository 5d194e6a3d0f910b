"""The end of a tournament's record, by hand: everything that anybody does comes through here."""

from django.db import connection

from tournament.models import TrailHead

_READ = "SELECT sequence, digest FROM tournament_trailhead WHERE tournament_id = %s"
_MOVE = "UPDATE tournament_trailhead SET sequence = %s, digest = %s WHERE tournament_id = %s"


def head(tournament_id: int) -> tuple[int, str]:
    """Return number and digest of the last event; 0 and nothing where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [tournament_id])
        found = cursor.fetchone()
    return (0, "") if found is None else (found[0], found[1])


def move_head(tournament_id: int, sequence: int, digest: str) -> None:
    """Note down the last event."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [sequence, digest, tournament_id])
        moved = cursor.rowcount
    if not moved:
        TrailHead.objects.create(tournament_id=tournament_id, sequence=sequence, digest=digest)
