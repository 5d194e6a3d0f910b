"""Dead stones that cannot be right, seen without reading ahead: the consistency check.

The marks at the end of a game have to fit together: every living group has two eyes or is in a
seki, and dead stones lie only in the opponent's territory. Whatever does not fit is an alarm. It
accuses nobody: the players are asked to look again.

Groups are joined and their eyes counted generously (:mod:`adjudication.rules.groups`), so finished
games hardly ever raise an alarm. A group without two eyes is excused if it meets others of its own
colour at open points, since it may be connected to them, or if it may be in a seki: it shares a few
open points with an opponent's group that has neither two eyes nor that first excuse.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.rules.colours import EMPTY
from adjudication.rules.grid import neighbours
from adjudication.rules.groups import LivingGroups, eyes_in, living_groups
from adjudication.rules.life import unconditionally_alive
from adjudication.rules.points import listed_points
from adjudication.rules.scoring.cleared import ClearedBoard
from adjudication.rules.scoring.regions import chain_at, liberties
from adjudication.rules.seki import weak_groups
from language.messages import Message
from language.messages import gettext_lazy as _

_SEKI_STONES: Final = 2
"""A smaller group than this is not excused by a seki."""


class AlarmCode(StrEnum):
    """The ways in which marks do not fit together."""

    DEAD_IN_PART = "dead_in_part"
    DEAD_WITH_TWO_EYES = "dead_with_two_eyes"
    BOTH_DEAD_IN_ONE_AREA = "both_dead_in_one_area"
    DEAD_BETWEEN_BOTH = "dead_between_both"
    DEAD_AMONG_OWN = "dead_among_own"
    LIVE_IN_ATARI = "live_in_atari"
    LIVE_WITHOUT_EYES = "live_without_eyes"


_SENTENCES: Final[dict[AlarmCode, Message]] = {
    AlarmCode.DEAD_IN_PART: _(
        "Only some stones of a chain are marked dead (%(points)s), but a chain lives or dies as a "
        "whole. Check the dead stones again."
    ),
    AlarmCode.DEAD_WITH_TWO_EYES: _(
        "Stones marked dead have two eyes (%(points)s). Check the dead stones again."
    ),
    AlarmCode.BOTH_DEAD_IN_ONE_AREA: _(
        "Stones of both colours are marked dead in one area (%(points)s). Check the dead stones "
        "again."
    ),
    AlarmCode.DEAD_BETWEEN_BOTH: _(
        "The dead stones at %(points)s are in an area that live stones of both colours touch. "
        "Check the dead stones again."
    ),
    AlarmCode.DEAD_AMONG_OWN: _(
        "The dead stones at %(points)s are in an area surrounded by live stones of their own "
        "colour. Check the dead stones again."
    ),
    AlarmCode.LIVE_IN_ATARI: _(
        "Stones counted as alive could be captured on the next move (%(points)s). Check the dead "
        "stones again."
    ),
    AlarmCode.LIVE_WITHOUT_EYES: _(
        "Stones counted as alive seem to have neither two eyes nor a seki (%(points)s). Check the "
        "dead stones again."
    ),
}


@dataclass(frozen=True, slots=True)
class Alarm:
    """Stones (``points``, in the order of the board) whose marks do not fit, and a sentence."""

    code: AlarmCode
    points: tuple[int, ...]
    text: Message


def check_marks(
    position: Sequence[int],
    size: int,
    dead: Collection[int],
    cleared: ClearedBoard | None = None,
) -> tuple[Alarm, ...]:
    """Return the alarms about dead stones, at most one of each kind.

    ``dead`` are the points of dead stones; points without a stone are ignored. ``cleared`` is the
    board without them, if the caller has it. Raises ValueError for a point off the board and for a
    position of another size.
    """
    if len(position) != size * size or not all(0 <= point < size * size for point in dead):
        raise ValueError("a position has size * size points, and dead stones stand on them")
    if cleared is None:
        cleared = ClearedBoard(position, size, dead)
    found: dict[AlarmCode, list[int]] = {}
    if cleared.dead:
        _see_the_dead(cleared, found)
    living = living_groups(cleared)
    atari = [chain for chain, count in enumerate(living.liberties) if count == 1]
    if atari:
        found[AlarmCode.LIVE_IN_ATARI] = [
            point for chain in atari for point in living.chains[chain].points
        ]
    bare = _without_eyes(living)
    if bare:
        found[AlarmCode.LIVE_WITHOUT_EYES] = bare
    return tuple(
        Alarm(code, tuple(points), _SENTENCES[code] % {"points": listed_points(points, size)})
        for code in AlarmCode
        if (points := sorted(found.get(code, ())))
    )


def _see_the_dead(cleared: ClearedBoard, found: dict[AlarmCode, list[int]]) -> None:
    """Look for dead stones where there can be none, and for those that have two eyes."""
    position, dead = cleared.position, cleared.dead
    for region in cleared.regions:
        if dead.isdisjoint(region.points):
            continue
        stones = [point for point in region.points if point in dead]
        colours = {position[point] for point in stones}
        if len(colours) == 2:
            found.setdefault(AlarmCode.BOTH_DEAD_IN_ONE_AREA, []).extend(stones)
        if region.shared:
            found.setdefault(AlarmCode.DEAD_BETWEEN_BOTH, []).extend(stones)
        elif region.owner in colours:
            own = [point for point in stones if position[point] == region.owner]
            found.setdefault(AlarmCode.DEAD_AMONG_OWN, []).extend(own)
    _see_dead_chains(position, cleared.size, dead, found)


def _see_dead_chains(
    position: Sequence[int], size: int, dead: frozenset[int], found: dict[AlarmCode, list[int]]
) -> None:
    """Look for chains that are dead only in part, unconditionally alive, or alone around two eyes.

    Few dead chains have two vital regions; only if one does is the whole board checked for
    unconditional life.
    """
    adjacent = neighbours(size)
    with_eyes: set[int] = set()
    colours: set[int] = set()
    seen: set[int] = set()
    for first in dead:
        if first in seen:
            continue
        chain = chain_at(position, size, first)
        seen |= chain
        if not chain <= dead:
            found.setdefault(AlarmCode.DEAD_IN_PART, []).extend(chain)
        free = liberties(position, size, chain)
        if len(free) < 2:
            continue
        eyes = sum(eyes_in(area, adjacent) for area in _own_areas(position, adjacent, chain, free))
        if eyes >= 2:
            with_eyes |= chain
        elif _vital_regions(position, adjacent, position[first], free) >= 2:
            colours.add(position[first])
    for colour in colours:
        with_eyes |= unconditionally_alive(position, size, colour) & dead
    if with_eyes:
        found[AlarmCode.DEAD_WITH_TWO_EYES] = list(with_eyes)


def _own_areas(
    position: Sequence[int],
    adjacent: Sequence[Sequence[int]],
    chain: frozenset[int],
    free: frozenset[int],
) -> list[list[int]]:
    """Return the areas of empty points that a chain alone surrounds; ``free`` are its liberties."""
    areas = []
    seen: set[int] = set()
    for first in free:
        if first in seen:
            continue
        area, known, alone = [first], {first}, True
        for point in area:
            for near in adjacent[point]:
                if position[near] == EMPTY:
                    if near not in known:
                        known.add(near)
                        area.append(near)
                elif near not in chain:
                    alone = False
            if not alone:
                break
        else:
            seen |= known
            areas.append(area)
    return areas


def _vital_regions(
    position: Sequence[int],
    adjacent: Sequence[Sequence[int]],
    colour: int,
    free: frozenset[int],
) -> int:
    """Return the number of regions whose empty points are all liberties (``free``) of a chain."""
    count = 0
    seen: set[int] = set()
    for first in free:
        if first in seen:
            continue
        region, known, vital = [first], {first}, True
        for point in region:
            for near in adjacent[point]:
                if position[near] != colour and near not in known:
                    known.add(near)
                    region.append(near)
                    vital = vital and (position[near] != EMPTY or near in free)
            if not vital:
                break
        else:
            seen |= known
            count += 1
    return count


def _without_eyes(living: LivingGroups) -> list[int]:
    """Return the stones of living groups that have neither two eyes nor an excuse."""
    weak = weak_groups(living)
    excused = set(weak.connected)
    for race in weak.races:
        excused |= {number for number in race if len(weak.stones[number]) >= _SEKI_STONES}
    return [
        point for number, stones in weak.stones.items() if number not in excused for point in stones
    ]
