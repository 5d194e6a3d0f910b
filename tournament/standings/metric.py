"""A criterion as a metric, and the position in a tournament that metrics are computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from language.localtext import LocalText
from tournament.standings.history import History, Ints
from tournament.standings.scores import Scores, scores_of
from tournament.state.criteria import Criterion


@dataclass(frozen=True, slots=True)
class Metric:
    """A criterion: what it says in one line, its unit, its direction, and how it is computed.

    A value is to be divided by ``scale`` (2 for points X2, 4 for SODOS, 1 for whole numbers). The
    greater one is placed first unless the metric is ``ascending``. ``compute`` gives one value a
    player, in the state's order.
    """

    criterion: Criterion
    explanation: LocalText
    compute: Callable[[Position], Ints]
    scale: int = 2
    ascending: bool = False

    def signed(self, values: Ints) -> Ints:
        """Return the values so that the greater is the better, for this metric too."""
        return -values if self.ascending else values


@dataclass(frozen=True, eq=False)
class Position:
    """Where a tournament stands after all rounds of ``history``.

    ``criteria`` is the list that players are placed by, which direct comparisons depend on. Where
    ``direct_comparison`` is False, or before the first round, these count as 0.

    The terms of an array are what a round adds to a sum over opponents, by round and player.
    """

    history: History
    criteria: tuple[Criterion, ...]
    metrics: Mapping[Criterion, Metric]
    direct_comparison: bool = True
    _columns: dict[Criterion, Ints] = field(default_factory=dict, init=False, repr=False)

    def column(self, criterion: Criterion) -> Ints:
        """Return the values of a criterion, one a player; each is computed once."""
        if criterion not in self._columns:
            self._columns[criterion] = self.metrics[criterion].compute(self)
        return self._columns[criterion]

    def better_is_greater(self, criterion: Criterion) -> Ints:
        """Return the values of a criterion, turned round where the lower one is the better."""
        return self.metrics[criterion].signed(self.column(criterion))

    @property
    def rounds(self) -> int:
        """Return the number of rounds up to here."""
        return self.history.rounds

    @property
    def count(self) -> int:
        """Return the number of players."""
        return len(self.history.ids)

    @cached_property
    def scores(self) -> Scores:
        """Return the running scores."""
        return scores_of(self.history)

    @cached_property
    def terms_w(self) -> Ints:
        """Return the opponents' wins X2; an unplayed round adds 0."""
        wins = self._half_points if self._as_half_points else self.scores.nbw[-1]
        return self.of_opponents(wins)

    @cached_property
    def terms_m(self) -> Ints:
        """Return the opponents' McMahon scores X2 with the handicap of the game.

        An unplayed round adds one's own starting score.
        """
        if self._as_half_points:
            return self._with_handicap(self._own_start + self._half_points)
        return self._with_handicap(self.scores.mms[-1])

    @cached_property
    def terms_sts(self) -> Ints:
        """Return the same for STS.

        With unplayed games as half points the opponent's STS counts as 0 (specification, 2.11).
        """
        sts = self.scores.sts[-1]
        return self._with_handicap(np.zeros_like(sts) if self._as_half_points else sts)

    def of_opponents(self, values: Ints, unplayed: Ints | int = 0) -> Ints:
        """Return the opponents' values by round and player; ``unplayed`` without an opponent."""
        return np.where(self.history.played, values[self.history.opponent], unplayed)

    def _with_handicap(self, values: Ints) -> Ints:
        # Without an opponent the handicap is 0.
        return self.of_opponents(values, self._own_start) + 2 * self.history.handicap

    @property
    def _own_start(self) -> Ints:
        return 2 * self.history.starting

    @property
    def _as_half_points(self) -> bool:
        return self.history.scoring.unplayed_as_half_point

    @cached_property
    def _half_points(self) -> Ints:
        """Return the points X2 where whatever was not really played is half a point."""
        points: Ints = np.where(self.history.real, self.history.points, 1).sum(axis=0)
        return points
