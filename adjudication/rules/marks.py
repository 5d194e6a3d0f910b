"""Dead stones as people give them: whole chains, and lists that cannot be right.

What is looked for here needs no reading ahead and accuses nobody; the players are asked to look
again (``marks.suspicious``, SPEC 1.8).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.rules.alarms import check_marks
from adjudication.rules.colours import EMPTY
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import listed, point_names
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.regions import Region, chain_at
from adjudication.rules.sentences import NO_STONE, fill


def whole_chains(
    position: Sequence[int], size: int, points: Collection[int]
) -> tuple[frozenset[int], list[int]]:
    """Return the dead stones that a list of points stands for, and the points without a stone.

    The stones of a chain live and die together, so one point of a chain names all of it.
    """
    dead: set[int] = set()
    for point in points:
        if position[point] != EMPTY and point not in dead:
            dead |= chain_at(position, size, point)
    return frozenset(dead), [point for point in points if position[point] == EMPTY]


def suspicious(
    position: Sequence[int],
    size: int,
    dead: Collection[int],
    empty: Collection[int],
    ruleset: RuleSet,
    regions: Sequence[Region],
) -> list[Finding]:
    """Return what cannot be right about dead stones: the alarms of their consistency check.

    ``regions`` are those of the position without the dead stones, ``empty`` points named dead where
    no stone stands.
    """
    found = []
    if empty:
        text = fill(NO_STONE, points=listed(empty, size))
        detail: dict[str, object] = {"points": point_names(empty, size), "alarm": "no_stone"}
        found.append(Finding(Code.MARKS_SUSPICIOUS, ruleset.key, text, detail=detail))
    for alarm in check_marks(position, size, dead, regions):
        detail = {"points": point_names(alarm.points, size), "alarm": alarm.code.value}
        found.append(Finding(Code.MARKS_SUSPICIOUS, ruleset.key, alarm.text, detail=detail))
    return found
