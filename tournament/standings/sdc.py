"""Simplified direct comparison: wins within the tied set, where all its pairs are decided."""

import numpy as np

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.standings.tied import Pairs, complete_sets, first_of, net_wins, tied_before
from tournament.state.criteria import Criterion


def _sdc(position: Position) -> Ints:
    """Count the tied opponents whom one beat more often than one lost to (specification, 2.12)."""
    wins = np.zeros(position.count, dtype=np.int64)
    place = first_of(position, Criterion.DC, Criterion.SDC)
    if place is None or not position.direct_comparison or not position.rounds:
        return wins
    sets = tied_before(position, place)
    net = net_wins(position, sets)
    decided = net.number != 0
    net = Pairs(net.low[decided], net.high[decided], net.number[decided])
    counts = complete_sets(sets, net)[sets[net.low]]
    winner = np.where(net.number > 0, net.low, net.high)[counts]
    return np.bincount(winner, minlength=position.count).astype(np.int64)


SDC = Metric(
    Criterion.SDC,
    LocalText(
        "Simple direct comparison: wins among the tied players, if all of them have met and no "
        "two are even.",
        "Confrontation directe simple : victoires entre ex aequo, si tous se sont rencontrés sans "
        "égalité entre deux d'entre eux.",
    ),
    _sdc,
    scale=1,
)
