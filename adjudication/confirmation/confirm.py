"""Confirmation: whether a chain is alive, by the questions of J1989 Art. 7.1 one after the other.

A chain is alive when it cannot be captured (Q0), when its capture lets its owner play a permanent
stone where it stood (Q1) or, among the points *local-2*, nearby (Q2). Local-2 is made of the
chain's own points and, going on from those, of neighbouring points of the region that hold no
chain of the owner's that is uncapturable or alive by recapture (J2003), and no uncapturable chain
of the opponent's: without that an ordinary dead stone would live as soon as a neutral point were
open anywhere behind the group that captures it. Where only Q0 is answered, and by a capture, the
chain is *capturable*: that much is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from adjudication.confirmation.budget import DEFAULT_BUDGET, GoOn, OutOfBudget
from adjudication.confirmation.certificate import Certificate, write
from adjudication.confirmation.checker.checking import check
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    ProblemError,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.readings import by_the_letter
from adjudication.confirmation.region import (
    TooLarge,
    chain_of_target,
    check_position,
    region_of,
    touching,
)
from adjudication.confirmation.search import Search
from adjudication.confirmation.stored_answers import Known, problem_key, taken_up
from adjudication.confirmation.strategy import strategy_of
from adjudication.confirmation.verdict import ChainVerdict, ProblemAnswer, Status, UndecidedReason
from adjudication.confirmation.walls import Assume, Assumption, assumed_walls, walls_around
from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours
from adjudication.rules.scoring.regions import chain_at

LOOK: Final = 2_000
"""Nodes for a first look at each of several chains: easy ones do not wait for hard ones."""

Found = Callable[[ProblemAnswer], None]
"""Told every answer as soon as it is found; what it raises ends the run."""


def answer(
    problem: Problem, *, budget: int = DEFAULT_BUDGET, go_on: GoOn | None = None
) -> ProblemAnswer:
    """Return the answer to one question, with a certificate that the second engine accepts.

    Raises Cancelled.
    """
    search = Search(problem, budget=budget, go_on=go_on)
    try:
        found = strategy_of(search)
    except OutOfBudget as short:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason(short.why.value))
    text = write(Certificate(problem, found.winner, found.moves, found.guarded))
    try:
        checked = check(text, problem)
    except CheckError:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason.NOT_CHECKED)
    if checked.winner is not found.winner:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason.NOT_CHECKED)
    return ProblemAnswer(problem, found.winner, search.nodes, found.line, text)


class RegionConfirmation:
    """The chains of one region and what is known about them; nothing is asked twice.

    ``budget`` is in nodes and for each question. ``go_on`` is told the nodes of all questions so
    far; when it returns False, whatever is asked raises Cancelled. ``known`` gives answers that an
    earlier run has kept, which are checked again; ``found`` is told those that were not. By the
    letter (``KoPass.EACH``) what is known by the reading for ``KoPass.BOTH`` saves the search where
    its proof holds.
    """

    def __init__(
        self,
        region: EnclosedRegion,
        *,
        ko_pass: KoPass = KoPass.BOTH,
        budget: int = DEFAULT_BUDGET,
        go_on: GoOn | None = None,
        known: Known | None = None,
        found: Found | None = None,
    ) -> None:
        """Keep the region."""
        self.region = region
        self.ko_pass = ko_pass
        self.budget = budget
        self.nodes = 0
        """Nodes of all questions so far, for ``go_on``."""
        self._go_on = go_on
        self._kept = known
        self._found = found
        self._position = region.position
        self._inside = frozenset(region.points)
        self._answers: dict[
            tuple[TargetQuestion, frozenset[int], frozenset[int]], ProblemAnswer
        ] = {}
        self._lost: dict[frozenset[int], ProblemAnswer] = {}
        """The targets whose owner has lost Q2, and so Q1."""

    def chain(self, point: int) -> frozenset[int]:
        """Return the chain of the region that stands on a point."""
        return chain_at(self._position, self.region.size, point)

    @property
    def open_points(self) -> int:
        """Return how many points of the region are empty: what a search costs goes by them."""
        return self.region.stones.count(EMPTY)

    def look(self, target: frozenset[int]) -> None:
        """Ask Q0 about a target if few nodes are enough for an answer; else it is left for later.

        Raises Cancelled.
        """
        self._ask(TargetQuestion.Q0, target, target, min(self.budget, LOOK))

    def ask(
        self, question: TargetQuestion, target: frozenset[int], local: frozenset[int] | None = None
    ) -> ProblemAnswer:
        """Return the answer to a question about a target. Raises ProblemError and Cancelled."""
        found = self._ask(question, target, local or target, self.budget)
        assert found is not None
        return found

    def _ask(
        self,
        question: TargetQuestion,
        target: frozenset[int],
        local: frozenset[int],
        budget: int,
    ) -> ProblemAnswer | None:
        """Return an answer; None where ``budget``, less than may be spent, is not enough for it."""
        asked = question, target, local
        known = self._answers.get(asked)
        if known is not None:
            return known
        problem = Problem(self.region, target, local, question, self.ko_pass)
        known = self._taken_up(problem) or self._carried_over(problem)
        if known is None:
            known = answer(problem, budget=budget, go_on=self._going_on())
            if known.winner is None and budget < self.budget:
                return None
            if self._found is not None:
                self._found(known)
        self.nodes += known.nodes
        self._answers[asked] = known
        if question is TargetQuestion.Q2 and known.winner is QuestionWinner.ATTACKER:
            self._lost.setdefault(target, known)
        return known

    def _taken_up(self, problem: Problem) -> ProblemAnswer | None:
        kept = None if self._kept is None else self._kept(problem_key(problem))
        return None if kept is None else taken_up(kept, problem)

    def _carried_over(self, problem: Problem) -> ProblemAnswer | None:
        """Return what an answer by the other reading proves by the letter, without a search."""
        if self._kept is None or problem.ko_pass is not KoPass.EACH:
            return None
        kept = self._kept(problem_key(replace(problem, ko_pass=KoPass.BOTH)))
        if kept is None:
            return None
        found = by_the_letter(kept, problem, budget=self.budget, go_on=self._going_on())
        if found is not None and self._found is not None:
            self._found(found)
        return found

    def _going_on(self) -> GoOn | None:
        """Return what to tell the nodes of one question."""
        before, go_on = self.nodes, self._go_on
        return None if go_on is None else lambda nodes: go_on(before + nodes)

    def verdict(self, target: frozenset[int]) -> ChainVerdict:
        """Return the verdict about a target. Raises ProblemError and Cancelled."""
        first = self.ask(TargetQuestion.Q0, target)
        if first.winner is None:
            return self._verdict(target, Status.UNDECIDED, [first], reason=first.reason)
        if first.winner is QuestionWinner.OWNER:
            return self._verdict(target, Status.UNCAPTURABLE, [first])
        return self._after_capture(target, first)

    def _after_capture(self, target: frozenset[int], first: ProblemAnswer) -> ChainVerdict:
        """Return the verdict about a target that can be captured, by Q2 and Q1.

        Q2 comes first: the points where a stone counts for Q1 are among those for Q2, so that who
        loses Q2 loses Q1, which most dead stones need not be asked. Where neighbours are undecided,
        local-2 is only known between two bounds. What wins with the smaller wins with the larger
        one, and what loses with the larger loses with the smaller: more points can only help the
        owner.
        """
        supports: list[ProblemAnswer] = []
        smaller = self.local_two(target, supports, undecided_stop=True)
        nearby = last = self.ask(TargetQuestion.Q2, target, smaller)
        answers = [first, nearby]
        if nearby.winner is not QuestionWinner.OWNER:
            larger = self.local_two(target, supports, undecided_stop=False)
            if larger != smaller:
                last = self.ask(TargetQuestion.Q2, target, larger)
                answers.append(last)
        if last.winner is QuestionWinner.ATTACKER:
            return self._verdict(target, Status.DEAD, answers, supports)
        if nearby.winner is not QuestionWinner.ATTACKER:
            there = self.ask(TargetQuestion.Q1, target)
            if there.winner is QuestionWinner.OWNER:
                return self._verdict(target, Status.ALIVE_BY_RECAPTURE, [first, there])
            answers.insert(1, there)
        if nearby.winner is QuestionWinner.OWNER:
            return self._verdict(target, Status.ALIVE_BY_ENABLING, answers, supports)
        reason = last.reason or next(answer.reason for answer in supports if answer.winner is None)
        return self._verdict(target, Status.CAPTURABLE, answers, supports, reason)

    def local_two(
        self, target: frozenset[int], supports: list[ProblemAnswer], *, undecided_stop: bool
    ) -> frozenset[int]:
        """Return local-2 of a target; the answers it rests on are added to ``supports``."""
        owner = self._position[next(iter(target))]
        local = set(target)
        waiting = sorted(target)
        for member in waiting:
            for near in neighbours(self.region.size)[member]:
                if near in local or near not in self._inside:
                    continue
                if self._position[near] != EMPTY and self._stops(
                    near, owner, supports, undecided_stop
                ):
                    continue
                local.add(near)
                waiting.append(near)
        return frozenset(local)

    def _stops(
        self, point: int, owner: int, supports: list[ProblemAnswer], undecided_stop: bool
    ) -> bool:
        """Return whether the chain on a point ends local-2."""
        chain = self.chain(point)
        questions = [TargetQuestion.Q0]
        if self._position[point] == owner:
            questions.append(TargetQuestion.Q1)
        unsure = False
        for question in questions:
            lost = self._lost.get(chain) if question is TargetQuestion.Q1 else None
            found = lost or self.ask(question, chain)
            if found not in supports:
                supports.append(found)
            if found.winner is QuestionWinner.OWNER:
                return True
            unsure = unsure or found.winner is None
        return unsure and undecided_stop

    def _verdict(
        self,
        target: frozenset[int],
        status: Status,
        answers: list[ProblemAnswer],
        supports: list[ProblemAnswer] | None = None,
        reason: UndecidedReason | None = None,
    ) -> ChainVerdict:
        return ChainVerdict(
            target,
            status,
            reason,
            region=self.region,
            answers=tuple(answers),
            supports=tuple(supports or ()),
        )


def confirm_region(
    region: EnclosedRegion,
    target: frozenset[int],
    *,
    ko_pass: KoPass = KoPass.BOTH,
    budget: int = DEFAULT_BUDGET,
    go_on: GoOn | None = None,
) -> ChainVerdict:
    """Return the verdict about a chain of a region whose walls are given.

    Raises ProblemError when the target is no chain of the region, and Cancelled when ``go_on``
    returned False.
    """
    asked = RegionConfirmation(region, ko_pass=ko_pass, budget=budget, go_on=go_on)
    first = min(target, default=None)
    if first is None or first not in region.points or asked.chain(first) != target:
        raise ProblemError("target", "a target is one whole chain of the region")
    return asked.verdict(target)


def confirm(
    position: Sequence[int],
    size: int,
    points: Collection[int],
    *,
    agreed_dead: Collection[int] = (),
    assume: Assume = Assume.TERRITORY,
    alive: Collection[int] = (),
    area: Collection[int] = (),
    ko_pass: KoPass = KoPass.BOTH,
    budget: int = DEFAULT_BUDGET,
    go_on: GoOn | None = None,
    known: Known | None = None,
    found: Found | None = None,
) -> tuple[ChainVerdict, ...]:
    """Return a verdict about every chain that ``points`` name, in the order of the points.

    ``points`` are what is disputed; none of it is assumed to be alive. ``agreed_dead``, ``assume``
    and ``alive`` say what else counts as alive, ``area`` beyond what nothing matters (``walls``).
    ``budget`` is in nodes, for each question; for ``go_on``, ``known`` and ``found`` see
    :class:`RegionConfirmation`. What costs little is asked first: it is known, and found, while
    the rest is searched. Raises ProblemError for what is no position, no target or no area, and
    Cancelled when ``go_on`` returned False.
    """
    check_position(position, size)
    targets = list(dict.fromkeys(chain_of_target(position, size, (point,)) for point in points))
    if not targets:
        raise ProblemError("target.empty", "a target has at least one stone")
    walls = assumed_walls(position, size, agreed_dead, disputed=points, assume=assume, alive=alive)
    regions: dict[EnclosedRegion, RegionConfirmation] = {}
    asked: dict[frozenset[int], tuple[RegionConfirmation, tuple[Assumption, ...]]] = {}
    verdicts: dict[frozenset[int], ChainVerdict] = {}
    for target in targets:
        around = walls_around(position, size, area, walls, target, agreed_dead) if area else walls
        region = region_of(position, size, target, around)
        if isinstance(region, TooLarge):
            verdicts[target] = ChainVerdict(
                target,
                Status.UNDECIDED,
                UndecidedReason.REGION_TOO_LARGE,
                too_large=region.points,
            )
            continue
        confirmation = regions.setdefault(
            region,
            RegionConfirmation(
                region, ko_pass=ko_pass, budget=budget, go_on=go_on, known=known, found=found
            ),
        )
        asked[target] = confirmation, touching(region, around)
    done = 0
    cheap = sorted(asked, key=lambda target: asked[target][0].open_points)
    for look in (True, False) if len(asked) > 1 else (False,):
        for target in cheap:
            confirmation, assumptions = asked[target]
            confirmation.nodes = done
            if look:
                confirmation.look(target)
            else:
                verdict = confirmation.verdict(target)
                verdicts[target] = replace(verdict, assumptions=assumptions)
            done = confirmation.nodes
    return tuple(verdicts[target] for target in targets)
