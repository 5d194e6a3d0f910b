"""The placement criteria before a round, each so that more is better."""

from collections.abc import Sequence

from tournament.pairing.arrays import Integers
from tournament.standings.history import History
from tournament.standings.scores import scores_of
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState


def ordering(
    state: TournamentState, history: History, criteria: Sequence[Criterion], chosen: Integers
) -> list[Integers]:
    s = scores_of(history)
    m = {
        Criterion.MMS: s.mms[-1],
        Criterion.NBW: s.nbw[-1],
        Criterion.CPS: s.cps[-1],
        Criterion.RANK: history.rank,
        Criterion.RATING: history.rating,
        Criterion.CATEGORY: -history.category,
    }
    return [m[c][chosen] for c in criteria if c in m]
