"""What a question would search, worked out before it is asked, for its page and for the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from adjudication.confirmation.enclosing import (
    OpenedBy,
    WallsProposal,
    kept_open_by,
    propose_walls,
)
from adjudication.confirmation.problem import EnclosedRegion, ProblemError
from adjudication.confirmation.region import TooLarge, searched_region
from adjudication.confirmation.walls import Assumption, assumed_walls
from adjudication.life_and_death.question import LifeQuestion, Tap
from adjudication.rules.chains import Chain, chain_by_point, chains_of
from adjudication.rules.version import ENGINE_VERSION

KEPT_SECONDS = 3600
"""How long a proposal is cached: a tap on one of its stones asks for the whole of it again."""


@dataclass(frozen=True, slots=True)
class TargetAhead:
    """What would be searched for one chain in question, and what the search takes for granted.

    ``region`` is None where the area cannot be used; ``refused`` then says why.
    """

    target: Chain
    region: EnclosedRegion | TooLarge | None
    assumptions: tuple[Assumption, ...] = ()
    refused: ProblemError | None = None


@dataclass(frozen=True, slots=True)
class QuestionAhead:
    """What would be searched for each chain in question, and which stones keep the regions open."""

    targets: tuple[TargetAhead, ...]
    opened: tuple[OpenedBy, ...]

    @property
    def too_large(self) -> bool:
        """Return whether any region is too large to be searched."""
        return any(isinstance(one.region, TooLarge) for one in self.targets)


def question_ahead(position: Sequence[int], size: int, question: LifeQuestion) -> QuestionAhead:
    """Return what a question would search on a board."""
    walls, area = _walls(position, size, question), question.inside(size)
    targets = targets_in_question(position, size, question)
    proven = {wall.points for wall in walls if wall.proven}
    found = []
    for target in targets:
        try:
            region, rests = searched_region(
                position, size, target.points, walls, area=area, dead=question.dead
            )
        except ProblemError as error:
            found.append(TargetAhead(target, None, refused=error))
            continue
        found.append(TargetAhead(target, region, rests))
    opened = (
        ()
        if area
        else kept_open_by(
            position,
            size,
            [one.points for one in targets if one.points not in proven],
            walls,
            dead=question.dead,
        )
    )
    return QuestionAhead(tuple(found), opened)


def proposed_around(
    position: Sequence[int],
    size: int,
    question: LifeQuestion,
    *,
    may_look: Callable[[], bool] = lambda: True,
) -> WallsProposal | None:
    """Return the stones that look alive around the chains in question.

    They are worked out as if no stones were taken to be alive yet, so that the proposal stays the
    same while its stones are accepted one by one. ``may_look`` is called before new random games
    are played; if it says no, None is returned.
    """
    targets = [chain.points for chain in targets_in_question(position, size, question)]
    dead = sorted(question.dead)
    told = repr((position, size, sorted(map(min, targets)), dead, question.assume, ENGINE_VERSION))
    key = f"life.walls.{sha256(told.encode()).hexdigest()}"
    found: WallsProposal | None = cache.get(key)
    if found is None:
        if not may_look():
            return None
        without = question.with_chain(question.alive, Tap.ALIVE, there=False)
        found = propose_walls(position, size, targets, _walls(position, size, without), dead=dead)
        cache.set(key, found, KEPT_SECONDS)
    return found


def targets_in_question(position: Sequence[int], size: int, question: LifeQuestion) -> list[Chain]:
    """Return the chains that are asked about, in board order."""
    chains = chain_by_point(chains_of(position, size))
    return list(dict.fromkeys(chains[point] for point in sorted(question.asked)))


def _walls(position: Sequence[int], size: int, question: LifeQuestion) -> tuple[Assumption, ...]:
    return assumed_walls(
        position,
        size,
        question.dead,
        disputed=question.asked,
        assume=question.assume,
        alive=question.alive,
    )
