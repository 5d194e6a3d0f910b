"""The kinds of formulas for criteria, each with the parts that its values are made of."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tournament.brackets.groups import seeds_after
from tournament.brackets.reached import best_places
from tournament.standings.group_places import group_tables
from tournament.standings.history import History, Ints
from tournament.standings.position import OpponentTerms, StandingsPosition
from tournament.standings.scores import Scores, halve_towards_zero
from tournament.state.criteria import Criterion
from tournament.state.parameters import Method


class TermKind(StrEnum):
    """What kind of part of a value it is."""

    ITSELF = "itself"
    """The value as registered: a rank, a rating, a category."""
    REACHED = "reached"
    """The place reached in a knock-out."""
    START = "start"
    """The starting McMahon score."""
    GAME = "game"
    """The points of the player's own game."""
    DEFAULT = "default"
    """The points of the player's own game, which was decided by default."""
    UNDECIDED = "undecided"
    """A game without a result so far."""
    VOID = "void"
    """A game that does not count, as if it had not been paired."""
    BYE = "bye"
    WALK_OVER = "walk_over"
    """A bye that was won by walk-over: the opponent did not play."""
    WALK_OVER_LOST = "walk_over_lost"
    """A round without a game that the opponent won by walk-over."""
    ABSENT = "absent"
    NOTHING = "nothing"
    """A round without a game, a bye or an absence."""
    WAITING = "waiting"
    """A round of a double elimination in which the player had nobody to meet."""
    ROUNDING = "rounding"
    """Half a point lost when the points of byes and absences are rounded down."""
    LIMIT = "limit"
    """What the cup score loses because it does not grow beyond its limit."""
    BONUS = "bonus"
    """The bonus of the Strasbourg score."""
    AFTER = "after"
    """The player's own score after a round."""
    OPPONENT = "opponent"
    """What an opponent's score contributes."""
    UNPLAYED = "unplayed"
    """What a round without an opponent contributes instead."""
    BEATEN = "beaten"
    """A tied player whom the player beat more often than lost to."""
    BELOW = "below"
    """A tied player who is ranked below."""
    BESIDE = "beside"
    """How many more tied players share the player's rank than share the last one."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a value.

    ``value`` is in the unit of the criterion; if ``counts`` is False, it is left out of the sum.
    ``opponent`` is a player id. ``score`` is the opponent's score it comes from, X2, ``handicap``
    what the game's handicap adds to that, X2, and ``factor`` what they are multiplied by: points X2
    in a SODOS, 0 to 3 in EXT and EXR, the power of two in a cup score.
    """

    kind: TermKind
    value: int
    round: int | None = None
    opponent: int | None = None
    score: int | None = None
    handicap: int = 0
    factor: int | None = None
    counts: bool = True


class Formula(ABC):
    """How a criterion is computed and explained."""

    __slots__ = ()

    @abstractmethod
    def values(self, position: StandingsPosition) -> Ints:
        """Return a value for every player, in the state's order."""

    @abstractmethod
    def terms(self, position: StandingsPosition, index: int) -> Iterable[Term]:
        """Return the parts of a player's value; those that count add up to it."""

    def tied(self, position: StandingsPosition, index: int) -> list[int] | None:
        """Return the indices of those a player is compared with; None if it is no comparison."""
        return None


@dataclass(frozen=True, slots=True)
class RegisteredValue(Formula):
    """A value with which players are registered."""

    of: Callable[[History], Ints]

    def values(self, position: StandingsPosition) -> Ints:
        """Return everybody's registered value."""
        return self.of(position.history)

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield the value itself."""
        yield Term(TermKind.ITSELF, int(self.values(position)[index]))


@dataclass(frozen=True, slots=True)
class PlaceReached(Formula):
    """How far a player has come in a knock-out, or in the group before it."""

    def values(self, position: StandingsPosition) -> Ints:
        """Return the best place that each player can still reach; 0 without a knock-out.

        Players who have not qualified from a group come after all who have, by their place in the
        group; while the groups are being played that is everybody. Players in no group come last.
        """
        history = position.history
        places = best_places(history.state, history.rounds)
        if history.state.parameters.method is Method.GROUPS:
            places = {**self._in_groups(position), **places}
        return np.array([places.get(player, 0) for player in history.ids], dtype=np.int64)

    def _in_groups(self, position: StandingsPosition) -> dict[int, int]:
        """Return everybody's place: 1 for those in the knock-out, then the places of the others."""
        history = position.history
        seeds = frozenset(seeds_after(history.state, history.rounds))
        tables = group_tables(history.state, position.rules, history.rounds)
        here = [row for table in tables for row in table.rows if row.player not in seeds]
        places = dict.fromkeys(history.ids, len(seeds) + len(here) + 1) | dict.fromkeys(seeds, 1)
        for row in here:
            places[row.player] = len(seeds) + sum(other.place < row.place for other in here) + 1
        return places

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield the place itself."""
        yield Term(TermKind.REACHED, int(self.values(position)[index]))


@dataclass(frozen=True, slots=True)
class OwnScore(Formula):
    """One of the player's running scores, with the function that yields its parts."""

    of: Callable[[Scores], Ints]
    parts: Callable[[StandingsPosition, int], Iterable[Term]]

    def values(self, position: StandingsPosition) -> Ints:
        """Return everybody's score after the last round."""
        last: Ints = self.of(position.scores)[-1]
        return last

    def terms(self, position: StandingsPosition, index: int) -> Iterable[Term]:
        """Return what each round contributed."""
        return self.parts(position, index)


@dataclass(frozen=True, slots=True)
class SumAfterRounds(Formula):
    """The sum of the player's own scores after every round."""

    of: Callable[[Scores], Ints]

    def values(self, position: StandingsPosition) -> Ints:
        """Return the sums."""
        total: Ints = self.of(position.scores)[1:].sum(axis=0)
        return total

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield the score after each round."""
        scores = self.of(position.scores)
        for number in range(1, position.rounds + 1):
            yield Term(TermKind.AFTER, int(scores[number][index]), number)


@dataclass(frozen=True, slots=True)
class SumOverOpponents(Formula):
    """A sum of a ``score`` over the opponents of all rounds.

    If ``at_once``, an opponent counts as soon as the game is paired, otherwise only once it is won.
    """

    score: Criterion
    of: Callable[[StandingsPosition], OpponentTerms]
    at_once: bool = True

    def values(self, position: StandingsPosition) -> Ints:
        """Return the sums."""
        return self.of(position).sum()

    def terms(self, position: StandingsPosition, index: int) -> Iterator[Term]:
        """Yield what every opponent contributed, or a round without one."""
        history, found = position.history, self.of(position)
        values = found.values[:, index].tolist()
        for number, opponent in enumerate(history.opponent[:, index].tolist()):
            counts = found.count is None or bool(found.count[number, index])
            if opponent < 0:
                yield Term(TermKind.UNPLAYED, values[number], number + 1, counts=counts)
                continue
            handicap = 0 if found.handicap is None else int(found.handicap[number, index])
            yield Term(
                TermKind.OPPONENT,
                values[number],
                number + 1,
                history.ids[opponent],
                score=int(found.amount[number, index]) - handicap,
                handicap=handicap,
                factor=None if found.factor is None else int(found.factor[number, index]),
                counts=counts,
            )


def nbw_parts(position: StandingsPosition, index: int) -> Iterator[Term]:
    """Yield the parts of a number of wins."""
    scoring = position.history.scoring
    return _own_rounds(position, index, scoring.absent_nbw, scoring.bye_nbw)


def mms_parts(position: StandingsPosition, index: int) -> Iterator[Term]:
    """Yield the parts of a McMahon score."""
    scoring = position.history.scoring
    yield Term(TermKind.START, int(position.start[index]))
    yield from _own_rounds(position, index, scoring.absent_mms, scoring.bye_mms)


def cps_parts(position: StandingsPosition, index: int) -> Iterator[Term]:
    """Yield the parts of a cup score."""
    scoring = position.history.scoring
    terms = list(_own_rounds(position, index, scoring.absent_nbw, scoring.bye_nbw, cup=True))
    yield from terms
    beyond = int(position.scores.cps[-1][index]) - sum(term.value for term in terms)
    if beyond:
        yield Term(TermKind.LIMIT, beyond)


def sts_parts(position: StandingsPosition, index: int) -> Iterator[Term]:
    """Yield the parts of a Strasbourg score."""
    yield from mms_parts(position, index)
    bonus = position.scores.sts - position.scores.mms
    for number in range(1, position.rounds + 1):
        more = int(bonus[number][index] - bonus[number - 1][index])
        if more:
            yield Term(TermKind.BONUS, more, number)


def _own_rounds(
    position: StandingsPosition, index: int, absent: int, bye: int, *, cup: bool = False
) -> Iterator[Term]:
    """Yield what every round contributed, and what rounding took from the points without a game."""
    history = position.history
    free = 0
    for number in range(position.rounds):
        opponent = int(history.opponent[number, index])
        if opponent >= 0:
            factor = 2 ** (position.rounds - 1 - number) if cup else None
            points = int(history.points[number, index])
            yield Term(
                _kind_of_game(history, number, index),
                points * (factor or 1),
                number + 1,
                history.ids[opponent],
                score=points,
                factor=factor,
            )
        elif history.bye[number, index]:
            free += bye
            yield Term(TermKind.BYE, bye, number + 1)
        elif history.absent[number, index]:
            counts = 0 if history.uncounted[number, index] else absent
            free += counts
            yield Term(TermKind.ABSENT, counts, number + 1)
        else:
            yield Term(TermKind.NOTHING, 0, number + 1)
    lost = 2 * halve_towards_zero(free) - free
    if history.scoring.round_down and lost:
        yield Term(TermKind.ROUNDING, lost)


def _kind_of_game(history: History, number: int, index: int) -> TermKind:
    games = history.games
    (here,) = np.nonzero(
        (games.round == number + 1) & ((games.black == index) | (games.white == index))
    )
    if not games.known[here[-1]]:
        return TermKind.UNDECIDED
    return TermKind.GAME if games.real[here[-1]] else TermKind.DEFAULT
