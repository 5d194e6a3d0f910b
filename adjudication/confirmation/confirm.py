"""Confirmation: whether a chain is alive, by the questions of J1989 Art. 7.1 one after the other.

A chain is alive if it cannot be captured (Q0), or if its capture lets its owner play a permanent
stone where it stood (Q1) or nearby, on the points *local-2* (Q2). Local-2 consists of the chain's
own points and, spreading from those, of neighbouring points of the region, stopping at chains of
the owner's that are uncapturable or alive by recapture (J2003) and at uncapturable chains of the
opponent's. Without that limit an ordinary dead stone would live as soon as a neutral point was open
anywhere behind the group that captures it. If only Q0 is answered, and the chain can be captured,
it is *capturable*: that much is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from adjudication.confirmation.budget import DEFAULT_BUDGET, OutOfBudget, ShouldContinue
from adjudication.confirmation.certificate import Certificate, certificate_text
from adjudication.confirmation.checker.checking import check_certificate
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    ProblemError,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.readings import answer_by_the_letter
from adjudication.confirmation.region import (
    TooLarge,
    chain_of_target,
    check_position,
    searched_region,
)
from adjudication.confirmation.search import Search
from adjudication.confirmation.stored_answers import FindStored, problem_key, restore_answer
from adjudication.confirmation.strategy import strategy_of
from adjudication.confirmation.verdict import ChainVerdict, ProblemAnswer, Status, UndecidedReason
from adjudication.confirmation.walls import AssumeAlive, Assumption, assumed_walls
from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours
from adjudication.rules.scoring.regions import chain_at

LOOK: Final = 2_000
"""Nodes for a first look at each of several chains, so that easy ones need not wait for hard
ones."""

OnAnswer = Callable[[ProblemAnswer], None]
"""Called with every answer as soon as it is found; an exception from it ends the run."""


def answer_problem(
    problem: Problem, *, budget: int = DEFAULT_BUDGET, should_continue: ShouldContinue | None = None
) -> ProblemAnswer:
    """Return the answer to one question, with a certificate that the second engine accepts.

    Raises Cancelled.
    """
    search = Search(problem, budget=budget, should_continue=should_continue)
    try:
        found = strategy_of(search)
    except OutOfBudget as short:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason(short.why.value))
    text = certificate_text(Certificate(problem, found.winner, found.moves, found.guarded))
    try:
        checked = check_certificate(text, problem)
    except CheckError:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason.NOT_CHECKED)
    if checked.winner is not found.winner:
        return ProblemAnswer(problem, None, search.nodes, reason=UndecidedReason.NOT_CHECKED)
    return ProblemAnswer(problem, found.winner, search.nodes, found.line, text)


class RegionConfirmation:
    """The chains of one region and what is known about them; nothing is asked twice.

    ``budget`` is the number of nodes for each question. ``should_continue`` is called with the
    nodes of all questions so far; if it returns False, the question being asked raises Cancelled.
    ``find_stored`` returns answers kept by an earlier run, which are checked again; ``on_answer``
    is called with new answers. By the letter (``KoPass.EACH``), an answer known for ``KoPass.BOTH``
    saves the search if its proof holds.
    """

    def __init__(
        self,
        region: EnclosedRegion,
        *,
        ko_pass: KoPass = KoPass.BOTH,
        budget: int = DEFAULT_BUDGET,
        should_continue: ShouldContinue | None = None,
        find_stored: FindStored | None = None,
        on_answer: OnAnswer | None = None,
    ) -> None:
        """Keep the region."""
        self.region = region
        self.ko_pass = ko_pass
        self.budget = budget
        self.nodes = 0
        """Nodes of all questions so far, for ``should_continue``."""
        self._go_on = should_continue
        self._kept = find_stored
        self._found = on_answer
        self._position = region.position
        self._inside = frozenset(region.points)
        self._answers: dict[
            tuple[TargetQuestion, frozenset[int], frozenset[int]], ProblemAnswer
        ] = {}
        self._lost: dict[frozenset[int], ProblemAnswer] = {}
        """The targets whose owner has lost Q2, and so Q1, with the answers."""

    def chain(self, point: int) -> frozenset[int]:
        """Return the chain of the region that stands on a point."""
        return chain_at(self._position, self.region.size, point)

    @property
    def open_points(self) -> int:
        """Return how many points of the region are empty, which determines the cost of a search."""
        return self.region.stones.count(EMPTY)

    def ask_if_easy(self, target: frozenset[int]) -> None:
        """Ask Q0 about a target if a few nodes are enough to answer it; else leave it for later.

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
        """Return an answer; None if ``budget``, smaller than the full one, is not enough for it."""
        asked = question, target, local
        known = self._answers.get(asked)
        if known is not None:
            return known
        problem = Problem(self.region, target, local, question, self.ko_pass)
        known = self._taken_up(problem) or self._carried_over(problem)
        if known is None:
            known = answer_problem(problem, budget=budget, should_continue=self._going_on())
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
        return None if kept is None else restore_answer(kept, problem)

    def _carried_over(self, problem: Problem) -> ProblemAnswer | None:
        """Return what an answer by the other reading proves by the letter, without a search."""
        if self._kept is None or problem.ko_pass is not KoPass.EACH:
            return None
        kept = self._kept(problem_key(replace(problem, ko_pass=KoPass.BOTH)))
        if kept is None:
            return None
        found = answer_by_the_letter(
            kept, problem, budget=self.budget, should_continue=self._going_on()
        )
        if found is not None and self._found is not None:
            self._found(found)
        return found

    def _going_on(self) -> ShouldContinue | None:
        """Return the callback for the nodes of one question."""
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

        Q2 comes first: its local points include those of Q1, so an owner who loses Q2 loses Q1, and
        most dead stones need no Q1. If neighbours are undecided, local-2 is known only between two
        bounds. What wins with the smaller wins with the larger, and what loses with the larger
        loses with the smaller: more points can only help the owner.
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
        """Return whether local-2 stops at the chain on a point."""
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
    should_continue: ShouldContinue | None = None,
) -> ChainVerdict:
    """Return the verdict about a chain of a region whose walls are given.

    Raises ProblemError if the target is no chain of the region, and Cancelled if
    ``should_continue`` returned False.
    """
    asked = RegionConfirmation(
        region, ko_pass=ko_pass, budget=budget, should_continue=should_continue
    )
    first = min(target, default=None)
    if first is None or first not in region.points or asked.chain(first) != target:
        raise ProblemError("target", "a target is one whole chain of the region")
    return asked.verdict(target)


def confirm_chains(
    position: Sequence[int],
    size: int,
    points: Collection[int],
    *,
    agreed_dead: Collection[int] = (),
    assume: AssumeAlive = AssumeAlive.TERRITORY,
    alive: Collection[int] = (),
    area: Collection[int] = (),
    ko_pass: KoPass = KoPass.BOTH,
    budget: int = DEFAULT_BUDGET,
    should_continue: ShouldContinue | None = None,
    find_stored: FindStored | None = None,
    on_answer: OnAnswer | None = None,
) -> tuple[ChainVerdict, ...]:
    """Return a verdict about every chain named by ``points``, in the order of the points.

    ``points`` are in dispute; none of them is assumed to be alive. ``agreed_dead``, ``assume`` and
    ``alive`` say what else counts as alive, and ``area`` limits the points that matter (``walls``).
    ``budget`` is the number of nodes for each question; for ``should_continue``, ``find_stored``
    and ``on_answer`` see :class:`RegionConfirmation`. Cheap questions are asked first, so that
    their answers are known and reported while the rest is searched. Raises ProblemError for an
    invalid position, target or area, and Cancelled if ``should_continue`` returned False.
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
        region, assumptions = searched_region(
            position, size, target, walls, area=area, dead=agreed_dead
        )
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
                region,
                ko_pass=ko_pass,
                budget=budget,
                should_continue=should_continue,
                find_stored=find_stored,
                on_answer=on_answer,
            ),
        )
        asked[target] = confirmation, assumptions
    done = 0
    cheap = sorted(asked, key=lambda target: asked[target][0].open_points)
    for look in (True, False) if len(asked) > 1 else (False,):
        for target in cheap:
            confirmation, assumptions = asked[target]
            confirmation.nodes = done
            if look:
                confirmation.ask_if_easy(target)
            else:
                verdict = confirmation.verdict(target)
                verdicts[target] = replace(verdict, assumptions=assumptions)
            done = confirmation.nodes
    return tuple(verdicts[target] for target in targets)
