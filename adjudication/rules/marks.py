"""Dead stones as people name them: whole chains, and lists that cannot be right.

The checks here need no reading ahead and accuse nobody; the players are asked to look again
(``marks.suspicious``, SPEC 1.8).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from adjudication.rules.alarms import check_marks
from adjudication.rules.colours import EMPTY
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import listed_points, parse_point, point_names
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.cleared import ClearedBoard
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.rules.sentences import NO_STONE


@dataclass(frozen=True, slots=True)
class Marks:
    """What one person says about dead stones.

    ``dead`` are points of dead stones, None if nothing was said (an empty set says that none are
    dead); ``position`` is the final position of the record they belong to, None without one.
    ``seki`` are points of stones alive in seki, None if nothing was said about that.
    """

    dead: frozenset[int] | None
    position: Sequence[int] | None = None
    seki: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class NamedStones:
    """The stones that somebody names as dead and in seki, by points such as ``Q16``.

    ``dead`` is None if nobody said, an empty list if none are dead. ``seki`` goes with dead stones
    and is None if nothing was said about it, as with the marks of a record.
    """

    dead: list[str] | None = None
    seki: list[str] | None = None

    def as_points(self, size: int) -> Marks:
        """Return them as points of a board. Raises ValueError for what is no point of it."""
        dead, seki = (
            None if names is None else frozenset(parse_point(name, size) for name in names)
            for names in (self.dead, self.seki)
        )
        return Marks(dead, seki=seki)


def marks_of(record: GameRecord, replay: Replay, said: Marks) -> Marks:
    """Return what is said about the stones of a record: in words, or else by its own marks."""
    dead = said.dead
    if dead is None and record.marked:
        dead = dead_by_marks(replay.position, record.black_marks, record.white_marks)
    return replace(said, dead=dead, position=replay.position)


def same_marks(first: Marks, second: Marks, size: int) -> bool:
    """Return whether two people name the same stones as dead and in seki.

    Where one of them says nothing, the other must not either. A point stands for its chain in each
    of the records given, so two points of one chain are the same, even if one record lacks some of
    its stones. Without a record, points are compared.
    """
    if first.dead is None or second.dead is None:
        return True
    positions = [
        marks.position
        for marks in (first, second)
        if marks.position is not None and len(marks.position) == size * size
    ]

    def named(points: frozenset[int]) -> frozenset[int]:
        chains = (whole_chains(position, size, points)[0] for position in positions)
        return frozenset[int]().union(*chains) if positions else points

    if named(first.dead) != named(second.dead):
        return False
    return first.seki is None or second.seki is None or named(first.seki) == named(second.seki)


def whole_chains(
    position: Sequence[int], size: int, points: Collection[int]
) -> tuple[frozenset[int], list[int]]:
    """Return the dead stones that a list of points stands for, and the points without a stone.

    The stones of a chain live and die together, so a point names its whole chain.
    """
    dead: set[int] = set()
    for point in points:
        if position[point] != EMPTY and point not in dead:
            dead |= chain_at(position, size, point)
    return frozenset(dead), [point for point in points if position[point] == EMPTY]


def dead_stone_alarms(
    cleared: ClearedBoard, empty: Collection[int], ruleset: RuleSet
) -> list[Finding]:
    """Return what cannot be right about dead stones: the alarms of the consistency check.

    ``empty`` are points named as dead that hold no stone.
    """
    size = cleared.size
    found = []
    if empty:
        text = NO_STONE % {"points": listed_points(empty, size)}
        detail: dict[str, object] = {"points": point_names(empty, size), "alarm": "no_stone"}
        found.append(Finding(Code.MARKS_SUSPICIOUS, ruleset.key, text, detail=detail))
    for alarm in check_marks(cleared.position, size, cleared.dead, cleared):
        detail = {"points": point_names(alarm.points, size), "alarm": alarm.code.value}
        found.append(Finding(Code.MARKS_SUSPICIOUS, ruleset.key, alarm.text, detail=detail))
    return found
