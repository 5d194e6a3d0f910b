"""What the results of an event so far say about the players' strength.

Ratings before the event are the prior; the most probable strengths given the results, and how far
they may be off, are found by Newton's method (a Laplace approximation, as in the AGA's BayRate,
which has another curve).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournament.simulation.strength import Beliefs, Model, advantage_of, clamp_strength
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

_STEPS = 15
_LONGEST_STEP = 300.0
"""In rating points: far from the answer the curve is a poor guide."""
_NEAR_ENOUGH = 0.5
_LEAST_SPREAD, _LEAST_CHANCE = 1e-3, 1e-12
_CEILING, _SLOPE = 3300, 7
"""The EGF's curve: the log of the odds is 7 times that of the ratio of (3300 - r) (gor.py)."""

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Results:
    """The informative games, as arrays; players are indices, ``stones`` are in rating points."""

    black: Indices
    white: Indices
    stones: Floats
    won: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Peak:
    """The most probable strengths, the curvature there, and the logarithm of the probability."""

    strengths: Floats
    curve: Floats
    height: float


def update_beliefs(beliefs: Beliefs, state: TournamentState, model: Model) -> Beliefs:
    """Return the beliefs about everybody after the games that were played and decided.

    Games won by default and games without a winner say nothing. If no game says anything, the
    beliefs are returned as they are.
    """
    ids = list(beliefs.middle)
    results = _results(ids, state, model)
    if not len(results.won):
        return beliefs
    peak = _peak(beliefs, ids, results, model)
    uncertain = np.sqrt(np.diag(np.linalg.inv(peak.curve)))
    return Beliefs(
        middle=dict(zip(ids, map(clamp_strength, peak.strengths.tolist()), strict=True)),
        spread=dict(zip(ids, uncertain.tolist(), strict=True)),
    )


def log_evidence(beliefs: Beliefs, state: TournamentState, model: Model) -> float:
    """Return the log-probability of an event's results, integrated over the strengths.

    The integral is by the Laplace approximation. Models are fitted by maximising this.
    """
    ids = list(beliefs.middle)
    results = _results(ids, state, model)
    if not len(results.won):
        return 0.0
    peak = _peak(beliefs, ids, results, model)
    prior = float(np.log(_spread(beliefs, ids)).sum())
    return peak.height - prior - float(np.linalg.slogdet(peak.curve)[1]) / 2


def _results(ids: list[int], state: TournamentState, model: Model) -> _Results:
    place = {player: index for index, player in enumerate(ids)}
    games = [
        game
        for game in state.counted_games()
        if game.result.outcome in (Outcome.BLACK, Outcome.WHITE) and not game.result.by_default
    ]
    komi = state.parameters.komi
    return _Results(
        black=np.array([place[game.black] for game in games], dtype=np.int64),
        white=np.array([place[game.white] for game in games], dtype=np.int64),
        stones=model.stone * np.array([advantage_of(game, komi) for game in games]),
        won=np.array([game.result.outcome is Outcome.BLACK for game in games], dtype=np.bool_),
    )


def _spread(beliefs: Beliefs, ids: list[int]) -> Floats:
    return np.array([max(beliefs.spread[player], _LEAST_SPREAD) for player in ids])


def _peak(beliefs: Beliefs, ids: list[int], results: _Results, model: Model) -> _Peak:
    middle = np.array([beliefs.middle[player] for player in ids])
    precision = 1 / _spread(beliefs, ids) ** 2
    found: Floats = middle.copy()
    for _step in range(_STEPS):
        gradient, curve, __ = _slopes(found, results, model)
        gradient -= (found - middle) * precision
        curve[np.diag_indices(len(ids))] += precision
        step = np.clip(np.linalg.solve(curve, gradient), -_LONGEST_STEP, _LONGEST_STEP)
        found = _inside(found + step)
        if float(np.abs(step).max()) < _NEAR_ENOUGH:
            break
    _gradient, curve, height = _slopes(found, results, model)
    curve[np.diag_indices(len(ids))] += precision
    return _Peak(found, curve, height - float(((found - middle) ** 2 * precision).sum()) / 2)


def _inside(strengths: Floats) -> Floats:
    return np.minimum(strengths, _CEILING - 1)


def _slopes(strengths: Floats, results: _Results, model: Model) -> tuple[Floats, Floats, float]:
    """Return the gradient of the log-likelihood, its expected curvature, and its value."""
    black, white = results.black, results.white
    own = _CEILING - _inside(strengths[black])
    other = _CEILING - _inside(strengths[white] - results.stones)
    chance = 1 / (1 + (own / other) ** _SLOPE)
    shown = model.upset / 2 + (1 - model.upset) * chance
    shown = np.clip(shown, _LEAST_CHANCE, 1 - _LEAST_CHANCE)
    steep = (1 - model.upset) * chance * (1 - chance)
    weight = (results.won - shown) / (shown * (1 - shown)) * steep
    known = steep**2 / (shown * (1 - shown))
    by_black, by_white = _SLOPE / own, _SLOPE / other
    gradient = np.zeros(len(strengths))
    np.add.at(gradient, black, weight * by_black)
    np.add.at(gradient, white, -weight * by_white)
    curve = np.zeros((len(strengths), len(strengths)))
    np.add.at(curve, (black, black), known * by_black**2)
    np.add.at(curve, (white, white), known * by_white**2)
    both = known * by_black * by_white
    np.add.at(curve, (black, white), -both)
    np.add.at(curve, (white, black), -both)
    return gradient, curve, float(np.log(np.where(results.won, shown, 1 - shown)).sum())
