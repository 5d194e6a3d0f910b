"""Verdicts about several chains that cannot all be used, though each is right by itself.

In each question the opponent of the stones moves first, and what is asked about in one may be taken
for granted in another. So two verdicts may contradict each other when put together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, permutations

from adjudication.confirmation.verdict import Status
from adjudication.confirmation.walls import AliveReason, Assumption
from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours


class ConflictKind(StrEnum):
    """Why two verdicts cannot both be used."""

    BOTH_DEAD = "both_dead"
    """Dead chains of both colours touch or share a liberty: only one of them can be taken."""
    EDGE = "edge"
    """Both are dead because their opponents hold the edge of an area, and it is the same edge."""
    ASSUMED = "assumed"
    """One assumes that the other's stones are alive, and they are dead."""


@dataclass(frozen=True, slots=True)
class JudgedChain:
    """A chain with its verdict by one reading, and what the verdict takes for granted."""

    points: frozenset[int]
    colour: int
    status: Status
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True, slots=True)
class VerdictConflict:
    """Two verdicts that cannot both be used."""

    kind: ConflictKind
    one: JudgedChain
    other: JudgedChain


def conflicts(
    judged: Sequence[JudgedChain], position: Sequence[int], size: int
) -> tuple[VerdictConflict, ...]:
    """Return the pairs of verdicts about one position, by one reading, that exclude each other."""
    found = []
    dead = [one for one in judged if one.status is Status.DEAD]
    for one, other in combinations(dead, 2):
        if one.colour == other.colour:
            continue
        if _meet(one, other, position, size):
            found.append(VerdictConflict(ConflictKind.BOTH_DEAD, one, other))
        elif not _held(one).isdisjoint(_held(other)):
            found.append(VerdictConflict(ConflictKind.EDGE, one, other))
    for one, other in permutations(judged, 2):
        if other.status is Status.DEAD and any(
            not wall.proven and wall.points == other.points for wall in one.assumptions
        ):
            found.append(VerdictConflict(ConflictKind.ASSUMED, one, other))
    return tuple(found)


def _meet(one: JudgedChain, other: JudgedChain, position: Sequence[int], size: int) -> bool:
    """Return whether two chains touch or share a liberty."""
    adjacent = neighbours(size)
    beside = {near for point in one.points for near in adjacent[point]}
    others = {near for point in other.points for near in adjacent[point]}
    shared = (point for point in beside & others if position[point] == EMPTY)
    return not beside.isdisjoint(other.points) or any(True for _ in shared)


def _held(judged: JudgedChain) -> frozenset[int]:
    """Return the points that count as held by the opponent."""
    held = (wall.points for wall in judged.assumptions if wall.why is AliveReason.EDGE)
    return frozenset().union(*held)
