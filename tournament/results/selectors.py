"""Whether a confirmed result may still be changed."""

from tournament.models import Reopening, Round, RoundState


def may_reopen(round_: Round) -> bool:
    """Say whether confirmed results of a round, which comes with its tournament, may change."""
    tournament = round_.tournament
    if tournament.closed_at is not None or tournament.reopening == Reopening.NEVER:
        return False
    if tournament.reopening == Reopening.ALWAYS:
        return True
    later = Round.objects.filter(tournament=tournament, number__gt=round_.number)
    return not later.exclude(state=RoundState.DRAFT).exists()
