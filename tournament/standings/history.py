"""What happened in a tournament's rounds, as arrays: one row per round, one column per player.

It is built once from a state and read by scores, criteria and the pairing. Players are in the
state's order. A void game is left out, as if its players had never been paired.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from tournament.brackets.tables import byes_made_up
from tournament.state.games import Game
from tournament.state.parameters import ScoringParameters
from tournament.state.results import MEANINGS, Decided, Outcome
from tournament.state.state import TournamentState

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
NOBODY = -1

_GAME = attrgetter("round", "black", "white", "handicap", "result.outcome", "result.decided")


@dataclass(frozen=True, slots=True, eq=False)
class GameArrays:
    """The games that count, in the state's order: every array has one entry per game.

    ``round`` counts from 1, ``black`` and ``white`` are indices of players, points are X2.
    ``known`` says that there is a result, ``real`` that it was also not by default.
    """

    round: Ints
    black: Ints
    white: Ints
    handicap: Ints
    black_points: Ints
    white_points: Ints
    known: Flags
    real: Flags


@dataclass(frozen=True, eq=False)
class History:
    """The rounds 1 to ``rounds`` as arrays; row k of an array with two axes is round k + 1.

    ``opponent`` is the index of a player or NOBODY, ``handicap`` positive for White and negative
    for Black, ``colour`` 1 for White, -1 for Black and 0 without a game, ``points`` the X2 points
    of the game. ``real`` marks games with a result that nobody won by default. ``bye`` and
    ``absent`` mark only rounds without a game; a player with none of the three was not assigned.
    ``uncounted`` marks the absences that earn nothing. ``rank``, ``rating``, ``category`` (0 is the
    highest) and ``starting`` (the starting McMahon score in points) have one entry per player.
    ``state`` is the state it was built from.
    """

    state: TournamentState

    ids: tuple[int, ...]
    rounds: int
    scoring: ScoringParameters
    games: GameArrays
    opponent: Ints
    handicap: Ints
    colour: Ints
    points: Ints
    real: Flags
    bye: Flags
    absent: Flags
    uncounted: Flags
    rank: Ints
    rating: Ints
    category: Ints
    starting: Ints

    @cached_property
    def index(self) -> dict[int, int]:
        """Return the index of every player id."""
        return {player: number for number, player in enumerate(self.ids)}

    @cached_property
    def played(self) -> Flags:
        """Return True wherever there is a game, decided or not."""
        played: Flags = self.opponent != NOBODY
        return played


def history_of(state: TournamentState, rounds: int | None = None) -> History:
    """Return the history of the rounds 1 to ``rounds``, by default of all that were played.

    Later games and byes are ignored. Raises ValueError for a negative number.
    """
    if rounds is None:
        rounds = state.played_rounds
    if rounds < 0:
        raise ValueError(f"rounds are counted from 1, not {rounds}")
    players = state.players
    ids = tuple([player.id for player in players])
    index = {player: number for number, player in enumerate(ids)}
    games = _games(state.games, index, rounds)
    shape = (rounds, len(players))
    black = (games.round - 1, games.black)
    white = (games.round - 1, games.white)
    opponent = np.full(shape, NOBODY, dtype=np.int64)
    opponent[black], opponent[white] = games.white, games.black
    handicap, colour, points = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    handicap[black], handicap[white] = -games.handicap, games.handicap
    colour[black], colour[white] = -1, 1
    points[black], points[white] = games.black_points, games.white_points
    real = np.zeros(shape, dtype=np.bool_)
    real[black] = real[white] = games.real
    free = opponent == NOBODY
    made_up = byes_made_up(state, rounds)
    byes = [
        (bye.round, index[bye.player])
        for bye in state.byes
        if 0 < bye.round <= rounds and bye not in made_up
    ]
    away = [
        (number, place)
        for place, player in enumerate(players)
        if player.absent
        for number in player.absent
        if 0 < number <= rounds
    ]
    nothing = [
        (number, place)
        for place, player in enumerate(players)
        if player.uncounted
        for number in player.uncounted & player.absent
        if 0 < number <= rounds
    ]
    bye = _marked(byes, shape) & free
    absent = _marked(away, shape) & free & ~bye
    rank = np.array([player.rank for player in players], dtype=np.int64)
    correction = np.array(_corrections(state), dtype=np.int64)
    return History(
        state=state,
        ids=ids,
        rounds=rounds,
        scoring=state.parameters.scoring,
        games=games,
        opponent=opponent,
        handicap=handicap,
        colour=colour,
        points=points,
        real=real,
        bye=bye,
        absent=absent,
        uncounted=_marked(nothing, shape) & absent,
        rank=rank,
        rating=np.array([player.rating for player in players], dtype=np.int64),
        category=_by_rank(rank, state.parameters.category_of),
        starting=_by_rank(rank, state.parameters.starting_score) + correction,
    )


def _corrections(state: TournamentState) -> list[int]:
    parameters = state.parameters
    top = parameters.scoring.top_group
    if not (top.lifted or top.lowered):
        return [player.smms_correction for player in state.players]
    return [parameters.correction_of(player) for player in state.players]


def _games(games: tuple[Game, ...], index: dict[int, int], rounds: int) -> GameArrays:
    """Return the games as arrays, built in one pass whose loops run in C.

    Enum members are compared by identity, which is much faster than by hash; a result cannot hold
    anything else (:class:`~tournament.state.results.Result`).
    """
    numbers, blacks, whites, stones, outcomes, decided = (
        zip(*map(_GAME, games), strict=True) if games else ((),) * 6
    )
    number = np.array(numbers, dtype=np.int64)
    outcome = np.array(list(map(id, outcomes)), dtype=np.int64)
    counts = (number > 0) & (number <= rounds) & (outcome != id(Outcome.VOID))
    known = outcome != id(Outcome.UNKNOWN)
    by_default = np.array(list(map(id, decided)), dtype=np.int64) == id(Decided.DEFAULT)
    black_points, white_points = np.zeros_like(number), np.zeros_like(number)
    for kind, meaning in MEANINGS.items():
        if meaning.black or meaning.white:
            here = outcome == id(kind)
            black_points[here], white_points[here] = meaning.black, meaning.white
    return GameArrays(
        round=number[counts],
        black=np.array([index[player] for player in blacks], dtype=np.int64)[counts],
        white=np.array([index[player] for player in whites], dtype=np.int64)[counts],
        handicap=np.array(stones, dtype=np.int64)[counts],
        black_points=black_points[counts],
        white_points=white_points[counts],
        known=known[counts],
        real=(known & ~by_default)[counts],
    )


def _marked(seats: list[tuple[int, int]], shape: tuple[int, int]) -> Flags:
    """Return an array that is True at every given (round, player index)."""
    marks = np.zeros(shape, dtype=np.bool_)
    if seats:
        where = np.array(seats, dtype=np.int64)
        marks[where[:, 0] - 1, where[:, 1]] = True
    return marks


def _by_rank(rank: Ints, of_rank: Callable[[int], int]) -> Ints:
    """Return the value of every player's rank, calling ``of_rank`` once per rank."""
    ranks, where = np.unique(rank, return_inverse=True)
    found: Ints = np.array([of_rank(value) for value in ranks.tolist()], dtype=np.int64)[where]
    return found
