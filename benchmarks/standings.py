"""How fast the standings of a large tournament are computed, against plain Python in the same run.

    python -m benchmarks.standings [--players 2048] [--rounds 10] [--repeats 7]

An invented tournament (drawn anew from a fixed seed), 1 in 20 players absent in some round, from
the state as one value to the standings: all criteria, the order, the places. Several lists of
criteria, for direct comparisons cost what their tied sets make them cost. Medians of processor
time in milliseconds, after a run that is not counted.

The plain formulation computes MMS, SOS and SOSOS player by player, round by round, as one would
write it down. Its order is compared with the one that is measured.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from tournament.standings.history import history_of
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.people import Player
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

LISTS = {
    "MMS SOSM SOSOSM": (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM),
    "NBW DC SOSW": (Criterion.NBW, Criterion.DC, Criterion.SOSW),
    "MMS EGF-DC SOSM SDC DC": (
        *(Criterion.MMS, Criterion.EGF_DC, Criterion.SOSM),
        *(Criterion.SDC, Criterion.DC),
    ),
    "DC EGF-DC NBW": (Criterion.DC, Criterion.EGF_DC, Criterion.NBW),
}
OUTCOMES = [Outcome.BLACK, Outcome.WHITE] * 10 + [Outcome.JIGO, Outcome.UNKNOWN, Outcome.BOTH_LOSE]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    state = _tournament(options.players, options.rounds)
    print(
        f"{options.players} players, {options.rounds} rounds, {len(state.games)} games, "
        f"milliseconds of processor time, median of {options.repeats}"
    )
    print("all criteria, order and places, by the list that orders:")
    for name, criteria in LISTS.items():
        listed = replace(state, parameters=replace(state.parameters, criteria=criteria))
        _measure(name, lambda s=listed: standings(s, every=True), options.repeats)
    _measure("(history alone)", lambda: history_of(state), options.repeats)
    few = replace(state, parameters=replace(state.parameters, criteria=LISTS["MMS SOSM SOSOSM"]))
    print("the listed criteria MMS SOSM SOSOSM alone, order included:")
    ours = _measure("shinpan", lambda: standings(few), options.repeats)
    plain = _measure("plain Python", lambda: _plain(few, options.rounds), options.repeats)
    if [few.players[index].id for index in standings(few).order] != _plain(few, options.rounds):
        sys.exit("the two orders differ")
    print(f"  plain Python / shinpan: {plain / ours:.0f}")


def _tournament(players: int, rounds: int) -> TournamentState:
    """Pair at random: the standings cost the same, and no score group is too neat."""
    dice = random.Random(2048)
    people = tuple(
        Player(
            number,
            f"Surname{dice.randrange(10**6)}",
            f"First{number}",
            dice.randint(-20, 5),
            dice.randint(0, 2700),
            absent=frozenset({dice.randint(1, rounds)}) if dice.random() < 0.05 else frozenset(),
        )
        for number in range(1, players + 1)
    )
    games: list[Game] = []
    for number in range(1, rounds + 1):
        present = [one.id for one in people if one.takes_part(number)]
        dice.shuffle(present)
        pairs = zip(present[::2], present[1::2], strict=False)
        games.extend(
            Game(number, table, *pair, Result(dice.choice(OUTCOMES)), dice.choice([0, 0, 1, 3]))
            for table, pair in enumerate(pairs, 1)
        )
    return TournamentState(
        people, tuple(games), parameters=Parameters(scoring=ScoringParameters(rounds=rounds))
    )


def _plain(state: TournamentState, rounds: int) -> list[int]:
    """Return player ids by MMS, SOSM and SOSOSM with the points that parameters start with."""
    games = {(game.round, player): game for game in state.games for player in game.players}
    start, mms = {}, {}
    for one in state.players:
        start[one.id] = 2 * state.parameters.starting_score(one.rank)
        points = away = 0
        for number in range(1, rounds + 1):
            game = games.get((number, one.id))
            if game is not None:
                meaning = game.result.meaning
                points += meaning.black if game.black == one.id else meaning.white
            elif number in one.absent:
                away += state.parameters.scoring.absent_mms
        mms[one.id] = start[one.id] + points + away // 2 * 2

    def opponents(player: int, score: dict[int, int], unplayed: int, stones: int) -> int:
        total = 0
        for number in range(1, rounds + 1):
            game = games.get((number, player))
            if game is None:
                total += unplayed
            elif game.white == player:
                total += score[game.black] + stones * game.handicap
            else:
                total += score[game.white] - stones * game.handicap
        return total

    sos = {player: opponents(player, mms, start[player], 2) for player in start}
    sosos = {player: opponents(player, sos, rounds * start[player], 0) for player in start}
    keys = {one.id: one.sort_key for one in state.players}
    return sorted(start, key=lambda one: (-mms[one], -sos[one], -sosos[one], keys[one]))


def _measure(name: str, run: Callable[[], object], repeats: int) -> float:
    """Print and return the median of a way; the first run of several is not counted."""
    times = []
    if repeats > 1:
        run()
    for _ in range(repeats):
        started = time.process_time()
        run()
        times.append(1000 * (time.process_time() - started))
    median = statistics.median(times)
    print(f"  {name:<24} {median:9.1f}")
    return median


if __name__ == "__main__":
    main()
