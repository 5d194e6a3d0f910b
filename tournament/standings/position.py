"""Where a tournament stands after a round: the scores and opponents that tie-breaks use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from tournament.standings.history import Flags, History, Ints
from tournament.standings.scores import Scores, scores_of
from tournament.state.criteria import Criterion


class ColumnRule(Protocol):
    """What a position needs to know about a criterion: its values, and whether lower is better."""

    @property
    def ascending(self) -> bool:
        """Whether the lower value is placed first."""

    @property
    def compute(self) -> Callable[[StandingsPosition], Ints]:
        """Return the function that computes one value per player, in the state's order."""


@dataclass(frozen=True, eq=False)
class StandingsPosition:
    """Where a tournament stands after all rounds of ``history``.

    ``criteria`` is the list by which players are placed, on which direct comparisons depend. If
    ``direct_comparison`` is False, or before the first round, these count as 0. ``rules`` say how
    the column of each criterion is computed.
    """

    history: History
    criteria: tuple[Criterion, ...]
    rules: Mapping[Criterion, ColumnRule]
    direct_comparison: bool = True
    _columns: dict[Criterion, Ints] = field(default_factory=dict, init=False, repr=False)

    def column(self, criterion: Criterion) -> Ints:
        """Return the values of a criterion, one per player; each criterion is computed once."""
        if criterion not in self._columns:
            self._columns[criterion] = self.rules[criterion].compute(self)
        return self._columns[criterion]

    def better_is_greater(self, criterion: Criterion) -> Ints:
        """Return the values of a criterion, negated if the lower value is better."""
        values = self.column(criterion)
        return -values if self.rules[criterion].ascending else values

    @property
    def rounds(self) -> int:
        """Return the number of rounds so far."""
        return self.history.rounds

    @property
    def count(self) -> int:
        """Return the number of players."""
        return len(self.history.ids)

    @cached_property
    def scores(self) -> Scores:
        """Return the running scores."""
        return scores_of(self.history)

    @property
    def start(self) -> Ints:
        """Return every player's own starting McMahon score X2."""
        return 2 * self.history.starting

    @cached_property
    def opponents_wins(self) -> OpponentTerms:
        """Return the opponents' wins X2; an unplayed round adds 0."""
        return self.opponents(self._half_points if self._as_half_points else self.scores.nbw[-1])

    @cached_property
    def opponents_mms(self) -> OpponentTerms:
        """Return the opponents' McMahon scores X2, including the handicap of the game.

        An unplayed round adds the player's own starting score.
        """
        scores = self.start + self._half_points if self._as_half_points else self.scores.mms[-1]
        return self.opponents(scores, self.start).with_handicap()

    @cached_property
    def opponents_sts(self) -> OpponentTerms:
        """Return the opponents' Strasbourg scores X2, including the handicap of the game.

        If unplayed games count as half points, the opponents' scores count as 0 (specification,
        2.11). An unplayed round adds the player's own starting score.
        """
        scores = self.scores.sts[-1]
        scores = np.zeros_like(scores) if self._as_half_points else scores
        return self.opponents(scores, self.start).with_handicap()

    def opponents(self, values: Ints, unplayed: Ints | int = 0) -> OpponentTerms:
        """Return the opponents' values by round; ``unplayed`` for rounds without an opponent."""
        return OpponentTerms(self.history, self.of_opponents(values, unplayed))

    def of_opponents(self, values: Ints, unplayed: Ints | int = 0) -> Ints:
        """Return the opponents' values by round and player, as an array."""
        return np.where(self.history.played, values[self.history.opponent], unplayed)

    @property
    def _as_half_points(self) -> bool:
        return self.history.scoring.unplayed_as_half_point

    @cached_property
    def _half_points(self) -> Ints:
        """Return the points X2, with half a point for every round that was not really played."""
        points: Ints = np.where(self.history.real, self.history.points, 1).sum(axis=0)
        return points


@dataclass(frozen=True, slots=True, eq=False)
class OpponentTerms:
    """What every round adds to a sum over opponents; all arrays are by round, then player.

    A round adds its ``amount`` times its ``factor``. ``handicap`` is the part of the amount due to
    the handicap of the game, and only rounds that ``count`` are added. None means a factor of 1, no
    handicap, and that all rounds count.
    """

    history: History
    amount: Ints
    handicap: Ints | None = None
    factor: Ints | None = None
    count: Flags | None = None

    def with_handicap(self) -> OpponentTerms:
        """Add each game's handicap X2: positive for White, negative for Black."""
        handicap = 2 * self.history.handicap
        return replace(self, amount=self.amount + handicap, handicap=handicap)

    def times(self, factor: Ints) -> OpponentTerms:
        """Multiply what each round adds."""
        return replace(self, factor=factor)

    def only(self, games: Flags) -> OpponentTerms:
        """Leave out all games but these; rounds without a game still count."""
        return replace(self, count=games | ~self.history.played)

    def without_lowest(self, number: int, *, from_round: int = 0) -> OpponentTerms:
        """Leave out this many of the lowest rounds; before ``from_round`` rounds nothing counts."""
        rounds = len(self.amount)
        count = np.zeros(self.amount.shape, dtype=np.bool_)
        if rounds > number and rounds >= from_round:
            by_amount = np.argsort(self.amount, axis=0, kind="stable")
            np.put_along_axis(count, by_amount[number:], values=True, axis=0)
        return replace(self, count=count)

    @property
    def values(self) -> Ints:
        """Return what each round would add, whether it counts or not."""
        return self.amount if self.factor is None else self.amount * self.factor

    def sum(self) -> Ints:
        """Return the sum of the rounds that count, for every player."""
        values = self.values
        total: Ints = values.sum(axis=0, where=True if self.count is None else self.count)
        return total
