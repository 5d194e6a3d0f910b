"""How right the odds to win were: real events replayed round by round, with what came of them.

    python -m benchmarks.odds [--events 100] [--largest 64] [--seed 0]

The events that the model was not fitted on (``benchmarks.strength``), of up to so many players, in
which every game has a result and somebody won alone or with others. Before every round the odds are
computed from the ratings and the rounds before, by so many simulated events (or exactly, where
little is left), for everybody; afterwards they are held against who came first. Compared with the
EGF's formula on the ratings alone in the place of the model.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from benchmarks.strength import halves, real_events
from tournament.pairing.pairing import PairingError
from tournament.simulation.odds import odds
from tournament.simulation.strength import PLAIN, Model
from tournament.standings.table import standings
from tournament.state.parameters import Method
from tournament.state.state import TournamentState

BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)
Pair = tuple[float, float]
"""What was said of a player, and their share of the first place."""


def whole(largest: int) -> Iterator[TournamentState]:
    """Yield the events to test on that were played to the end."""
    __, tested_on = halves(real_events())
    for state in tested_on:
        ended = state.played_rounds >= max(state.parameters.scoring.rounds, 2)
        known = all(game.result.known for game in state.games)
        by_weights = state.parameters.method is Method.WEIGHTS
        if ended and known and by_weights and 4 <= len(state.players) <= largest:
            yield state


def replayed(task: tuple[TournamentState, Model, int, int]) -> list[list[Pair]]:
    """Return for each round what was said before it of everybody, and what came of it."""
    state, model, events, seed = task
    table = standings(state)
    first = [row.player.id for row in table.rows() if row.place == 1 and row.player.final]
    found = []
    for number in range(1, state.played_rounds + 1):
        try:
            said = odds(state.before(number), model=model, events=events, seed=seed).win
        except PairingError:
            return []
        found.append(
            [
                (said[player.id].mean, (player.id in first) / len(first))
                for player in state.players
                if player.final
            ]
        )
    return found


def main() -> None:
    """Replay and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--largest", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    states = list(whole(options.largest))
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for name, model in (("model", Model()), ("EGF formula, ratings", PLAIN)):
        with ProcessPoolExecutor(2) as pool:
            tasks = [(state, model, options.events, options.seed) for state in states]
            events = [rounds for rounds in pool.map(replayed, tasks) if rounds]
        pairs = [pair for rounds in events for said in rounds for pair in said]
        print(f"{name}: {len(events)} events, {sum(map(len, events))} rounds, {len(pairs)} chances")
        _report(pairs)
        last = [pair for rounds in events for pair in rounds[-1]]
        print("  before the last round:")
        _report(last)


def _report(pairs: list[Pair]) -> None:
    brier = sum((said - was) ** 2 for said, was in pairs) / len(pairs)
    error, cells = 0.0, []
    for low, high in pairwise(BINS):
        here = [(said, was) for said, was in pairs if low <= said < high]
        if not here:
            continue
        said = sum(pair[0] for pair in here) / len(here)
        was = sum(pair[1] for pair in here) / len(here)
        error += abs(said - was) * len(here) / len(pairs)
        cells.append(f"{said:.2f} {was:.2f} ({len(here)})")
    print(f"  Brier {brier:.4f}, calibration error {error:.4f}; said, was (how many):")
    print("  " + "   ".join(cells), flush=True)


if __name__ == "__main__":
    main()
