"""Territory scoring: surrounded points and prisoners, from dead stones or from players' marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours
from adjudication.rules.rulesets import DamePolicy
from adjudication.rules.scoring.count import Count, Sum
from adjudication.rules.scoring.regions import Region, chain_at, find_regions, without


@dataclass(frozen=True, slots=True)
class TerritoryOptions:
    """What territory scoring needs to know of a rule set, and the points outside the board.

    ``taken_by_black`` and ``taken_by_white`` are the prisoners taken in play. ``lift_everywhere``
    is False where only dead stones inside territory may be lifted (J: Art. 10.1). ``seki`` are
    points in regions that count for nobody because stones around them are in seki, as the players
    or a referee say.
    """

    taken_by_black: int = 0
    taken_by_white: int = 0
    komi: float = 0.0
    dame_policy: DamePolicy = DamePolicy.LENIENT
    dead_stone_points: int = 2
    lift_everywhere: bool = False
    tie_winner: int | None = None
    seki: frozenset[int] = frozenset()


def count_territory(
    position: Sequence[int],
    size: int,
    dead: Collection[int],
    options: TerritoryOptions,
    regions: Sequence[Region] | None = None,
) -> Count:
    """Count a final position by territory, given the dead stones.

    A region of empty points and dead stones belongs to the one colour whose live stones surround
    it; under the strict dame policy only when none of those stones touches a dame (Art. 8).
    ``regions`` are those of the position without the dead stones, where the caller has them.
    """
    dead_set = frozenset(point for point in dead if position[point] != EMPTY)
    live = without(position, dead_set)
    if regions is None:
        regions = find_regions(live, size)
    owner: dict[int, int] = {}
    dame: set[int] = set()
    # A region whose dead stones are its owner's own contradicts itself: nobody's.
    barred = {
        colour: options.seki | {point for point in dead_set if position[point] == colour}
        for colour in (BLACK, WHITE)
    }
    for region in regions:
        if region.owner is not None and barred[region.owner].isdisjoint(region.points):
            owner.update(dict.fromkeys(region.points, region.owner))
        else:
            dame.update(region.points)
    if options.dame_policy is DamePolicy.STRICT and dame:
        for point in _in_seki(live, size, owner, dame):
            del owner[point]
    lifted = dead_set if options.lift_everywhere else frozenset(dead_set & owner.keys())
    counted = {
        point: colour
        for point, colour in owner.items()
        if options.dead_stone_points == 2 or point not in dead_set
    }
    nobody = frozenset(p for p, state in enumerate(position) if state == EMPTY and p not in owner)
    return _totals(position, counted, lifted, nobody, options)


def count_marks(
    position: Sequence[int],
    size: int,
    black_marks: Collection[int],
    white_marks: Collection[int],
    options: TerritoryOptions,
) -> Count:
    """Count a final position by the territory the players marked (SPEC 1.9).

    Marked points are territory; a stone on a point marked for the other colour is dead, and also a
    prisoner. A mark on a player's own stone, or for both players, marks nothing.
    """
    owner: dict[int, int] = {}
    lifted = dead_by_marks(position, black_marks, white_marks)
    for colour, marks, others in (
        (BLACK, black_marks, white_marks),
        (WHITE, white_marks, black_marks),
    ):
        for point in marks:
            if position[point] != colour and point not in others:
                owner[point] = colour
    if options.dead_stone_points != 2:
        for point in lifted:
            owner.pop(point, None)
    nobody = frozenset(
        point for point, state in enumerate(position) if state == EMPTY and point not in owner
    )
    return _totals(position, owner, lifted, nobody, options)


def dead_by_marks(
    position: Sequence[int], black_marks: Collection[int], white_marks: Collection[int]
) -> frozenset[int]:
    """Return the stones that stand on points marked as the other colour's territory."""
    return frozenset(
        [point for point in black_marks if position[point] == WHITE]
        + [point for point in white_marks if position[point] == BLACK]
    )


def _totals(
    position: Sequence[int],
    owner: dict[int, int],
    lifted: frozenset[int],
    nobody: frozenset[int],
    options: TerritoryOptions,
) -> Count:
    """Add territory, prisoners and komi up. There is no floor at zero (Art. 10.2, commentary)."""
    dead_of = {colour: sum(position[p] == colour for p in lifted) for colour in (BLACK, WHITE)}
    territory = {
        colour: frozenset(p for p, who in owner.items() if who == colour)
        for colour in (BLACK, WHITE)
    }
    return Count(
        Sum(
            territory=len(territory[BLACK]),
            prisoners=options.taken_by_black + dead_of[WHITE],
            dead=dead_of[WHITE],
        ),
        Sum(
            territory=len(territory[WHITE]),
            prisoners=options.taken_by_white + dead_of[BLACK],
            dead=dead_of[BLACK],
            komi=options.komi,
        ),
        territory[BLACK],
        territory[WHITE],
        nobody,
        options.tie_winner,
    )


def _in_seki(live: Sequence[int], size: int, owner: dict[int, int], dame: set[int]) -> set[int]:
    """Return the surrounded points that are no territory because stones around them are in seki.

    Article 8 to the letter: a live stone that touches a dame is in seki with its chain, and what
    stones in seki surround is not territory.
    """
    adjacent = neighbours(size)
    seki: set[int] = set()
    for point in dame:
        for near in adjacent[point]:
            if live[near] != EMPTY and near not in seki:
                seki |= chain_at(live, size, near)
    lost: set[int] = set()
    for point in owner:
        if point in lost:
            continue
        if any(near in seki for near in adjacent[point]):
            region = [point]
            lost.add(point)
            for member in region:
                for near in adjacent[member]:
                    if live[near] == EMPTY and near not in lost:
                        lost.add(near)
                        region.append(near)
    return lost
