"""Territory scoring: surrounded points and prisoners, from dead stones or from players' marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.rulesets import DamePolicy
from adjudication.rules.scoring.cleared import ClearedBoard
from adjudication.rules.scoring.count import Count, Sum


@dataclass(frozen=True, slots=True)
class TerritoryOptions:
    """What territory scoring needs to know about a rule set, and the points outside the board.

    ``taken_by_black`` and ``taken_by_white`` are the prisoners taken in play. ``lift_everywhere``
    is False if only dead stones inside territory may be lifted (J: Art. 10.1). ``seki`` are points
    in regions that count for nobody because, as the players or a referee say, stones around them
    are in seki.
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
    cleared: ClearedBoard | None = None,
) -> Count:
    """Count a final position by territory, given the dead stones.

    A region of empty points and dead stones belongs to the one colour whose live stones surround
    it; under the strict dame policy only if none of those stones touches a dame (Art. 8).
    ``cleared`` is the board without the dead stones, if the caller has it.
    """
    if cleared is None:
        cleared = ClearedBoard(position, size, dead)
    regions, lost = cleared.regions, cleared.dead
    # A region whose dead stones are its owner's own is contradictory and counts for nobody.
    barred = {
        colour: options.seki | {point for point in lost if position[point] == colour}
        for colour in (BLACK, WHITE)
    }
    owners = [
        region.owner
        if region.owner is not None and barred[region.owner].isdisjoint(region.points)
        else None
        for region in regions
    ]
    if options.dame_policy is DamePolicy.STRICT:
        owners = _without_seki(owners, cleared.chains_beside)
    black, white, nobody = (
        frozenset[int]().union(
            *[region.points for region, owner in zip(regions, owners, strict=True) if owner == who]
        )
        for who in (BLACK, WHITE, None)
    )
    lifted = lost if options.lift_everywhere else lost - nobody
    if options.dead_stone_points != 2:
        black, white = black - lost, white - lost
    return _totals(position, black, white, lifted, nobody - lost, options)


def count_marks(
    position: Sequence[int],
    size: int,
    black_marks: Collection[int],
    white_marks: Collection[int],
    options: TerritoryOptions,
    cleared: ClearedBoard | None = None,
) -> Count:
    """Count a final position by the territory that the players marked (SPEC 1.9).

    Marked points are territory; a stone on a point marked for the other colour is dead, and also a
    prisoner. A mark on a player's own stone, or for both players, is ignored. ``cleared`` is the
    board without the stones that are dead by the marks, if the caller has it.
    """
    if cleared is None:
        cleared = ClearedBoard(position, size, dead_by_marks(position, black_marks, white_marks))
    lifted = cleared.dead
    black, white = (
        frozenset([p for p in marks if position[p] != colour and p not in others])
        for colour, marks, others in (
            (BLACK, black_marks, white_marks),
            (WHITE, white_marks, black_marks),
        )
    )
    if options.dead_stone_points != 2:
        black, white = black - lifted, white - lifted
    inside = frozenset[int]().union(*[region.points for region in cleared.regions])
    return _totals(position, black, white, lifted, inside - lifted - black - white, options)


def dead_by_marks(
    position: Sequence[int], black_marks: Collection[int], white_marks: Collection[int]
) -> frozenset[int]:
    """Return the stones on points marked as the other colour's territory."""
    return frozenset(
        [point for point in black_marks if position[point] == WHITE]
        + [point for point in white_marks if position[point] == BLACK]
    )


def _totals(
    position: Sequence[int],
    black: frozenset[int],
    white: frozenset[int],
    lifted: frozenset[int],
    nobody: frozenset[int],
    options: TerritoryOptions,
) -> Count:
    """Add up territory, prisoners and komi. There is no floor at zero (Art. 10.2, commentary)."""
    dead_black = sum([position[point] == BLACK for point in lifted])
    dead_white = len(lifted) - dead_black
    return Count(
        Sum(
            territory=len(black),
            prisoners=options.taken_by_black + dead_white,
            dead=dead_white,
        ),
        Sum(
            territory=len(white),
            prisoners=options.taken_by_white + dead_black,
            dead=dead_black,
            komi=options.komi,
        ),
        black,
        white,
        nobody,
        options.tie_winner,
    )


def _without_seki(owners: list[int | None], beside: Sequence[set[int]]) -> list[int | None]:
    """Return each region's owner, nobody for regions surrounded by stones in seki.

    By the letter of Article 8, a live stone that touches a dame is in seki with its chain, and what
    stones in seki surround is not territory. ``beside`` are the chains around each region.
    """
    seki = set[int]().union(
        *[chains for owner, chains in zip(owners, beside, strict=True) if owner is None]
    )
    return [
        owner if seki.isdisjoint(chains) else None
        for owner, chains in zip(owners, beside, strict=True)
    ]
