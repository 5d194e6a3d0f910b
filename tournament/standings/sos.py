"""Sums of opponents' scores, and those sums without the lowest ones (specification, 2.11)."""

import numpy as np

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.state.criteria import Criterion

FIRST_SOSM_WITHOUT_LOWEST = 3
"""SOSM-1 and SOSM-2 are 0 after fewer rounds, as in the reference program."""


def _without_lowest(terms: Ints, lowest: int) -> Ints:
    """Return the sums over the rounds without so many of the lowest terms; 0 if none are left."""
    if len(terms) <= lowest:
        return np.zeros(terms.shape[1], dtype=np.int64)
    total: Ints = np.partition(terms, lowest - 1, axis=0)[lowest:].sum(axis=0)
    return total


def _sosm_without_lowest(position: Position, lowest: int) -> Ints:
    if position.rounds < FIRST_SOSM_WITHOUT_LOWEST:
        return np.zeros(position.count, dtype=np.int64)
    return _without_lowest(position.terms_m, lowest)


SOSW = Metric(
    Criterion.SOSW,
    LocalText(
        "Sum of the opponents' numbers of wins.", "Somme des victoires des adversaires rencontrés."
    ),
    lambda position: position.terms_w.sum(axis=0),
)
SOSW_1 = Metric(
    Criterion.SOSW_1,
    LocalText(
        "Sum of the opponents' numbers of wins without the lowest.",
        "Somme des victoires des adversaires, sans la plus faible.",
    ),
    lambda position: _without_lowest(position.terms_w, 1),
)
SOSW_2 = Metric(
    Criterion.SOSW_2,
    LocalText(
        "Sum of the opponents' numbers of wins without the two lowest.",
        "Somme des victoires des adversaires, sans les deux plus faibles.",
    ),
    lambda position: _without_lowest(position.terms_w, 2),
)
SOSM = Metric(
    Criterion.SOSM,
    LocalText(
        "Sum of the opponents' McMahon scores, with the handicaps of the games.",
        "Somme des scores McMahon des adversaires, handicaps des parties compris.",
    ),
    lambda position: position.terms_m.sum(axis=0),
)
SOSM_1 = Metric(
    Criterion.SOSM_1,
    LocalText(
        "Sum of the opponents' McMahon scores without the lowest; from the third round on.",
        "Somme des scores McMahon des adversaires, sans le plus faible ; dès la troisième ronde.",
    ),
    lambda position: _sosm_without_lowest(position, 1),
)
SOSM_2 = Metric(
    Criterion.SOSM_2,
    LocalText(
        "Sum of the opponents' McMahon scores without the two lowest; from the third round on.",
        "Somme des scores McMahon des adversaires, sans les deux plus faibles ; dès la troisième "
        "ronde.",
    ),
    lambda position: _sosm_without_lowest(position, 2),
)
SOSTS = Metric(
    Criterion.SOSTS,
    LocalText(
        "Sum of the opponents' Strasbourg scores, with the handicaps of the games.",
        "Somme des scores Strasbourg des adversaires, handicaps des parties compris.",
    ),
    lambda position: position.terms_sts.sum(axis=0),
)
