"""How fast a round is paired, in what memory, and what matching in parts loses.

    python -m benchmarks.pairing [--sizes 64 256 512 1024 2048] [--rounds 5] [--loss 1024]

McMahon with the parameters it starts with, round 4 of generated players: state to pairing with
scores, placement, weights, matching, handicaps and tables, in CPU milliseconds on one core. Every
size runs in a process of its own, whose peak memory is that of the whole process. ``networkx`` is
the time of ``max_weight_matching`` alone on the same weights, at sizes that it can do.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tournament.pairing.components import totals
from tournament.pairing.field import field_of
from tournament.pairing.optimum import best_pairs, pair_places, total_of
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.splitting import WHOLE
from tournament.pairing.systems import pair_round
from tournament.state.games import Bye, Game
from tournament.state.people import Player
from tournament.state.presets import MCMAHON
from tournament.state.ranks import rating_of_rank
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

ROUND = 4
SLOW_ONE = 128
"""Up to so many players the other program is measured too."""
COUNTRIES = ("FR", "DE", "NL", "CZ", "RO", "UK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[64, 128, 256, 512, 1024, 2048])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--loss", type=int, nargs="*", default=[1024], metavar="SIZE")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measured(options.one, options.rounds)))
        return
    print(f"McMahon, round {ROUND}, median of {options.rounds}, CPU milliseconds")
    for size in options.sizes:
        found = _in_own_process(size, options.rounds)
        line = f"  {size:5} players {found['pairing']:9.1f}   peak {found['peak']:.0f} MB"
        if found["networkx"]:
            ratio = found["networkx"] / found["pairing"]
            line += f"   networkx, matching alone {found['networkx']:.0f} ({ratio:.0f} times)"
        print(line)
    for size in options.loss:
        _print_loss(size)


def _in_own_process(size: int, rounds: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.pairing", "--one", str(size)]
    command += ["--rounds", str(rounds)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def _measured(size: int, rounds: int) -> dict[str, float]:
    request = PairingRequest(_state(size), ROUND)
    median = _median(lambda: pair_round(request), rounds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    other = _networkx(request, rounds) if size <= SLOW_ONE else 0.0
    return {"pairing": median, "peak": peak, "networkx": other}


def _median(run: Callable[[], object], rounds: int) -> float:
    """Return the median of CPU milliseconds after one run that is not counted."""
    times = []
    for number in range(rounds + 1):
        started = time.process_time()
        run()
        if number:
            times.append((time.process_time() - started) * 1e3)
    return statistics.median(times)


def _networkx(request: PairingRequest, rounds: int) -> float:
    if importlib.util.find_spec("networkx") is None:
        return 0.0
    import networkx

    field = field_of(request)
    places = np.arange(len(field.players) // 2 * 2)
    weight = totals(field, places[:, None], places[None, :]).tolist()
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, weight[one][other])
        for one, other in itertools.combinations(range(len(places)), 2)
    )
    return _median(lambda: networkx.max_weight_matching(graph, maxcardinality=True), rounds)


def _print_loss(size: int) -> None:
    """Compare matching in parts with one matching of all; only of use above the limit."""
    if size <= WHOLE:
        sys.exit(f"up to {WHOLE} players are matched at once; there is nothing to lose")
    field = field_of(PairingRequest(_state(size), ROUND))
    places = np.arange(size)
    started = time.process_time()
    parts = total_of(field, pair_places(field, places))
    between = time.process_time()
    whole = total_of(field, best_pairs(field, places))
    ended = time.process_time()
    print(
        f"{size} players in parts: loss {whole - parts} of {whole};"
        f" {between - started:.2f} s against {ended - between:.2f} s at once"
    )


def _state(size: int, seed: int = 1) -> TournamentState:
    """Return generated players after the games of the rounds before."""
    source = random.Random(seed)
    clubs = [_word(source, 4) for _ in range(max(5, size // 12))]
    players = []
    for number in range(1, size + 1):
        rank = max(-25, min(6, round(source.gauss(-7, 6))))
        players.append(
            Player(
                number,
                _word(source, 8),
                _word(source, 5),
                rank,
                rating_of_rank(rank) + source.randrange(-50, 50),
                source.choice(COUNTRIES),
                source.choice(clubs),
            )
        )
    state = TournamentState(tuple(players), parameters=MCMAHON)
    for number in range(1, ROUND):
        state = _played(state, pair_round(PairingRequest(state, number)), source)
    return state


def _word(source: random.Random, letters: int) -> str:
    return "".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=letters)).title()


def _played(state: TournamentState, pairing: Pairing, source: random.Random) -> TournamentState:
    games = tuple(
        Game(
            pairing.round,
            board.table,
            board.black,
            board.white,
            Result(source.choice((Outcome.BLACK, Outcome.WHITE))),
            board.handicap,
        )
        for board in pairing.boards
    )
    byes = (Bye(pairing.round, pairing.bye),) if pairing.bye is not None else ()
    return replace(state, games=state.games + games, byes=state.byes + byes)


if __name__ == "__main__":
    main()
