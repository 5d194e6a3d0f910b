"""How fast a round is paired, in what memory, and what cutting the field would lose.

    python -m benchmarks.pairing [--sizes 64 256 512 1024 2048] [--rounds 5] [--charts FOLDER]
    python -m benchmarks.pairing --sizes --loss 512 1024 [--fields 20]

Round 4 of generated players, with the parameters each system starts with: state to pairing with
scores, placement, weights, matching, handicaps and tables, in CPU milliseconds on one core. Every
size runs in a process of its own, whose peak memory is that of the whole process. Beside it, in the
same run: ``all pairs`` is the matching alone, given the weights of all pairs at once (rustworkx),
``parts`` the same of the parts that the specification has above 600 players (2.10), and
``networkx`` its matching alone on the same weights; each at sizes that it can do.

The loss compares, on generated fields of each kind, the sum of weights with that of one matching of
all pairs, and says how much less the specification's parts have. It ends with an error if the
pairing ever has less than the optimum, or its proof says otherwise.
"""

from __future__ import annotations

import argparse
import functools
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
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.charts import Point, line_chart
from tournament.pairing.arrays import Integers
from tournament.pairing.components import totals
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.optimum import all_pairs, proven_pairs, total_of
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.presets import MCMAHON, SWISS, SWISS_CATEGORIES
from tournament.state.ranks import rating_of_rank
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes

ROUND = 4
NETWORKX = 128
ALL_PAIRS = 1024
"""Up to so many players the others are measured too."""
DRAWN = {
    "pairing": "a round, whole",
    "all pairs": "matching all pairs",
    "parts": "matching in parts",
    "networkx": "networkx, matching",
}
"""What a chart shows of what is measured."""
COUNTRIES = ("FR", "DE", "NL", "CZ", "RO", "UK")
LEAST, MOST = 200, 600
"""So many players a part of the specification has."""


@dataclass(frozen=True)
class Kind:
    """A kind of field: its parameters, the rounds before, and how many clubs there are."""

    parameters: Parameters = MCMAHON
    rounds: int = ROUND - 1
    clubs: int = 0
    same_rank: bool = False
    teams: int = 0


KINDS = {
    "McMahon": Kind(),
    "Swiss": Kind(SWISS),
    "Swiss with categories": Kind(SWISS_CATEGORIES),
    "McMahon, three clubs": Kind(clubs=3),
    "McMahon, all of one rank": Kind(same_rank=True),
    "McMahon, round 10": Kind(rounds=9),
    "Swiss, round 10": Kind(SWISS, rounds=9),
    "McMahon, teams of 20": Kind(teams=20),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[64, 128, 256, 512, 1024, 2048])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--loss", type=int, nargs="*", default=[], metavar="SIZE")
    parser.add_argument("--fields", type=int, default=20)
    parser.add_argument(
        "--charts", type=Path, metavar="FOLDER", help="write a chart of each kind there, too"
    )
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        kind, size = options.one
        print(json.dumps(_measured(kind, int(size), options.rounds)))
        return
    for kind in ("McMahon", "Swiss"):
        if options.sizes:
            print(f"{kind}, round {ROUND}, median of {options.rounds}, CPU milliseconds")
        found = {size: _print_time(kind, size, options.rounds) for size in options.sizes}
        if options.charts and len(found) > 1:
            name = f"pairing-{kind.lower()}.svg"
            (options.charts / name).write_text(_chart(kind, found), encoding="utf-8")
    for size in options.loss:
        print(f"{size} players, {options.fields} fields of each kind")
        for kind in KINDS:
            _print_loss(kind, size, options.fields)


def _print_time(kind: str, size: int, rounds: int) -> dict[str, float]:
    found = _in_own_process(kind, size, rounds)
    line = (
        f"  {size:5} players {found['pairing']:9.1f} ({found['least']:.1f} to {found['most']:.1f})"
    )
    line += f"   peak {found['peak']:.0f} MB"
    for name in ("all pairs", "parts", "networkx"):
        if name in found:
            line += f"   {name} {found[name]:.0f}"
    print(line, flush=True)
    return found


def _chart(kind: str, found: dict[int, dict[str, float]]) -> str:
    """Draw the times of a kind by the number of players, with those of the others."""
    lines = {
        label: [Point(size, times[name]) for size, times in found.items() if name in times]
        for name, label in DRAWN.items()
    }
    return line_chart(
        f"A round of {kind}, by players",
        f"Milliseconds that round {ROUND} of {kind} takes to pair, by the number of players",
        {label: line for label, line in lines.items() if len(line) > 1},
        axes=("players", "milliseconds of one processor, median"),
        powers=True,
    )


def _in_own_process(kind: str, size: int, rounds: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.pairing", "--one", kind, str(size)]
    command += ["--rounds", str(rounds)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def _measured(kind: str, size: int, rounds: int) -> dict[str, float]:
    request = PairingRequest(_state(size, kind), ROUND)
    pairing = _times(lambda: pair_round(request), rounds)
    found = {
        "pairing": statistics.median(pairing),
        "least": min(pairing),
        "most": max(pairing),
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    field, places = field_of(request), np.arange(size)
    if size <= ALL_PAIRS:
        found["all pairs"] = statistics.median(_times(lambda: all_pairs(field, places), 1))
    if size > MOST:
        found["parts"] = statistics.median(_times(lambda: _in_parts(field, places), 1))
    if size <= NETWORKX and importlib.util.find_spec("networkx") is not None:
        found["networkx"] = _networkx(request, rounds)
    return found


def _times(run: Callable[[], object], rounds: int) -> list[float]:
    """Return CPU milliseconds, after one run that is not counted where there are several."""
    times = []
    for number in range(rounds + (rounds > 1)):
        started = time.process_time()
        run()
        if number or rounds == 1:
            times.append((time.process_time() - started) * 1e3)
    return times


def _networkx(request: PairingRequest, rounds: int) -> float:
    import networkx

    field = field_of(request)
    places = np.arange(len(field.players) // 2 * 2)
    weight = totals(field, places[:, None], places[None, :]).tolist()
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, weight[one][other])
        for one, other in itertools.combinations(range(len(places)), 2)
    )
    run = functools.partial(networkx.max_weight_matching, graph, maxcardinality=True)
    return statistics.median(_times(run, rounds))


def _in_parts(field: PairingField, places: Integers) -> list[tuple[int, int]]:
    """Return the pairs of the parts of the specification, with whole groups where they fit."""
    left = places[np.lexsort([field.groups.placement[places], field.groups.number[places]])]
    pairs = []
    while len(left):
        size = len(left)
        if size > MOST:
            size = min(MOST, size - LEAST) // 2 * 2
            level = field.groups.number[left[: size + 1]]
            ends = np.flatnonzero(np.diff(level)) + 1
            fits = ends[(ends >= LEAST) & (ends % 2 == 0)]
            size = int(fits[0]) if len(fits) else size
        pairs += all_pairs(field, np.sort(left[:size]))
        left = left[size:]
    return pairs


def _print_loss(kind: str, size: int, fields: int) -> None:
    losses, of_parts, unproven = [], [], 0
    for seed in range(1, fields + 1):
        field = field_of(PairingRequest(_state(size, kind, seed), KINDS[kind].rounds + 1))
        places = np.arange(size)
        found = proven_pairs(field, places)
        total = total_of(field, found.pairs)
        unproven += found.bound != total
        if size > MOST:
            of_parts.append(total - total_of(field, _in_parts(field, places)))
        if size <= ALL_PAIRS:
            losses.append(total_of(field, all_pairs(field, places)) - total)
    line = f"  {kind:26} proven {fields - unproven} of {fields}"
    if losses:
        line += f"   against all pairs: loss {max(losses)} at worst"
    if of_parts:
        parts = sum(loss > 0 for loss in of_parts)
        line += f"   parts of the specification: {parts} with a loss, {max(of_parts)} at worst"
    print(line, flush=True)
    if unproven or any(losses):
        sys.exit("the pairing is not the optimum")


def _state(size: int, kind: str, seed: int = 1) -> TournamentState:
    """Return generated players after the games of the rounds before."""
    source, of = random.Random(seed), KINDS[kind]
    clubs = [_word(source, 4) for _ in range(of.clubs or max(5, size // 12))]
    players = []
    for number in range(1, size + 1):
        rank = -5 if of.same_rank else max(-25, min(6, round(source.gauss(-7, 6))))
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
    wishes = Wishes()
    if of.teams:
        ids = source.sample(range(1, size + 1), size // 2)
        starts = range(0, len(ids), of.teams)
        wishes = Wishes(teams=tuple(frozenset(ids[at : at + of.teams]) for at in starts))
    state = TournamentState(tuple(players), parameters=of.parameters, wishes=wishes)
    for number in range(1, of.rounds + 1):
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
