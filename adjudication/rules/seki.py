"""Groups that may be in seki, found without reading ahead, and the territory that depends on it.

A group without two eyes that shares a few open points with a similar group of the opponent's lives
in seki, if it lives at all: nothing shows that it lives by itself. By J1989 Art. 8 what stones in
seki surround is not territory, so their eyes count only if it is no seki. Only the players, or a
referee, can say whether it is one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from adjudication.rules.groups import LivingGroups, living_groups
from adjudication.rules.scoring.cleared import ClearedBoard

_SEKI_AREA: Final = 8
"""A seki shares at most this many points; larger open areas are an unfinished game."""


class WeakGroups(NamedTuple):
    """The groups without two eyes. A group has the number of a representative chain."""

    stones: dict[int, list[int]]
    """The stones of each group."""
    connected: set[int]
    """The groups that meet others of their own colour at open points, and may be connected
    there."""
    races: list[set[int]]
    """The groups of both colours around one small open area that are not connected to others."""


def weak_groups(living: LivingGroups) -> WeakGroups:
    """Return the living groups that do not have two eyes."""
    chains, group = living.chains, living.group
    weak: dict[int, list[int]] = {}
    for chain, number in enumerate(group):
        if living.eyes[number] < 2:
            weak.setdefault(number, []).extend(chains[chain].points)
    if not weak:
        return WeakGroups(weak, set(), [])
    colour = {number: chains[number].colour for number in set(group)}
    connected = {
        number
        for groups, _ in living.shared
        for number in groups & weak.keys()
        if any(other != number and colour[other] == colour[number] for other in groups)
    }
    races = []
    for groups, size in living.shared:
        racing = groups & weak.keys() - connected
        if size <= _SEKI_AREA and len({colour[number] for number in racing}) == 2:
            races.append(racing)
    return WeakGroups(weak, connected, races)


def possible_seki(
    position: Sequence[int],
    size: int,
    dead: Collection[int],
    cleared: ClearedBoard | None = None,
) -> list[frozenset[int]]:
    """Return the stones of both colours in each race that may be a seki.

    ``cleared`` is the board without the dead stones, if the caller has it.
    """
    weak = weak_groups(living_groups(cleared or ClearedBoard(position, size, dead)))
    return [
        frozenset(stone for number in race for stone in weak.stones[number]) for race in weak.races
    ]
