"""How well the simulation's model tells real games, and the fit that its numbers come from.

    python -m benchmarks.strength [--fit]

Real tournaments of the shared corpus: 19x19, games that were played and won. Events are ordered by
size and taken in pairs; of each pair the one with the smaller SHA-256 of its name is in the half
that the numbers are fitted on, the other in the half they are tested on. Compared: a constant, the
EGF's formula on the ratings, the model from the ratings, and the model that has learned from the
rounds before. Log loss and Brier score a game, the less the better; reliability by what was
predicted; by rank and by handicap.

``--fit`` looks for the numbers again: the evidence of whole events, by coordinate descent.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import statistics
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tests.formats.opengotha_files import paths
from tournament.formats.opengotha import read_opengotha
from tournament.simulation.learning import log_evidence, update_beliefs
from tournament.simulation.strength import (
    PLAIN,
    Beliefs,
    Model,
    advantage_of,
    beliefs_of,
    chance_of,
)
from tournament.state.games import Game
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

STEPS = {"listed": 40.0, "declared": 60.0, "upset": 0.03, "stone": 30.0}
LIMITS = {"listed": (0, 900), "declared": (0, 900), "upset": (0, 0.3), "stone": (0, 300)}


@dataclass(frozen=True)
class Told:
    """A game with Black's chance as something predicted it, and whether Black won."""

    chance: float
    won: bool
    rank: int
    handicap: int

    @property
    def log_loss(self) -> float:
        """Return minus the logarithm of the chance that what happened had been given."""
        return -math.log(max(self.chance if self.won else 1 - self.chance, 1e-12))

    @property
    def brier(self) -> float:
        """Return the square of how far the chance is from what happened."""
        return (self.chance - self.won) ** 2


def real_events() -> list[tuple[str, TournamentState]]:
    """Return the events with games to learn from, the largest first."""
    found = []
    for path in paths("corpus/tournaments/opengotha"):
        event = read_opengotha(path.read_bytes())
        if event.details.board_size == 19 and any(map(_says_something, event.state.games)):
            found.append((path.name, event.state))
    return sorted(found, key=lambda entry: (-len(entry[1].games), entry[0]))


def halves(events: list[tuple[str, TournamentState]]) -> tuple[list[TournamentState], ...]:
    """Return the events to fit on and those to test on."""
    fit, test = [], []
    for start in range(0, len(events), 2):
        pair = sorted(events[start : start + 2], key=lambda entry: _hash(entry[0]))
        fit.append(pair[0][1])
        test.extend(state for __, state in pair[1:])
    return fit, test


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _says_something(game: Game) -> bool:
    won = game.result.outcome in (Outcome.BLACK, Outcome.WHITE)
    return won and not game.result.by_default


Predictor = Callable[[TournamentState, int], Callable[[Game], float]]
"""What predicts the games of a round of an event."""


def by_model(model: Model, learning: bool) -> Predictor:
    """Return the model as a predictor, with or without the rounds before."""

    def of_round(state: TournamentState, number: int) -> Callable[[Game], float]:
        known: Beliefs = beliefs_of(state.players, model)
        if learning:
            known = update_beliefs(known, state.before(number), model)
        komi = state.parameters.komi
        return lambda game: chance_of(
            known, model, game.black, game.white, advantage_of(game, komi)
        )

    return of_round


def constant(share: float) -> Predictor:
    """Return what says the same of every game."""
    return lambda state, number: lambda game: share


def told(states: Iterable[TournamentState], predictor: Predictor) -> Iterator[Told]:
    """Yield every game with what was predicted."""
    for state in states:
        ranks = {player.id: player.rank for player in state.players}
        for number in range(1, state.played_rounds + 1):
            predicted = predictor(state, number)
            for game in state.games:
                if game.round == number and _says_something(game):
                    yield Told(
                        predicted(game),
                        game.result.outcome is Outcome.BLACK,
                        min(ranks[game.black], ranks[game.white]),
                        game.handicap,
                    )


def fit(states: list[TournamentState], model: Model) -> Model:
    """Return the model whose evidence of the events is greatest, from a start, coordinate-wise."""

    def worth(model: Model) -> float:
        return sum(log_evidence(beliefs_of(s.players, model), s, model) for s in states)

    steps, best, here = dict(STEPS), worth(model), model
    while steps["listed"] > 2:
        moved = False
        for name, step in steps.items():
            for change in (step, -step):
                value = getattr(here, name) + change
                if not LIMITS[name][0] <= value <= LIMITS[name][1]:
                    continue
                tried = replace(here, **{name: value})
                found = worth(tried)
                if found > best:
                    best, here, moved = found, tried, True
                    break
        if not moved:
            steps = {name: step / 2 for name, step in steps.items()}
        print(f"  evidence {best:.1f}  {here}", flush=True)
    return here


def report(name: str, games: list[Told]) -> None:
    """Print log loss and Brier score, and how far predictions are from what happened."""
    loss = statistics.fmean(game.log_loss for game in games)
    brier = statistics.fmean(game.brier for game in games)
    print(f"  {name:28} {loss:.4f}   {brier:.4f}   {calibration_error(games):.4f}")


def _favourites(games: Iterable[Told]) -> list[tuple[float, bool]]:
    return [(max(g.chance, 1 - g.chance), g.won == (g.chance >= 0.5)) for g in games]


def _bins(games: Iterable[Told]) -> Iterator[tuple[float, float, int]]:
    """Yield what was said of favourites, how often they won, and how many, by tenths."""
    favourites = _favourites(games)
    for low in (0.5, 0.6, 0.7, 0.8, 0.9):
        here = [(said, won) for said, won in favourites if low <= said < low + 0.1 + (low == 0.9)]
        if here:
            yield (
                statistics.fmean(said for said, __ in here),
                statistics.fmean(won for __, won in here),
                len(here),
            )


def calibration_error(games: list[Told]) -> float:
    """Return the expected calibration error: the mean distance of said and was, by games."""
    return sum(abs(said - was) * count for said, was, count in _bins(games)) / len(games)


def main() -> None:
    """Fit if asked, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    fitted_on, tested_on = halves(real_events())
    model = Model()
    if options.fit:
        model = fit(fitted_on, Model(listed=100, declared=200, upset=0.02, stone=100))
    print(model)
    black = statistics.fmean(game.won for game in told(fitted_on, constant(0.5)))
    predictors = {
        "constant": constant(black),
        "EGF formula, ratings": by_model(PLAIN, learning=False),
        "model, ratings": by_model(model, learning=False),
        "model, and rounds before": by_model(model, learning=True),
    }
    for half, states in (("fitted on", fitted_on), ("tested on", tested_on)):
        every = {name: list(told(states, predictor)) for name, predictor in predictors.items()}
        count = len(every["constant"])
        print(f"\n{half}: {len(states)} events, {count} games")
        print(f"  {'':28} log loss Brier    calibration error")
        for name, games in every.items():
            report(name, games)
    print("\nReliability in the half tested on: said, was (games)")
    for name, games in every.items():
        cells = (f"{said:.2f} {was:.2f} ({count})" for said, was, count in _bins(games))
        print(f"  {name:28} " + "   ".join(cells))
    groups: dict[str, Callable[[Told], bool]] = {
        "both dan": lambda game: game.rank >= 0,
        "weaker 1 to 10 kyu": lambda game: -10 <= game.rank < 0,
        "weaker below 10 kyu": lambda game: game.rank < -10,
        "even": lambda game: game.handicap == 0,
        "handicap 1 and 2": lambda game: game.handicap in (1, 2),
        "handicap 3 to 9": lambda game: game.handicap > 2,
    }
    for group, belongs in groups.items():
        print(f"\nTested on, {group}: {sum(map(belongs, every['constant']))} games")
        for name, games in every.items():
            report(name, list(filter(belongs, games)))


if __name__ == "__main__":
    main()
