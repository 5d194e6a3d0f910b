"""With what score somebody begins who comes later."""

from tournament.models import Tournament
from tournament.selectors.state import state_of
from tournament.standings.history import history_of
from tournament.standings.scores import scores_of
from tournament.state.parameters import System


def score_before(tournament_id: int, number: int, round_number: int) -> int:
    """Return the doubled score that a player, by his number, goes into a round with.

    It is the McMahon score where that is what the tournament is paired by, else the points; six
    queries.
    """
    state = state_of(Tournament.objects.get(pk=tournament_id), before=round_number)
    history = history_of(state, round_number - 1)
    scores = scores_of(history)
    mcmahon = state.parameters.system is System.MCMAHON
    latest = (scores.mms if mcmahon else scores.nbw)[-1]
    return int(latest[history.index[number]])
