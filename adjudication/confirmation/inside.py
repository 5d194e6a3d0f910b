"""Dead stones inside a group that lives only if it can take them: read ahead whether it can.

Random games misjudge stones in the eye space of a group that has no other eyes. Three stones in a
row are often a seki: whoever plays there first is taken. In a bent four in the corner the group
is dead and the stones inside it live (J1989 Art. 7.2). Such places are small, so that the search
of :mod:`adjudication.confirmation.search` decides nearly all of them at once. It takes the groups
that have two eyes as the proposal has it for granted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from adjudication.confirmation.confirm import answer
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.region import TooLarge, region_of
from adjudication.confirmation.territory import EyeSpace, eye_spaces_in_need, weak_groups
from adjudication.confirmation.walls import ONE_AREA, Assume, assumed_walls
from adjudication.rules.scoring.regions import chain_at, without

MOST_POINTS: Final = 9
"""In larger eye spaces hardly anything is misjudged, and the search would seldom end."""
WORK: Final = 100_000
"""What a question may cost: nodes times the points of its region. A quarter of a second."""
EASY_WORK: Final = 10_000
"""What it may cost at first, so that hard questions leave enough for the easy ones."""
ALL_WORK: Final = 200_000
"""What all questions of a position may cost."""


@dataclass(frozen=True, slots=True)
class ReadAhead:
    """What reading ahead says of stones that were taken for dead or alive.

    ``alive`` are stones that cannot be taken, or that who takes them dies of. Of these ``seki`` are
    those whose surrounding group cannot be taken either; ``dead`` are the groups that can. ``open``
    is what the search did not decide, or only where groups around live whose area is open yet.
    """

    alive: frozenset[int] = frozenset()
    seki: frozenset[int] = frozenset()
    dead: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()


def read_ahead(position: Sequence[int], size: int, dead: Collection[int]) -> ReadAhead:
    """Read whether the dead stones can be taken that groups have to take in order to live."""
    spaces = sorted(
        (
            space
            for space in eye_spaces_in_need(position, size, dead)
            if len(space.points) <= MOST_POINTS
        ),
        # Parts that are cut off come last: most of them turn out to be connected.
        key=lambda space: (space.cut_off, -len(space.dead)),
    )
    if not spaces:
        return ReadAhead()
    reading = _Reading(position, size, dead)
    alive: set[int] = set()
    seki: set[int] = set()
    lost: set[int] = set()
    undecided: set[int] = set()
    for space, (found, certain) in reading.all_settled(spaces).items():
        if not certain:
            undecided |= space.dead
        if found not in (_Found.AS_PROPOSED, _Found.OPEN):
            alive |= space.dead
        if found is _Found.SEKI:
            seki |= space.dead
        elif found is _Found.GROUP_DEAD:
            lost |= space.group
    return ReadAhead(*map(frozenset, (alive, seki, lost, undecided)))


class _Found(Enum):
    """What reading ahead finds of an eye space."""

    AS_PROPOSED = auto()
    """The stones are taken, and the group lives for all that was found."""
    SEKI = auto()
    """The stones cannot be taken, and nor can the group."""
    ALIVE = auto()
    """The stones cannot be taken; of the group it is not known."""
    GROUP_DEAD = auto()
    """The group is taken, and the stones are not, or come again."""
    OPEN = auto()
    """Not decided, or whoever plays first wins."""


class _Reading:
    """A position, what counts as alive in it, and how much may still be read."""

    def __init__(self, position: Sequence[int], size: int, dead: Collection[int]) -> None:
        self._position, self._size, self._dead = position, size, frozenset(dead)
        live = without(position, dead)
        groups = weak_groups(live, size)
        weak = frozenset().union(*(group.stones for group in groups))
        self._safe = {point for point, state in enumerate(live) if state} - weak
        self._open = {
            point for group in groups if len(group.points) >= ONE_AREA for point in group.stones
        }
        self._left, self._work = ALL_WORK, WORK

    def all_settled(self, spaces: Sequence[EyeSpace]) -> dict[EyeSpace, tuple[_Found, bool]]:
        """Return what becomes of eye spaces, and whether that is certain: what is easy first.

        Where the border around is open yet, the stones' friends there may count as alive, which
        mostly they are. That nothing helps the stones is all the more certain then, but not that
        they live.
        """
        told = dict.fromkeys(spaces, (_Found.OPEN, False))
        for self._work in (EASY_WORK, WORK):
            for space in spaces:
                known, certain = told[space]
                if certain:
                    continue
                found = self._settled(space)
                certain = found is not _Found.OPEN
                if not certain and known is _Found.OPEN:
                    found = self._settled_if_open(space)
                    certain = found is _Found.AS_PROPOSED
                if found is not _Found.OPEN:
                    told[space] = found, certain
        return told

    def _settled_if_open(self, space: EyeSpace) -> _Found:
        """Return the same where the stones' friends around live whose area is open yet."""
        colour = self._position[min(space.dead)]
        around = {point for point in self._open if self._position[point] == colour}
        if not around:
            return _Found.OPEN
        self._safe, safe = self._safe | around, self._safe
        found = self._settled(space)
        self._safe = safe
        return found

    def _settled(self, space: EyeSpace) -> _Found:
        """Return what becomes of an eye space and the group around it."""
        stones = self._answers(space, space.dead, TargetQuestion.Q0)
        if False in stones:
            group = set(self._answers(space, space.around, TargetQuestion.Q0))
            if False in group:
                return _Found.SEKI
            return _Found.GROUP_DEAD if group == {True} else _Found.ALIVE
        if None in stones:
            return _Found.OPEN
        if set(self._answers(space, space.around, TargetQuestion.Q0)) != {True}:
            return _Found.AS_PROPOSED
        again = self._answers(space, space.dead, TargetQuestion.Q1)
        if False in again:
            return _Found.GROUP_DEAD
        # Whoever plays first takes the other's; but stones that are taken back at once are alive.
        snapback = set(again) == {True} and all(
            self._answers(space, chain, TargetQuestion.Q1) == [False]
            for chain in self._chains(space.around)
        )
        return _Found.AS_PROPOSED if snapback else _Found.OPEN

    def _chains(self, stones: Collection[int]) -> list[frozenset[int]]:
        """Return the chains of some stones."""
        found = (chain_at(self._position, self._size, stone) for stone in sorted(stones))
        return list(dict.fromkeys(found))

    def _answers(
        self, space: EyeSpace, stones: Collection[int], question: TargetQuestion
    ) -> list[bool | None]:
        """Return for the chains of some stones whether their opponent wins; None is undecided.

        The first chain whose owner wins is the last one that is asked for.
        """
        position, size = self._position, self._size
        walls = assumed_walls(
            position,
            size,
            self._dead - space.dead,
            disputed=space.dead | space.group,
            assume=Assume.NONE,
            alive=self._safe - space.group,
        )
        answers: list[bool | None] = []
        for chain in self._chains(stones):
            region = region_of(position, size, chain, walls)
            answers.append(self._answer(region, chain, question))
            if answers[-1] is False:
                break
        return answers

    def _answer(
        self, region: EnclosedRegion | TooLarge, chain: frozenset[int], question: TargetQuestion
    ) -> bool | None:
        """Return whether the opponent of a chain wins; None is undecided."""
        if isinstance(region, TooLarge) or self._left <= 0:
            return None
        problem = Problem(region, chain, chain, question, KoPass.BOTH)
        points = len(region.points)
        found = answer(problem, budget=max(1, min(self._work, self._left) // points))
        self._left -= found.nodes * points
        return None if found.winner is None else found.winner is QuestionWinner.ATTACKER
