"""How far the search gets on seeded shapes, how long its proofs take to check, what marks cost.

Parts ``search``, ``enclosed``, ``checker`` and ``alarms`` of ``benchmarks.confirmation``.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from adjudication.confirmation.budget import Cancelled
from adjudication.confirmation.checker import check_certificate
from adjudication.confirmation.confirm import RegionConfirmation
from adjudication.confirmation.problem import EnclosedRegion, KoPass, Problem, TargetQuestion
from adjudication.confirmation.verdict import (
    ChainVerdict,
    ProblemAnswer,
    Status,
    UndecidedReason,
)
from adjudication.rules.alarms import check_marks
from adjudication.rules.chains import chains_of
from benchmarks.figures import share, spread
from tests.confirmation.marked_games import counted_games
from tests.confirmation.shapes import enclosed, group_with_room, stones_in_area
from tests.confirmation.windows import window

Shape = Callable[[int, int], tuple[EnclosedRegion, frozenset[int]]]

GROUPS = (5, 7, 9, 11, 13)
AREAS = (6, 9, 12, 15, 18)
ENCLOSED = ((6, 7, 8), (9, 10, 11))
ENCLOSED_SECONDS = 5.0
PROMISED = {group_with_room: 11, stones_in_area: 15}
"""Up to these sizes 99 of a hundred have to be decided."""


class _Timed(RegionConfirmation):
    """A confirmation that keeps how long every question takes, its check included."""

    def __init__(self, region: EnclosedRegion, *, ko_pass: KoPass, budget: int) -> None:
        super().__init__(region, ko_pass=ko_pass, budget=budget)
        self.times: list[float] = []
        self.given: list[ProblemAnswer] = []

    def ask(
        self, question: TargetQuestion, target: frozenset[int], local: frozenset[int] | None = None
    ) -> ProblemAnswer:
        """Return the answer, and keep how long it took, unless it was known."""
        started = time.process_time()
        found = super().ask(question, target, local)
        if not any(found is answer for answer in self.given):
            self.given.append(found)
            self.times.append(time.process_time() - started)
        return found


class _Limited(RegionConfirmation):
    """A confirmation that leaves a question open when it takes longer than so many seconds."""

    def __init__(self, region: EnclosedRegion, most: float) -> None:
        super().__init__(region, should_continue=lambda _nodes: time.process_time() < self.until)
        self.most = most
        self.until = 0.0

    def ask(
        self, question: TargetQuestion, target: frozenset[int], local: frozenset[int] | None = None
    ) -> ProblemAnswer:
        """Return the answer, if it is found in time."""
        self.until = time.process_time() + self.most
        try:
            return super().ask(question, target, local)
        except Cancelled:
            problem = Problem(self.region, target, local or target, question, self.ko_pass)
            left = ProblemAnswer(problem, None, 0, reason=UndecidedReason.BUDGET)
            self._answers[question, target, local or target] = left
            return left


def measure_search(count: int, budget: int) -> None:
    """Print how many shapes of each size are decided, and how long a question takes."""
    print(f"shapes, {count} of each size, {budget} nodes a question:")
    for reading in (KoPass.BOTH, KoPass.EACH):
        for name, shape, sizes in (
            ("group with eye space of", group_with_room, GROUPS),
            ("dead stones in an area of", stones_in_area, AREAS),
        ):
            promised: list[_Timed] = []
            for points in sizes:
                if reading is KoPass.EACH and points > PROMISED[shape]:
                    continue
                asked = [_ask(shape, points, number, reading, budget) for number in range(count)]
                _print_row(f"{reading.value:<4} {name:<25} {points:3}", asked)
                if points <= PROMISED[shape]:
                    promised += [search for search, _verdict in asked]
            _print_questions(
                f"{reading.value:<4} questions up to {PROMISED[shape]} points", promised
            )


def measure_enclosed(count: int) -> None:
    """Print how many enclosed problems are decided, by their empty points, within a time limit."""
    print(
        f"enclosed problems, {count} of each number of empty points,"
        f" {ENCLOSED_SECONDS} s a question:"
    )
    for name, shape in (("drawn", enclosed), ("of games", window)):
        for sizes in ENCLOSED:
            found = [
                _within(*shape(points, number), ENCLOSED_SECONDS)
                for points in sizes
                for number in range(count)
            ]
            _print_enclosed(f"{name:<8} {sizes[0]:2} to {sizes[-1]:2}", found)


def _print_enclosed(name: str, found: list[tuple[ChainVerdict, float]]) -> None:
    statuses = [verdict.status for verdict, _seconds in found]
    open_yet = statuses.count(Status.UNDECIDED)
    capturable = sum(status is not Status.UNCAPTURABLE for status in statuses)
    decided = sum(status.alive is not None for status in statuses)
    print(
        f"  {name}: decided {share(decided, len(found))},"
        f" capture proven of those not uncapturable {share(capturable - open_yet, capturable)};"
        f" seconds a problem: {spread([seconds for _verdict, seconds in found])}",
        flush=True,
    )


def _within(
    region: EnclosedRegion, target: frozenset[int], most: float
) -> tuple[ChainVerdict, float]:
    """Return the verdict by what is answered within so many seconds a question, and all of them."""
    asked = _Limited(region, most)
    started = time.process_time()
    return asked.verdict(target), time.process_time() - started


def _ask(
    shape: Shape, points: int, number: int, reading: KoPass, budget: int
) -> tuple[_Timed, ChainVerdict]:
    region, target = shape(points, number)
    asked = _Timed(region, ko_pass=reading, budget=budget)
    return asked, asked.verdict(target)


def _print_row(name: str, asked: list[tuple[_Timed, ChainVerdict]]) -> None:
    decided = sum(verdict.alive is not None for _asked, verdict in asked)
    alive = sum(verdict.alive is True for _asked, verdict in asked)
    times = [seconds for search, _verdict in asked for seconds in search.times]
    print(
        f"  {name}: decided {share(decided, len(asked))}, alive {alive};"
        f" {len(times)} questions, seconds: {spread(times)}",
        flush=True,
    )


def _print_questions(name: str, asked: list[_Timed]) -> None:
    given = [answer for search in asked for answer in search.given]
    times = [seconds for search in asked for seconds in search.times]
    decided = sum(answer.winner is not None for answer in given)
    print(f"  {name}: answered {share(decided, len(given))}, seconds: {spread(times)}")


def measure_checker(count: int, budget: int) -> None:
    """Print how long the certificates of shapes take to check, and how large they are."""
    texts: list[str] = []
    for shape, sizes in ((group_with_room, GROUPS), (stones_in_area, AREAS)):
        for points in sizes:
            if points <= PROMISED[shape]:
                for number in range(count):
                    asked, _verdict = _ask(shape, points, number, KoPass.BOTH, budget)
                    texts += [answer.certificate for answer in asked.given if answer.certificate]
    times, states, moves = [], [], []
    for text in texts:
        started = time.process_time()
        checked = check_certificate(text)
        times.append(time.process_time() - started)
        states.append(float(checked.states))
        moves.append(float(checked.moves))
    quick = sum(seconds < 0.2 for seconds in times)
    print(f"certificates of such shapes: {len(texts)}, all accepted")
    print(f"  seconds to check: {spread(times)}; under 0.2 s: {share(quick, len(times))}")
    print(f"  states come to: {spread(states)}")
    print(f"  moves in the strategy: {spread(moves)}")
    print(f"  kilobytes: {spread([len(text) / 1000 for text in texts])}")


def measure_alarms(games: int) -> None:
    """Print what the consistency check costs, how often it cries, and what it finds."""
    times, alarmed = [], 0
    injected = {True: 0, False: 0}
    found = {True: 0, False: 0}
    chosen = list(counted_games())[:games]
    for game in chosen:
        started = time.process_time()
        alarms = check_marks(game.position, game.size, game.dead)
        times.append(1000 * (time.process_time() - started))
        if alarms:
            alarmed += 1
            continue
        for chain in chains_of(game.position, game.size):
            forgotten = not chain.points.isdisjoint(game.dead)
            dead = game.dead - chain.points if forgotten else game.dead | chain.points
            injected[forgotten] += 1
            found[forgotten] += bool(check_marks(game.position, game.size, dead))
    print(f"consistency check on {len(chosen)} finished games with marks:")
    print(f"  milliseconds a board: {spread(times)}")
    print(f"  games with an alarm: {share(alarmed, len(chosen))}")
    print(f"  one dead chain forgotten, found: {share(found[True], injected[True])}")
    print(f"  one living chain marked dead, found: {share(found[False], injected[False])}")
    print(f"  both: {share(sum(found.values()), sum(injected.values()))}")
