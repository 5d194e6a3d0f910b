"""How well and how fast dead stones are proposed for real games.

    python -m benchmarks.confirmation [--games 200] [--part proposal]

Proposal: counted games of the shared corpus, their marks not looked at. Hit means that the count
with the proposed dead stones is the score that was recorded; times are processor seconds a game.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.confirmation.finished_games import counted_without_marks, propose_for, some_of
from tests.rules.corpus import listing


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="at most so many of each list")
    parser.add_argument("--part", choices=sorted(PARTS), help="one part only")
    options = parser.parse_args()
    for name, part in PARTS.items():
        if options.part in (None, name):
            part(options.games)


def _proposal(most: int) -> None:
    wanted, rest = counted_without_marks()
    print("proposed dead stones, games with the recorded score:")
    for name, entries in (
        ("no marks, two passes, found by Monte Carlo", wanted),
        ("the other counted games", rest),
        ("seki or false eyes", listing("gold_seki_or_false_eye.json")),
        ("counted, no scorer agrees", listing("counted_but_unconfirmed.json")),
    ):
        _propose_all(name, some_of(entries, most))


def _propose_all(name: str, entries: list[dict[str, Any]]) -> None:
    times, hits = [], 0
    for entry in entries:
        started = time.process_time()
        hits += propose_for(entry).hit
        times.append(time.process_time() - started)
    times.sort()
    print(
        f"  {name:<44} {hits:5} of {len(entries):5}  {hits / len(entries):6.1%}"
        f"   median {statistics.median(times):.2f} s, "
        f"95 % under {times[int(0.95 * len(times))]:.2f} s, slowest {times[-1]:.2f} s"
    )


PARTS: dict[str, Callable[[int], None]] = {"proposal": _proposal}

if __name__ == "__main__":
    main()
