"""Which systems put players in the order of their strength: McMahon, Swiss, and others.

    python -m benchmarks.fairness [--players 32 64 128] [--errors 0 50 100] [--out FILE]

Events are made up from a seed: ratings are normal around 1500 with a spread of 400, and the
strength is off the rating by a normal error. Every system gets the same events, with the same luck
(:mod:`tournament.simulation.chance`), and is measured after 5 to 10 rounds; nobody is absent, no
game has a handicap, and games go by the EGF's formula. McMahon and the Swiss systems by fold, slip
and random are paired by the product's engine. Monrad, Burstein and a system in the manner of FIDE's
are written here, as matchings of greatest weight; colours decide nothing here and are left out of
these three. The round-robin, all games of everybody, is what results alone can tell.

Printed are Kendall's tau-b of the order and the strength, with its interval of 95 %, how often the
strongest comes first, and, for one system, what each list of tie-breaks makes of the same events.
What is done is kept in ``--out``: started again, it goes on. ``--charts`` draws it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import rustworkx

from benchmarks.charts import Point, line_chart
from tournament.pairing.pairing import Board, Pairing, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.chance import normal
from tournament.simulation.figures import figure_of
from tournament.simulation.measures import tau_b
from tournament.simulation.playing import Field, Luck, with_decided_games
from tournament.simulation.strength import PLAIN
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.parameters import Method, Parameters, Seeding, SeedPhase, TopGroup
from tournament.state.people import Player
from tournament.state.presets import MCMAHON, ROUND_ROBIN, SWISS
from tournament.state.ranks import rank_of_rating
from tournament.state.state import TournamentState
from tournament.state.top_group import with_bar

ROUNDS = range(5, 11)
EVENTS = {32: 2000, 64: 1000, 128: 500}
CHUNK = 50
MEAN, SPREAD = 1500, 400
Pairs = Callable[[TournamentState, int], list[tuple[int, int]]]
"""Who meets in a round, as pairs of ids."""


def _swiss(seeding: Seeding) -> Parameters:
    phase = SeedPhase(seeding, Criterion.RATING)
    return replace(SWISS, weights=replace(SWISS.weights, phase_1=phase, phase_2=phase))


def _bar(share: int) -> Callable[[int], Parameters]:
    def of(players: int) -> Parameters:
        scoring = replace(MCMAHON.scoring, top_group=TopGroup(size=players // share))
        none = replace(MCMAHON.handicap, ceiling=0)
        weights = replace(MCMAHON.weights, geography=0)
        return replace(MCMAHON, scoring=scoring, handicap=none, weights=weights)

    return of


ENGINE: dict[str, Callable[[int], Parameters]] = {
    "McMahon, bar for an eighth": _bar(8),
    "McMahon, bar for a quarter": _bar(4),
    "McMahon, bar for half": _bar(2),
    "Swiss, fold": lambda players: _swiss(Seeding.FOLD),
    "Swiss, slip": lambda players: _swiss(Seeding.SLIP),
    "Swiss, random": lambda players: _swiss(Seeding.RANDOM),
}


def _matched(cost: np.ndarray, state: TournamentState) -> list[tuple[int, int]]:
    """Return the matching of least cost in which nobody meets an opponent twice if avoidable.

    ``cost`` is a matrix over the players in the state's order; what is above its diagonal is read.
    """
    ids = [player.id for player in state.players]
    place = {player: index for index, player in enumerate(ids)}
    cost = cost.copy()
    for game in state.games:
        one, other = sorted(place[player] for player in game.players)
        cost[one, other] += 10**15
    ones, others = np.triu_indices(len(ids), 1)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(ids)
    graph.add_edges_from(
        list(zip(ones.tolist(), others.tolist(), (-cost[ones, others]).tolist(), strict=True))
    )
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(ids[one], ids[other]) for one, other in chosen]


def _ranked(state: TournamentState, number: int, criteria: Sequence[Criterion]) -> list[list[int]]:
    """Return the score groups, the highest first: indices of players in an order."""
    table = standings(state, after=number - 1, criteria=(Criterion.NBW, *criteria))
    wins = table.columns[Criterion.NBW]
    groups: dict[int, list[int]] = {}
    for index in table.order.tolist():
        groups.setdefault(int(wins[index]), []).append(index)
    return list(groups.values())


Distance = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""How far two seats of a score group are from those that should meet; takes the group's size."""


def _within_groups(criteria: Sequence[Criterion], distance: Distance) -> Pairs:
    """Return a system that pairs in score groups; ``distance`` is of two places in one."""

    def pairs(state: TournamentState, number: int) -> list[tuple[int, int]]:
        groups = _ranked(state, number, criteria)
        # By place, the highest first: the score group, the seat in it, and how many sit there.
        group = np.repeat(np.arange(len(groups)), [len(members) for members in groups])
        seat = np.concatenate([np.arange(len(members)) for members in groups])
        size = np.array([len(groups[number]) for number in group])
        place = np.empty(len(group), dtype=np.int64)
        place[[index for members in groups for index in members]] = np.arange(len(group))
        first = np.minimum.outer(place, place)
        second = np.maximum.outer(place, place)
        cost = np.where(
            group[first] == group[second],
            distance(seat[first], seat[second], size[first]) ** 2,
            10**9 * (group[second] - group[first]) ** 2,
        )
        return _matched(cost, state)

    return pairs


WRITTEN_HERE: dict[str, Pairs] = {
    "Monrad": _within_groups((Criterion.RATING,), lambda one, other, size: other - one - 1),
    "Burstein": _within_groups(
        (Criterion.SOSW, Criterion.RATING), lambda one, other, size: one + other - (size - 1)
    ),
    "in the manner of FIDE": _within_groups(
        (Criterion.RATING,), lambda one, other, size: other - one - size // 2
    ),
}
NAMES = (*ENGINE, *WRITTEN_HERE, "round-robin")
LISTS: dict[str, tuple[Criterion, ...]] = {
    "none": (Criterion.NBW,),
    "SOS": (Criterion.NBW, Criterion.SOSW),
    "SOS SOSOS": (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW),
    "SODOS": (Criterion.NBW, Criterion.SODOSW),
    "CUSS": (Criterion.NBW, Criterion.CUSSW),
    "direct": (Criterion.NBW, Criterion.EGF_DC),
}
ABLATED = "Swiss, slip"


def _field(players: int, error: int, event: int) -> tuple[tuple[Player, ...], Field]:
    ratings = [
        round(MEAN + SPREAD * normal(0, players, event, number)) for number in range(players)
    ]
    people = tuple(
        Player(number + 1, f"P{number:03d}", "", rank_of_rating(rating), rating)
        for number, rating in enumerate(ratings)
    )
    strengths = {
        person.id: person.rating + error * normal(1, players, event, person.id) for person in people
    }
    return people, Field(strengths, PLAIN)


Task = tuple[str, int, int, int]
"""A system, how many players, how far their ratings are off, and which chunk of events."""
Found = dict[str, list[float]]
"""For each number of rounds, or list of tie-breaks, tau; then how often the strongest was first."""
Kept = dict[Task, Found]


def measured(task: Task) -> Found:
    """Play a chunk of events in a system; return what came of each."""
    name, players, error, chunk = task
    found: Found = {}
    for event in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        people, field = _field(players, error, event)
        strength = np.array([field.strengths[person.id] for person in people])
        for key, value in _event(name, people, field, Luck(event, event), strength):
            found.setdefault(key, []).append(value)
    return found


def _event(
    name: str, people: tuple[Player, ...], field: Field, luck: Luck, strength: np.ndarray
) -> Iterator[tuple[str, float]]:
    if name == "round-robin":
        yield from _told("all", with_decided_games(_all_games(people), field, luck), strength)
        return
    rules = ENGINE[name](len(people)) if name in ENGINE else SWISS
    state = TournamentState(people, parameters=with_bar(rules, people))
    for number in range(1, ROUNDS[-1] + 1):
        if name in WRITTEN_HERE:
            pairs = WRITTEN_HERE[name](state, number)
            boards = tuple(Board(table, *pair) for table, pair in enumerate(pairs, 1))
            begun = Pairing(number, boards).seated(state)
        else:
            begun = pair_round(PairingRequest(state, number, seed=luck.event)).seated(state)
        state = with_decided_games(begun, field, luck)
        if number in ROUNDS:
            yield from _told(str(number), state, strength)
    if name == ABLATED:
        for title, criteria in LISTS.items():
            yield (
                f"7 {title}",
                tau_b(-standings(state, after=7, criteria=criteria).places, strength),
            )


@cache
def _round_robin(players: int) -> tuple[Game, ...]:
    """Return the games of everybody with everybody: the table decides, whatever the results."""
    rules = replace(ROUND_ROBIN, method=Method.ROUND_ROBIN)
    people, __ = _field(players, 0, 0)
    empty = TournamentState(people, parameters=with_bar(rules, people))
    rounds = [
        pair_round(PairingRequest(empty, number)).seated(empty) for number in range(1, players)
    ]
    return tuple(game for each in rounds for game in each.games)


def _all_games(people: tuple[Player, ...]) -> TournamentState:
    """Return a round-robin of these players with every round paired."""
    rules = replace(ROUND_ROBIN, method=Method.ROUND_ROBIN)
    empty = TournamentState(people, parameters=with_bar(rules, people))
    return replace(empty, games=_round_robin(len(people)))


def _told(key: str, state: TournamentState, strength: np.ndarray) -> Iterator[tuple[str, float]]:
    table = standings(state)
    first = table.places == 1
    yield key, tau_b(-table.places, strength)
    yield f"{key} first", float(first[int(np.argmax(strength))]) / int(first.sum())


def main() -> None:
    """Play what is not done yet, and print everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="*", default=list(EVENTS))
    parser.add_argument("--errors", type=int, nargs="*", default=[0, 50, 100])
    parser.add_argument("--events", type=int, help="instead of 2,000, 1,000 and 500")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("fairness.jsonl"))
    parser.add_argument("--charts", type=Path, metavar="FOLDER", help="write charts there, too")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    kept = dict(_kept(options.out))
    tasks = [
        (name, players, error, chunk)
        for players in options.players
        for error in options.errors
        for name in NAMES
        for chunk in range((options.events or EVENTS.get(players, 500)) // CHUNK)
    ]
    started = time.monotonic()
    with (
        ProcessPoolExecutor(options.workers) as pool,
        options.out.open("a", encoding="utf-8") as out,
    ):
        left = [task for task in tasks if task not in kept]
        for task, found in zip(left, pool.map(measured, left), strict=True):
            kept[task] = found
            out.write(json.dumps([task, found]) + "\n")
            out.flush()
    print(f"{len(left)} chunks of {CHUNK} events in {time.monotonic() - started:.0f} s")
    asked = {key: kept[key] for key in tasks}
    for players in options.players:
        for error in options.errors:
            _print(players, error, asked)
        if options.charts:
            _draw(players, options.errors, asked, options.charts)


def _kept(path: Path) -> Iterator[tuple[Task, Found]]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            (name, players, error, chunk), found = json.loads(line)
            yield (name, players, error, chunk), found


def _values(kept: Kept, players: int, error: int, name: str, key: str) -> list[float]:
    return [
        value
        for (of, count, off, __), found in kept.items()
        if (of, count, off) == (name, players, error)
        for value in found.get(key, [])
    ]


def _print(players: int, error: int, kept: Kept) -> None:
    print(f"\n{players} players, ratings off by {error}: tau after 5 to 10 rounds; first after 7")
    for name in NAMES:
        keys = ["all"] if name == "round-robin" else [str(number) for number in ROUNDS]
        taus = [figure_of(_values(kept, players, error, name, key)) for key in keys]
        cells = "  ".join(f"{tau.mean:.3f}±{tau.half_width:.3f}" for tau in taus)
        key = "all first" if keys == ["all"] else "7 first"
        first = figure_of(_values(kept, players, error, name, key))
        print(f"  {name:28} {cells}   {first.mean:.3f}±{first.half_width:.3f} of {first.count}")
    cells = "  ".join(
        f"{title} {statistics.fmean(_values(kept, players, error, ABLATED, f'7 {title}')):.3f}"
        for title in LISTS
    )
    print(f"  {ABLATED}, 7 rounds, by tie-breaks: {cells}")


def _draw(players: int, errors: Sequence[int], kept: Kept, folder: Path) -> None:
    """Write three charts: the order and the winner over the rounds, the order over the errors."""
    folder.mkdir(parents=True, exist_ok=True)

    def point(x: float, error: int, name: str, key: str) -> Point:
        found = figure_of(_values(kept, players, error, name, key))
        return Point(x, found.mean, found.half_width)

    def over_rounds(suffix: str) -> dict[str, list[Point]]:
        return {
            name: [point(ROUNDS[0], errors[0], name, f"all{suffix}")]
            if name == "round-robin"
            else [point(number, errors[0], name, f"{number}{suffix}") for number in ROUNDS]
            for name in NAMES
        }

    over_errors = {
        name: [
            point(error, error, name, "all" if name == "round-robin" else "7") for error in errors
        ]
        for name in NAMES
    }
    off = f"ratings {errors[0]} points off" if errors[0] else "ratings that are right"
    charts = {
        "tau": line_chart(
            f"{players} players: how near the order comes to strength",
            f"Kendall's tau-b after 5 to 10 rounds, by system; {off}",
            over_rounds(""),
            axes=("rounds", f"Kendall's tau-b, {off}"),
        ),
        "first": line_chart(
            f"{players} players: how often the strongest comes first",
            f"How often the strongest is first after 5 to 10 rounds, by system; {off}",
            over_rounds(" first"),
            axes=("rounds", f"share of events, {off}"),
        ),
        "errors": line_chart(
            f"{players} players: what wrong ratings cost",
            "Kendall's tau-b after 7 rounds by how far ratings are off, by system",
            over_errors,
            axes=("how far ratings are off, in points", "Kendall's tau-b after 7 rounds"),
        ),
    }
    for title, drawing in charts.items():
        (folder / f"fairness-{title}-{players}.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
