"""Verdicts of confirmation about chains, with the answers and assumptions they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudication.confirmation.problem import (
    EnclosedRegion,
    Move,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.walls import Assumption


class Status(StrEnum):
    """Whether a chain is alive (J1989 Art. 7.1), and in which way."""

    UNCAPTURABLE = "uncapturable"
    """It cannot be captured."""
    ALIVE_BY_RECAPTURE = "alive_by_recapture"
    """If it is captured, its owner gets a permanent stone where it stood."""
    ALIVE_BY_ENABLING = "alive_by_enabling"
    """If it is captured, its owner gets a permanent stone that the capture makes possible."""
    DEAD = "dead"
    CAPTURABLE = "capturable"
    """It can be captured, which is proven; whether its owner gets a stone in return is open."""
    UNDECIDED = "undecided"

    @property
    def alive(self) -> bool | None:
        """Return whether this is life; None if that is not decided."""
        open_yet = self in (Status.CAPTURABLE, Status.UNDECIDED)
        return None if open_yet else self is not Status.DEAD

    @property
    def proven(self) -> bool:
        """Return whether a proof shows this: of life or death, or of the capture alone."""
        return self is not Status.UNDECIDED


def earlier_verdict_stands(earlier: Sequence[Status], later: Sequence[Status]) -> bool:
    """Return whether an earlier verdict about a chain stands although a later one was given.

    Each has the chain's status by every reading, the letter first. A proof stands until another
    proof contradicts it: a later search that decides less, asked with fewer assumptions or a
    smaller budget, takes nothing away.
    """
    by_letter = earlier[0].alive, later[0].alive
    if None not in by_letter and by_letter[0] is not by_letter[1]:
        return False
    return _decided(earlier) > _decided(later)


def _decided(statuses: Sequence[Status]) -> list[int]:
    """Return how much is decided by each reading: life or death, the capture alone, or nothing."""
    return [status.proven + (status.alive is not None) for status in statuses]


class UndecidedReason(StrEnum):
    """Why a question about a chain is open."""

    BUDGET = "budget"
    MEMORY = "memory"
    REGION_TOO_LARGE = "region_too_large"
    NOT_CHECKED = "not_checked"
    """The second engine did not accept a proof: a fault in this program, never a verdict."""


@dataclass(frozen=True, slots=True)
class ProblemAnswer:
    """One question that was asked; ``winner`` is None if it was not answered.

    ``line`` is the principal line, ``certificate`` the problem and the winner's moves as a text
    accepted by the second engine.
    """

    problem: Problem
    winner: QuestionWinner | None
    nodes: int
    line: tuple[Move, ...] = ()
    certificate: str | None = None
    reason: UndecidedReason | None = None

    @property
    def question(self) -> TargetQuestion:
        """Return what was asked."""
        return self.problem.question


@dataclass(frozen=True, slots=True)
class ChainVerdict:
    """What was found out about one chain.

    ``assumptions`` are the walls of its region and why they count as alive. ``answers`` are the
    questions about the chain itself; ``supports`` are those about its neighbours, which say where a
    new stone counts in Q2. ``too_large`` is the number of points of a region that is too large to
    search.
    """

    chain: frozenset[int]
    status: Status
    reason: UndecidedReason | None = None
    region: EnclosedRegion | None = None
    assumptions: tuple[Assumption, ...] = ()
    answers: tuple[ProblemAnswer, ...] = ()
    supports: tuple[ProblemAnswer, ...] = ()
    too_large: int | None = None

    @property
    def alive(self) -> bool | None:
        """Return whether the chain is alive; None if that is not decided."""
        return self.status.alive

    @property
    def nodes(self) -> int:
        """Return how many nodes were visited for it."""
        return sum(answer.nodes for answer in (*self.answers, *self.supports))
