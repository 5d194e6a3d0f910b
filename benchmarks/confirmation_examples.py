"""The rule book's examples with known boards: what confirmation says, and what that costs.

Part ``examples`` of ``benchmarks.confirmation``.
"""

from __future__ import annotations

import time

from adjudication.confirmation.confirm import RegionConfirmation, confirm_chains
from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import ChainVerdict, Status
from adjudication.rules.points import point_name
from tests.confirmation.official import (
    CUT,
    SIXTEEN,
    SIXTEEN_KO,
    SIXTEEN_KO_BUDGET,
    WHOLE,
    board,
)

READINGS = (KoPass.BOTH, KoPass.EACH)


def measure_examples(budget: int) -> None:
    """Print the verdict about every chain that is ruled, with nodes and seconds."""
    print(f"examples of the commentary, {budget} nodes a question:")
    for reading in READINGS:
        for name, ruled in WHOLE.items():
            position, size = board(name)
            for (row, column), status in ruled.items():
                started = time.process_time()
                (found,) = confirm_chains(
                    position, size, [row * size + column], ko_pass=reading, budget=budget
                )
                _print(
                    f"{reading.value:<4} {name:<4}", found, found.status is status, size, started
                )
    for reading in READINGS:
        for example in CUT:
            of, down = example.region()
            asked = RegionConfirmation(of, ko_pass=reading, budget=budget)
            for (row, column), status in example.expected.items():
                started = time.process_time()
                target = asked.chain((row + down) * of.size + column)
                found = asked.verdict(target)
                right = found.status is status
                _print(f"{reading.value:<4} {example.name:<4}", found, right, of.size, started)
    for reading in READINGS:
        _example_sixteen(reading, budget)


def _example_sixteen(reading: KoPass, budget: int) -> None:
    """Print the verdicts about example 16; the stone in the ko wants more than the default."""
    of, _down = SIXTEEN.region()
    ruled = {**SIXTEEN.expected, SIXTEEN_KO: Status.ALIVE_BY_ENABLING}
    asked = RegionConfirmation(of, ko_pass=reading, budget=budget)
    more = RegionConfirmation(of, ko_pass=reading, budget=max(budget, SIXTEEN_KO_BUDGET))
    for (row, column), status in ruled.items():
        started = time.process_time()
        search = more if (row, column) == SIXTEEN_KO else asked
        found = search.verdict(search.chain(row * of.size + column))
        _print(f"{reading.value:<4} L16 ", found, found.status is status, of.size, started)


def _print(name: str, found: ChainVerdict, right: bool, size: int, started: float) -> None:
    questions = ", ".join(
        f"{answer.question.value} "
        f"{answer.winner.value if answer.winner else 'undecided'} {answer.nodes}"
        for answer in found.answers
    )
    print(
        f"  {name} {point_name(min(found.chain), size):>3} ({len(found.chain)})"
        f" {found.status.value:<17} {'as ruled' if right else 'NOT AS RULED'};"
        f" {time.process_time() - started:.2f} s; {questions}",
        flush=True,
    )
