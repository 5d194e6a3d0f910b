"""The EGF rating of 2021 (GoR): changes by game, and an estimate for a tournament (section 5).

1 dan is 2100, a rank is 100 points. Sums are in floating point, as lists round them anyway.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from tournament.state.event import Clock, Details, Event, TimeSystem
from tournament.state.games import Game
from tournament.state.people import Player
from tournament.state.results import Outcome

FLOOR = -900.0
CEILING = 3299.0
"""A rating shifted by a handicap is capped at this; the formulas end at 3300."""
MOST_STONES = 9
RATED_BOARD = 19


class EgfClass(StrEnum):
    """The EGF's class of a tournament by its clock (specification, 2.13). X is not rated."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    X = "X"

    @property
    def weight(self) -> float:
        """Return the factor by which every change is multiplied."""
        return {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}.get(self.value, 0.0)


@dataclass(frozen=True, slots=True)
class _Least:
    """The fewest minutes of a class: basic time, basic time with Fischer, adjusted time."""

    egf_class: EgfClass
    basic: int
    basic_fischer: int
    adjusted: int

    def met_by(self, clock: Clock) -> bool:
        fischer = clock.system is TimeSystem.FISCHER
        basic = self.basic_fischer if fischer else self.basic
        return clock.basic_minutes >= basic and clock.adjusted_minutes >= self.adjusted


_AT_THE_BOARD = (
    _Least(EgfClass.A, 60, 45, 75),
    _Least(EgfClass.B, 40, 30, 50),
    _Least(EgfClass.C, 25, 20, 30),
)
_ON_THE_INTERNET = (_Least(EgfClass.D, 40, 30, 50),)


def egf_class(details: Details) -> EgfClass:
    """Return the class for which the clock qualifies; boards other than 19x19 are not rated."""
    classes = _ON_THE_INTERNET if details.internet else _AT_THE_BOARD
    if details.board_size != RATED_BOARD:
        return EgfClass.X
    return next((least.egf_class for least in classes if least.met_by(details.clock)), EgfClass.X)


def expected_score(rating: float, opponent: float) -> float:
    """Return the expected score, 0 to 1, of a rating against another; both below 3300."""
    return 1 / (1 + math.exp(_beta(opponent) - _beta(rating)))


def _beta(rating: float) -> float:
    return -7 * math.log(3300 - rating)


def rating_gain(rating: float, opponent: float, score: float, weight: float = 1.0) -> float:
    """Return what a game adds to a rating; it may be negative.

    ``score`` is 1, ½ or 0, ``weight`` that of the tournament's class. Both ratings are below 3300;
    ``opponent`` is already shifted by the handicap (:func:`shift_by_handicap`).
    """
    con = math.pow((3300 - rating) / 200, 1.6)
    bonus = math.log1p(math.exp((2300 - rating) / 80)) / 5
    return weight * (con * (score - expected_score(rating, opponent)) + bonus)


def shift_by_handicap(opponent: float, handicap: int) -> float:
    """Return an opponent's rating shifted by the handicap of the game.

    ``handicap`` is the stones the opponent receives, negative if they give them; 1 is no komi.
    """
    stones = math.copysign(abs(handicap) - 0.5, handicap) if handicap else 0.0
    return min(CEILING, opponent + 100 * stones)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before a tournament, and the estimate after this many rated games."""

    player: Player
    old: float
    new: float
    games: int


def is_rated(game: Game) -> bool:
    """Whether the EGF rates a game: played, with one result for both, and at most 9 stones.

    A game that ended without result is a jigo in the EGF's tables, so it is rated as one.
    """
    one_result = game.result.outcome in (
        *(Outcome.BLACK, Outcome.WHITE),
        *(Outcome.JIGO, Outcome.NO_RESULT),
    )
    return one_result and not game.result.by_default and game.handicap <= MOST_STONES


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A rated game as one of its players sees it.

    ``opponent_rating`` is shifted by the handicap; ``points`` and ``expected`` are 0 to 1.
    """

    game: Game
    player: int
    opponent: int
    opponent_rating: float
    points: float
    expected: float


def rated_games(event: Event, after: int | None = None) -> dict[int, list[PlayerGame]]:
    """Return the rated games of rounds 1 to ``after`` by player id; by default of all rounds.

    Every game is computed with the ratings from before the tournament.
    """
    old = _before(event)
    found: dict[int, list[PlayerGame]] = {}
    for game in event.state.games:
        if not is_rated(game) or (after is not None and game.round > after):
            continue
        meaning = game.result.meaning
        for player, other, points, stones in (
            (game.black, game.white, meaning.black, -game.handicap),
            (game.white, game.black, meaning.white, game.handicap),
        ):
            opponent = shift_by_handicap(old[other], stones)
            expected = expected_score(old[player], opponent)
            seen = PlayerGame(game, player, other, opponent, points / 2, expected)
            found.setdefault(player, []).append(seen)
    return found


def changes(event: Event, after: int | None = None) -> tuple[RatingChange, ...]:
    """Return how the rated games of rounds 1 to ``after`` change the ratings, in state order.

    By default all rounds count. Every game is computed with the ratings from before the tournament,
    so the order of rounds does not matter. The weight is that of the clock's class; in class X
    nothing changes. No rating falls below -900.
    """
    weight = egf_class(event.details).weight
    games = rated_games(event, after) if weight else {}
    found = []
    for player, old in zip(event.state.players, _before(event).values(), strict=True):
        own = games.get(player.id, ())
        gained = sum(rating_gain(old, one.opponent_rating, one.points, weight) for one in own)
        found.append(RatingChange(player, old, max(FLOOR, old + gained), len(own)))
    return tuple(found)


def _before(event: Event) -> dict[int, float]:
    """Return the ratings from which the formulas start, by player id in state order."""
    return {p.id: min(CEILING, max(FLOOR, float(p.rating))) for p in event.state.players}
