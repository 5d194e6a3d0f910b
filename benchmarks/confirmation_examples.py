"""The rule book's examples with known boards: what confirmation says, and what that costs.

Part ``examples`` of ``benchmarks.confirmation``.
"""

from __future__ import annotations

import time

from adjudication.confirmation.confirm import Confirmation, confirm
from adjudication.confirmation.problem import KoPass, Question, Winner
from adjudication.confirmation.verdict import Verdict
from adjudication.rules.points import point_name
from tests.confirmation.official import CUT, WHOLE, board, cut_out

READINGS = (KoPass.BOTH, KoPass.EACH)


def measure_examples(budget: int) -> None:
    """Print the verdict about every chain that is ruled, with nodes and seconds."""
    print(f"examples of the commentary, {budget} nodes a question:")
    for reading in READINGS:
        for name, ruled in WHOLE.items():
            position, size = board(name)
            for (row, column), status in ruled.items():
                started = time.process_time()
                (found,) = confirm(
                    position, size, [row * size + column], ko_pass=reading, budget=budget
                )
                _print(
                    f"{reading.value:<4} {name:<4}", found, found.status is status, size, started
                )
    for reading in READINGS:
        for example in CUT:
            of, down = example.region()
            asked = Confirmation(of, ko_pass=reading, budget=budget)
            for (row, column), status in example.expected.items():
                started = time.process_time()
                target = asked.chain((row + down) * of.size + column)
                found = asked.verdict(target)
                right = found.status is status
                _print(f"{reading.value:<4} {example.name:<4}", found, right, of.size, started)
    for reading in READINGS:
        _example_sixteen(reading, budget)


def _example_sixteen(reading: KoPass, budget: int) -> None:
    """Print whether Black's fourteen and White's seven and eight stones can be taken."""
    of, _down = cut_out("L16", (0, 0), (3, 4))
    asked = Confirmation(of, ko_pass=reading, budget=budget)
    for point, ruled in ((7, Winner.OWNER), (4, Winner.ATTACKER), (10, Winner.ATTACKER)):
        started = time.process_time()
        target = asked.chain(point)
        found = asked.ask(Question.Q0, target)
        print(
            f"  {reading.value:<4} L16  {point_name(min(target), of.size):>3} ({len(target)})"
            f" Q0 {found.winner.value if found.winner else 'undecided'} {found.nodes}"
            f" {'as ruled' if found.winner is ruled else 'NOT AS RULED'};"
            f" {time.process_time() - started:.2f} s",
            flush=True,
        )


def _print(name: str, found: Verdict, right: bool, size: int, started: float) -> None:
    questions = ", ".join(
        f"{one.question.value} {one.winner.value if one.winner else 'undecided'} {one.nodes}"
        for one in found.answers
    )
    print(
        f"  {name} {point_name(min(found.chain), size):>3} ({len(found.chain)})"
        f" {found.status.value:<17} {'as ruled' if right else 'NOT AS RULED'};"
        f" {time.process_time() - started:.2f} s; {questions}",
        flush=True,
    )
