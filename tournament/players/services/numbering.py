"""The numbers of players: the trail tells of people by them, so that none is given twice."""

from django.db.models import Count, Max
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict
from tournament.models import AuditEvent, Tournament, Verb

MOST_PLAYERS = 5000
"""So many players a tournament has at most."""
LARGEST_NUMBER = 32767
"""The largest number that a column holds; requests count down from it."""
LARGEST_GIVEN = 32000
"""The largest number that a new player gets, out of the way of requests."""


def new_numbers(tournament: Tournament, count: int) -> range:
    """Return the numbers for some new players of a locked tournament.

    They are above every number that somebody has or had: whoever was removed is still told of in
    the history under his. Raises Conflict for more players than a tournament can have.
    """
    here = tournament.players.aggregate(last=Max("number"), count=Count("pk"))
    refuse_too_many(here["count"] + count)
    removed = AuditEvent.objects.filter(tournament=tournament, verb=Verb.PLAYER_REMOVED)
    given = [number for numbers in removed.values_list("players", flat=True) for number in numbers]
    last = max([here["last"] or 0, *given])
    if count and last + count > LARGEST_GIVEN:
        raise _too_many()
    return range(last + 1, last + 1 + count)


def refuse_too_many(count: int) -> None:
    """Raise Conflict for more players than a tournament can have."""
    if count > MOST_PLAYERS:
        raise _too_many()


def _too_many() -> Conflict:
    return Conflict(
        "too_many_players",
        field="surname",
        text=_("A tournament has at most %(count)d players.") % {"count": MOST_PLAYERS},
    )
