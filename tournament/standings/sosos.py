"""Sums of the opponents' sums of opponents' scores (specification, 2.11)."""

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.state.criteria import Criterion


def _sososw(position: Position) -> Ints:
    total: Ints = position.of_opponents(position.column(Criterion.SOSW)).sum(axis=0)
    return total


def _sososm(position: Position) -> Ints:
    """An unplayed round adds what rounds against oneself at the start would have given."""
    unplayed = 2 * position.history.starting * position.rounds
    total: Ints = position.of_opponents(position.column(Criterion.SOSM), unplayed).sum(axis=0)
    return total


SOSOSW = Metric(
    Criterion.SOSOSW,
    LocalText("Sum of the opponents' SOSW.", "Somme des SOSW des adversaires."),
    _sososw,
)
SOSOSM = Metric(
    Criterion.SOSOSM,
    LocalText("Sum of the opponents' SOSM.", "Somme des SOSM des adversaires."),
    _sososm,
)
