"""Dead stones inside a group that lives only if it can take them: reading ahead whether it can.

Random games misjudge stones in the eye space of a group that has no other eyes. Three stones in a
row are often a seki: whoever plays there first is taken. With a bent four in the corner the group
is dead and the stones inside it live (J1989 Art. 7.2). Such places are small, so the search of
:mod:`adjudication.confirmation.search` decides nearly all of them at once. It takes for granted the
groups that have two eyes by the proposal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from adjudication.confirmation.confirm import answer_problem
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.region import TooLarge, region_of
from adjudication.confirmation.territory import EyeSpace, eye_spaces_in_need, weak_groups
from adjudication.confirmation.walls import ONE_AREA, AssumeAlive, Assumption, assumed_walls
from adjudication.rules.scoring.regions import chain_at, without_stones

MOST_POINTS: Final = 9
"""In larger eye spaces hardly anything is misjudged, and the search would seldom finish."""
WORK: Final = 100_000
"""The most a question may cost, in nodes times the points of its region: a quarter of a second."""
EASY_WORK: Final = 10_000
"""The most it may cost at first, so that hard questions leave enough for the easy ones."""
ALL_WORK: Final = 200_000
"""The most that all questions of a position may cost."""


@dataclass(frozen=True, slots=True)
class ReadAhead:
    """What reading ahead says about stones that were taken for dead or alive.

    ``alive`` are stones that cannot be taken, or whose capture kills the group that takes them. Of
    these, ``seki`` are those whose surrounding group cannot be taken either; ``dead`` are the
    groups that can. ``open`` are stones that remain in doubt, whatever else is found: a question
    about them or the group around them was not decided, or only by assuming that stones around them
    live.
    """

    alive: frozenset[int] = frozenset()
    seki: frozenset[int] = frozenset()
    dead: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()


def read_ahead(position: Sequence[int], size: int, dead: Collection[int]) -> ReadAhead:
    """Read whether the dead stones that groups have to take in order to live can be taken."""
    spaces = sorted(
        (
            space
            for space in eye_spaces_in_need(position, size, dead)
            if len(space.points) <= MOST_POINTS
        ),
        # Parts that are cut off come last, as most of them turn out to be connected.
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
        if found in (_Found.SEKI, _Found.ALIVE, _Found.GROUP_DEAD):
            alive |= space.dead
        if found is _Found.SEKI:
            seki |= space.dead
        elif found is _Found.GROUP_DEAD:
            lost |= space.group
    return ReadAhead(*map(frozenset, (alive, seki, lost, undecided)))


class _Found(Enum):
    """What reading ahead finds about an eye space."""

    AS_PROPOSED = auto()
    """The stones are taken and the group is not; or the stones are taken back at once."""
    SEKI = auto()
    """Neither the stones nor the group can be taken."""
    GROUP_DEAD = auto()
    """The group is taken, and the stones are not, or they come back."""
    TAKEN = auto()
    """The stones can be taken; the group is not decided."""
    ALIVE = auto()
    """The stones cannot be taken; the group is not decided."""
    OPEN = auto()
    """Undecided, or whoever plays first wins."""

    @property
    def decided(self) -> bool:
        """Return whether no open question could change the finding."""
        return self in (_Found.AS_PROPOSED, _Found.SEKI, _Found.GROUP_DEAD)


class _Reading:
    """A position, what counts as alive in it, and how much may still be read."""

    def __init__(self, position: Sequence[int], size: int, dead: Collection[int]) -> None:
        self._position, self._size, self._dead = position, size, frozenset(dead)
        live = without_stones(position, dead)
        groups = weak_groups(live, size)
        weak = frozenset().union(*(group.stones for group in groups))
        self._safe = frozenset(point for point, state in enumerate(live) if state) - weak
        self._unsettled = frozenset(
            point for group in groups if len(group.points) >= ONE_AREA for point in group.stones
        )
        self._left = ALL_WORK
        self._decided: dict[Problem, QuestionWinner] = {}
        self._walls: dict[tuple[EyeSpace, frozenset[int]], tuple[Assumption, ...]] = {}

    def all_settled(self, spaces: Sequence[EyeSpace]) -> dict[EyeSpace, tuple[_Found, bool]]:
        """Return what becomes of eye spaces, and whether it is certain; easy ones come first."""
        told = dict.fromkeys(spaces, (_Found.OPEN, False))
        for work in (EASY_WORK, WORK):
            for space, (_, certain) in told.items():
                if not certain:
                    told[space] = self._settled(space, work)
        return told

    def _settled(self, space: EyeSpace, work: int) -> tuple[_Found, bool]:
        """Return what becomes of an eye space, and whether that is certain.

        If the border around it is not settled, friends of the stones there may be assumed alive, as
        they usually are. If even that does not help the stones, the result is all the more certain;
        that they live is not.
        """
        found = self._read(space, self._safe, work)
        if found.decided or found is _Found.ALIVE:
            return found, found.decided
        colour = self._position[min(space.dead)]
        friends = {point for point in self._unsettled if self._position[point] == colour}
        if not friends:
            return found, False
        helped = self._read(space, self._safe | friends, work)
        if helped is _Found.AS_PROPOSED:
            return helped, True
        return (helped if found is _Found.OPEN else found), False

    def _read(self, space: EyeSpace, alive: frozenset[int], work: int) -> _Found:
        """Return what becomes of an eye space and the group around it, given what is alive."""
        stones = self._answers(space, alive, space.dead, TargetQuestion.Q0, work)
        if None in stones and False not in stones:
            return _Found.OPEN
        group = self._answers(space, alive, space.around, TargetQuestion.Q0, work)
        if False in stones:
            if False in group:
                return _Found.SEKI
            return _Found.ALIVE if None in group else _Found.GROUP_DEAD
        if False in group:
            return _Found.AS_PROPOSED
        if None in group:
            return _Found.TAKEN
        again = self._answers(space, alive, space.dead, TargetQuestion.Q1, work)
        if False in again:
            return _Found.GROUP_DEAD
        # Whoever plays first takes the other's stones; but stones retaken at once are alive.
        snapback = None not in again and all(
            self._answers(space, alive, chain, TargetQuestion.Q1, work) == [False]
            for chain in self._chains(space.around)
        )
        return _Found.AS_PROPOSED if snapback else _Found.OPEN

    def _chains(self, stones: Collection[int]) -> list[frozenset[int]]:
        """Return the chains of some stones."""
        found = (chain_at(self._position, self._size, stone) for stone in sorted(stones))
        return list(dict.fromkeys(found))

    def _answers(
        self,
        space: EyeSpace,
        alive: frozenset[int],
        stones: Collection[int],
        question: TargetQuestion,
        work: int,
    ) -> list[bool | None]:
        """Return whether the opponent wins, for the chains of some stones; None means undecided.

        It stops after the first chain whose owner wins.
        """
        walls = self._walls_around(space, alive)
        answers: list[bool | None] = []
        for chain in self._chains(stones):
            region = region_of(self._position, self._size, chain, walls)
            answers.append(self._answer(region, chain, question, work))
            if answers[-1] is False:
                break
        return answers

    def _walls_around(self, space: EyeSpace, alive: frozenset[int]) -> tuple[Assumption, ...]:
        """Return the walls that bound the questions about an eye space."""
        if (space, alive) not in self._walls:
            self._walls[space, alive] = assumed_walls(
                self._position,
                self._size,
                self._dead - space.dead,
                disputed=space.dead | space.group,
                assume=AssumeAlive.NONE,
                alive=alive - space.group,
            )
        return self._walls[space, alive]

    def _answer(
        self,
        region: EnclosedRegion | TooLarge,
        chain: frozenset[int],
        question: TargetQuestion,
        work: int,
    ) -> bool | None:
        """Return whether the opponent of a chain wins; None means undecided."""
        if isinstance(region, TooLarge):
            return None
        problem = Problem(region, chain, chain, question, KoPass.BOTH)
        if problem not in self._decided:
            if self._left <= 0:
                return None
            points = len(region.points)
            found = answer_problem(problem, budget=max(1, min(work, self._left) // points))
            self._left -= found.nodes * points
            if found.winner is None:
                return None
            self._decided[problem] = found.winner
        return self._decided[problem] is QuestionWinner.ATTACKER
