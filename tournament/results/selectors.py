"""Whether a confirmed result may still be changed, and whether its players are about to."""

from django.db.models import QuerySet

from tournament.common.prepared import prepared
from tournament.models import RecordingError, RecordingErrorState, Reopening, Round, RoundState


def may_reopen(round_: Round) -> bool:
    """Return whether confirmed results of a round, loaded with its tournament, may change."""
    tournament = round_.tournament
    if tournament.closed_at is not None or tournament.reopening == Reopening.NEVER:
        return False
    if tournament.reopening == Reopening.ALWAYS:
        return True
    later = Round.objects.filter(tournament=tournament, number__gt=round_.number)
    return not later.exclude(state=RoundState.DRAFT).exists()


def agreed_to_correction(game_id: int) -> frozenset[str] | None:
    """Return the colours that agree to a game's correction, or None if none waits. One query."""
    for error in _waiting(game_id):
        agreed = {"black": error.black_agreed_at, "white": error.white_agreed_at}
        return frozenset(colour for colour, moment in agreed.items() if moment is not None)
    return None


@prepared
def _waiting(game_id: int) -> "QuerySet[RecordingError]":
    return RecordingError.objects.filter(game=game_id, state=RecordingErrorState.PROPOSED)
