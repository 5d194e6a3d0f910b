"""Sums of defeated opponents' scores; a jigo counts half (specification, 2.11). X4."""

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.state.criteria import Criterion

QUARTERS = 4
"""A score X2 times points X2."""


def _sodos(position: Position, terms: Ints) -> Ints:
    # Without a game the points are 0, and so is what the term adds.
    total: Ints = (terms * position.history.points).sum(axis=0)
    return total


SODOSW = Metric(
    Criterion.SODOSW,
    LocalText(
        "Sum of the numbers of wins of the opponents one has beaten.",
        "Somme des victoires des adversaires battus.",
    ),
    lambda position: _sodos(position, position.terms_w),
    scale=QUARTERS,
)
SODOSM = Metric(
    Criterion.SODOSM,
    LocalText(
        "Sum of the McMahon scores of the opponents one has beaten, with the handicaps.",
        "Somme des scores McMahon des adversaires battus, handicaps compris.",
    ),
    lambda position: _sodos(position, position.terms_m),
    scale=QUARTERS,
)
