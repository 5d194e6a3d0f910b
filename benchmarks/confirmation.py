"""What confirmation decides and what it costs; how well dead stones are proposed.

    python -m benchmarks.confirmation [--part NAME] [--games 200] [--shapes 60] [--budget 200000]

Parts, all of them unless one is named:

proposal: counted games of the shared corpus, their marks not looked at. Hit means that the count
    with the proposed dead stones is the score that was recorded.
games: disputed chains of finished games whose marks are known, decided and as marked or not.
walls: questions about boards straight from games, before and with the walls that are proposed.
examples: the rule book's examples whose boards are known: verdicts, nodes, seconds.
enclosed: seeded problems, drawn and cut out of real games, by their empty points: how many are
    decided within five seconds a question.
search: seeded groups and dead stones by size: how many are decided, how long a question takes.
checker: how long the certificates of such shapes take to check.
alarms: what the consistency check costs, how often it cries, which injected errors it finds.

Times are processor seconds of one core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from adjudication.confirmation.budget import DEFAULT_BUDGET
from benchmarks.confirmation_examples import measure_examples
from benchmarks.confirmation_reach import (
    measure_alarms,
    measure_checker,
    measure_enclosed,
    measure_search,
)
from benchmarks.confirmed_games import measure
from benchmarks.confirmed_walls import measure_walls
from benchmarks.figures import share
from tests.confirmation.finished_games import (
    Finished,
    counted_without_marks,
    developed_on,
    propose_for,
    some_of,
)
from tests.rules.corpus import listing


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="at most so many of each list")
    parser.add_argument("--shapes", type=int, default=60, help="so many shapes of each size")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="nodes a question")
    parser.add_argument("--part", choices=sorted(PARTS), help="one part only")
    options = parser.parse_args()
    for name, part in PARTS.items():
        if options.part in (None, name):
            part(options)


def _proposal(options: argparse.Namespace) -> None:
    most = options.games
    wanted, rest = counted_without_marks()
    print("proposed dead stones, games with the recorded score:")
    for name, entries in (
        ("no marks, two passes, found by Monte Carlo", wanted),
        ("the other counted games", rest),
        ("seki or false eyes", listing("gold_seki_or_false_eye.json")),
        ("Tom", listing("gold_scores_tom.json")),
        ("Tygem", listing("gold_scores_tygem.json")),
        ("counted, no scorer agrees", listing("counted_but_unconfirmed.json")),
    ):
        _propose_all(name, some_of(entries, most))


def _propose_all(name: str, entries: list[dict[str, Any]]) -> None:
    times = []
    halves: dict[bool, list[Finished]] = {True: [], False: []}
    for entry in entries:
        started = time.process_time()
        game = propose_for(entry)
        times.append(time.process_time() - started)
        halves[developed_on(entry)].append(game)
    hits = sum(game.hit for half in halves.values() for game in half)
    times.sort()
    print(
        f"  {name:<44} {hits:5} of {len(entries):5}  {hits / len(entries):6.1%}"
        f"   median {statistics.median(times):.2f} s, "
        f"95 % under {times[int(0.95 * len(times))]:.2f} s, slowest {times[-1]:.2f} s"
    )
    for half, games in halves.items():
        told = [game for game in games if game.proposal.without_doubt]
        won = [game for game in games if game.proposal.winner_without_doubt]
        print(
            f"      {'one half' if half else 'the other'}:"
            f" score {share(sum(game.hit for game in games), len(games))},"
            f" winner {share(sum(game.wins for game in games), len(games))};"
            f" without doubt {share(len(told), len(games))},"
            f" of these wrong {share(sum(not game.hit for game in told), len(told))};"
            f" winner without doubt {share(len(won), len(games))},"
            f" of these wrong {share(sum(not game.wins for game in won), len(won))}"
        )


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "proposal": _proposal,
    "games": lambda options: measure(options.games, options.budget),
    "walls": lambda options: measure_walls(options.games, options.budget),
    "examples": lambda options: measure_examples(options.budget),
    "search": lambda options: measure_search(options.shapes, options.budget),
    "enclosed": lambda options: measure_enclosed(options.shapes),
    "checker": lambda options: measure_checker(options.shapes, options.budget),
    "alarms": lambda options: measure_alarms(options.games),
}

if __name__ == "__main__":
    main()
