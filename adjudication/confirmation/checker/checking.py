"""Checking a certificate: what it proves, and whether it is about the board it is shown with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.reading import read_claim
from adjudication.confirmation.checker.walk import Walk
from adjudication.confirmation.problem import Problem, QuestionWinner
from adjudication.rules.colours import BLACK, WHITE


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """What a certificate proves: who wins which problem, by how many moves in how many states.

    ``work`` is the cost of the check, in the unit of ``walk.MOST_WORK``.
    """

    problem: Problem
    winner: QuestionWinner
    states: int
    moves: int
    work: int


def check_certificate(
    text: str, problem: Problem | None = None, *, most_work: int | None = None
) -> CheckedCertificate:
    """Return what a certificate proves. Raises CheckError, and nothing else, if it proves nothing.

    In every state where the winner is to move, the strategy names an allowed move; in every state
    where the loser is to move, all of their moves are followed. If the winner has to win in
    finitely many moves, no line repeats a state and every line ends in their favour. Otherwise no
    line ends in the loser's favour. Moves for states that are never reached are refused: a
    certificate has to be minimal.

    ``problem`` is what it has to be about; a proof of anything else is refused. ``most_work`` is
    what it may cost (``walk.MOST_WORK``); anything above that is refused with ``walk.too_long``.
    """
    claim = read_claim(text)
    if problem is not None and claim.problem != problem:
        raise CheckError("other", "this is a proof about something else")
    walk = Walk(claim, most_work)
    walk.run()
    if walk.unused_count:
        raise CheckError("walk.unused", "there are moves for states that are never reached")
    moves = len(claim.moves) + sum(len(area.moves) for area in claim.guarded)
    return CheckedCertificate(claim.problem, claim.winner, walk.states, moves, walk.work)


def certificate_fits(
    certificate: str, position: Sequence[int], size: int, walls: Collection[int]
) -> bool:
    """Return whether a certificate's region is cut from a position unchanged.

    ``position`` has the state of every point; ``walls`` are the points whose stones may count as
    immortal. Every point of the region must have the position's state, and every wall must be a
    stone of its colour among ``walls``. Raises CheckError if it is no certificate.
    """
    region = read_claim(certificate).problem.region
    if region.size != size or len(position) != size * size:
        return False
    stones = zip(region.points, region.stones, strict=True)
    return (
        all(position[point] == state for point, state in stones)
        and all(position[point] == BLACK for point in region.black_walls)
        and all(position[point] == WHITE for point in region.white_walls)
        and (region.black_walls | region.white_walls) <= set(walls)
    )
