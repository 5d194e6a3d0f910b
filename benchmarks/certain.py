"""How many boards are certain while some games of a round are still going on, in real events.

    python -m benchmarks.certain [--open 2 4 6] [--players 8] [--seed 0]

For every round but the first of the OpenGotha files of the shared corpus that the engine pairs:
so many results of the round before are taken away, drawn by a seed, every outcome of them is
paired, and the boards that all outcomes have are counted (``certain_boards``). Also how long that
takes, in processor seconds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.formats.opengotha_files import paths
from tournament.formats.opengotha import read_opengotha
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.outcomes import certain_boards
from tournament.state.results import UNKNOWN
from tournament.state.state import TournamentState


def rounds(least: int) -> Iterator[tuple[str, int, TournamentState]]:
    """Yield every round that can be paired, with the state before it, all results known."""
    for path in paths("corpus/tournaments/opengotha"):
        event = read_opengotha(path.read_bytes())
        if event.teams or len(event.state.players) < least:
            continue
        for number in range(2, event.state.played_rounds + 1):
            before = event.state.before(number)
            if all(game.result.known for game in before.games):
                yield path.name, number, before


def with_open(state: TournamentState, number: int, count: int, random: Random) -> TournamentState:
    """Return the state with so many results of a round taken away."""
    here = [game for game in state.games if game.round == number]
    gone = set(random.sample(range(len(here)), min(count, len(here))))
    waiting = {(here[index].black, here[index].white) for index in gone}
    games = tuple(
        replace(game, result=UNKNOWN)
        if game.round == number and (game.black, game.white) in waiting
        else game
        for game in state.games
    )
    return replace(state, games=games)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--open", type=int, nargs="*", default=[1, 2, 4, 6])
    parser.add_argument("--players", type=int, default=8, help="leave smaller events out")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    every = list(rounds(options.players))
    for count in options.open:
        boards = certain = whole = none = 0
        shares, seconds = [], []
        for name, number, state in every:
            random = Random(f"{options.seed} {name} {number}")
            waiting = with_open(state, number - 1, count, random)
            try:
                of_round = len(pair_round(PairingRequest(state, number)).boards)
                started = time.process_time()
                found = certain_boards([PairingRequest(waiting, number)])
            except PairingError:
                continue
            if found is None or not of_round:
                continue
            seconds.append(time.process_time() - started)
            boards, certain = boards + of_round, certain + len(found.boards)
            shares.append(len(found.boards) / of_round)
            whole += len(found.boards) == of_round
            none += not found.boards
        print(
            f"{count} open: {len(shares)} rounds, {certain} of {boards} boards certain "
            f"({100 * certain / boards:.1f}%), median of a round "
            f"{100 * statistics.median(shares):.0f}%, all in {whole}, none in {none}; seconds: "
            f"median {statistics.median(seconds):.2f}, largest {max(seconds):.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
