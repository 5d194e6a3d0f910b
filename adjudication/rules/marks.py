"""Dead stones as people give them: whole chains, and lists that cannot be right.

What is looked for here needs no reading ahead and accuses nobody; the players are asked to look
again (``marks.suspicious``, SPEC 1.8).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.rules.colours import EMPTY
from adjudication.rules.findings import Code, Finding
from adjudication.rules.grid import neighbours
from adjudication.rules.points import listed, point_names
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.regions import Region, chain_at, without
from adjudication.rules.sentences import (
    BOTH_DEAD_IN_ONE_AREA,
    DEAD_AMONG_OWN,
    LIVE_IN_ATARI,
    NO_STONE,
    fill,
)
from language.localtext import LocalText


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
    """Return what cannot be right about dead stones.

    ``regions`` are those of the position without the dead stones, ``empty`` points named dead where
    no stone stands. Looked for are also: stones of both colours dead in one area, dead stones that
    only live stones of their own colour surround, and live chains that could be taken with the next
    move.
    """
    found = []
    if empty:
        found.append(_finding(NO_STONE, empty, size, ruleset))
    live = without(position, dead)
    for template, odd in (
        (BOTH_DEAD_IN_ONE_AREA, _both_dead(position, regions)),
        (DEAD_AMONG_OWN, _dead_among_own(position, regions)),
        (LIVE_IN_ATARI, _in_atari(live, size)),
    ):
        if odd:
            found.append(_finding(template, odd, size, ruleset))
    return found


def _both_dead(position: Sequence[int], regions: Sequence[Region]) -> list[int]:
    odd = []
    for region in regions:
        stones = [point for point in region.points if position[point] != EMPTY]
        if len({position[point] for point in stones}) == 2:
            odd += stones
    return odd


def _dead_among_own(position: Sequence[int], regions: Sequence[Region]) -> list[int]:
    return [
        point
        for region in regions
        if region.owner is not None
        for point in region.points
        if position[point] == region.owner
    ]


def _in_atari(live: Sequence[int], size: int) -> list[int]:
    """Return the stones of chains with exactly one liberty.

    A chain is left as soon as a second liberty is seen; its other stones know it when they meet a
    stone that was looked at before.
    """
    adjacent = neighbours(size)
    looked_from = [-1] * (size * size)
    odd: list[int] = []
    for first, colour in enumerate(live):
        if colour == EMPTY or looked_from[first] >= 0:
            continue
        looked_from[first] = first
        chain = [first]
        liberty = -1
        safe = False
        for member in chain:
            for near in adjacent[member]:
                state = live[near]
                if state == EMPTY:
                    if liberty not in (-1, near):
                        safe = True
                    liberty = near
                elif state == colour:
                    if looked_from[near] < 0:
                        looked_from[near] = first
                        chain.append(near)
                    elif looked_from[near] != first:
                        safe = True
            if safe:
                break
        if liberty >= 0 and not safe:
            odd += sorted(chain)
    return odd


def _finding(template: LocalText, points: Collection[int], size: int, ruleset: RuleSet) -> Finding:
    text = fill(template, points=listed(points, size))
    detail = {"points": point_names(points, size)}
    return Finding(Code.MARKS_SUSPICIOUS, ruleset.key, text, detail=detail)
